/** `failures` says of what failed its name and why. @typedef {{ passed: number, failed: number, skipped: number, failures: string[] }} Tally */

/** Something that is no test failed: it still has to count. @param {string} what @returns {Tally} */
export const failure = (what) => ({ passed: 0, failed: 1, skipped: 0, failures: [what] })

/** One thing that is whole or is not. @param {string} what @param {number} exitCode @returns {Tally} */
export const tallyOfOne = (what, exitCode) =>
  exitCode === 0 ? { passed: 1, failed: 0, skipped: 0, failures: [] } : failure(what)

/** @param {Tally[]} tallies @returns {Tally} */
export const addTallies = (tallies) =>
  tallies.reduce(
    (sum, { passed, failed, skipped, failures }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
      failures: [...sum.failures, ...failures],
    }),
    { passed: 0, failed: 0, skipped: 0, failures: [] },
  )

/** @param {Tally} tally */
export const describeTally = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

/**
 * What a runner says it did. A runner that ended badly although no test failed (a file that could not be read, a crash)
 * counts as one failure.
 *
 * @param {Tally} counted
 * @param {number} exitCode
 * @returns {Tally}
 */
export const withExitCode = (counted, exitCode) =>
  exitCode !== 0 && counted.failed === 0
    ? addTallies([counted, failure(`No test failed, and yet the runner ended with ${exitCode}.`)])
    : counted
