import { writeFileSync } from 'node:fs'

/**
 * Writes what was thrown outside any test, which vitest's JSON reporter leaves out, to the file that `SDO_UNHANDLED_ERRORS` names:
 * a list of texts, each once.
 *
 * @implements {import('vitest/node').Reporter}
 */
export default class UnhandledErrors {
  onTestRunEnd(_modules, errors) {
    const texts = errors.map((error) =>
      [
        `${error.VITEST_TEST_PATH ?? 'outside any file'} › ${error.VITEST_TEST_NAME ?? 'outside any test'}`,
        error.stack,
      ].join('\n'),
    )
    writeFileSync(process.env.SDO_UNHANDLED_ERRORS, JSON.stringify([...new Set(texts)]))
  }
}
