import { relative } from 'node:path'
import { root } from '../../standalone/start/root.mjs'

// What failed, in few lines: they are printed last, where whoever reads only the end of a long log finds them.

/** At most so many lines of what a test says of its failure. */
const mostLines = 12

/** @param {string} name @param {string | undefined} message */
const describe = (name, message) =>
  [name, ...(message ?? 'It says nothing of why.').split('\n').slice(0, mostLines)].join('\n    ')

/** @param {object} report as vitest's JSON reporter writes it @returns {string[]} */
export const failuresOfVitest = (report) =>
  report.testResults.flatMap((file) => {
    const path = relative(root, file.name)
    const failed = file.assertionResults.filter((test) => test.status === 'failed')
    // A file that fails before its first test, or in a hook, names no test.
    if (failed.length === 0 && file.status === 'failed') return [describe(path, file.message)]
    return failed.map((test) => describe(`${path} › ${test.fullName}`, test.failureMessages.join('\n')))
  })

/** @param {string[]} texts of `unhandled-errors.mjs`; many are one fault, so a few say it @returns {string[]} */
export const failuresOutsideTests = (texts) =>
  texts.slice(0, 5).map((text) => text.split('\n').slice(0, mostLines).join('\n    '))

/** @param {object} report as Playwright's JSON reporter writes it @returns {string[]} */
export const failuresOfPlaywright = (report) => [
  ...report.errors.map((error) => describe('outside any test', error.message)),
  ...report.suites.flatMap((suite) => failuresOfSuite(suite, [])),
]

const failuresOfSuite = (suite, above) => {
  const titles = [...above, suite.title]
  return [
    ...(suite.specs ?? [])
      .filter((spec) => !spec.ok)
      .map((spec) =>
        describe(
          [...titles, spec.title].join(' › '),
          spec.tests
            .flatMap((test) => test.results)
            .flatMap((result) => result.errors)
            .map((error) => error.message)
            .join('\n'),
        ),
      ),
    ...(suite.suites ?? []).flatMap((inner) => failuresOfSuite(inner, titles)),
  ]
}
