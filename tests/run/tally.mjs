/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */

/** Something that is no test failed: it still has to count. @type {Tally} */
export const failure = { passed: 0, failed: 1, skipped: 0 }

/** @param {Tally[]} tallies @returns {Tally} */
export const addTallies = (tallies) =>
  tallies.reduce(
    (sum, { passed, failed, skipped }) => ({
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      skipped: sum.skipped + skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
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
  exitCode !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted
