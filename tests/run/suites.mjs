import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { nodeBinary } from '../../standalone/node-binary.mjs'
import { root } from '../../standalone/start/root.mjs'
import { failuresOfPlaywright, failuresOfVitest, failuresOutsideTests } from './failures.mjs'
import { runProgram } from './run-program.mjs'
import { addTallies, failure, tallyOfOne, withExitCode } from './tally.mjs'

const artifact = (name) => join(root, 'tests/artifacts', name)
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const playwright = join(root, 'node_modules/@playwright/test/cli.js')

/** One of the scripts of `npm run validate`, as one test. */
export async function runCheck(script, output) {
  const code = await runProgram('npm', ['run', '--silent', script], {}, output)
  return tallyOfOne(`npm run ${script}`, code)
}

/** `yields`: it takes only what of the processors those beside it leave. `more`: for its environment. */
export async function runVitest(
  project,
  {
    node = process.execPath,
    files = [],
    report = `vitest-${project}.json`,
    output,
    yields = false,
    more = {},
  } = {},
) {
  const unhandled = `unhandled-${report}`
  for (const name of [report, unhandled]) rmSync(artifact(name), { force: true })
  const parameters = [
    ...['run', `--project=${project}*`, '--passWithNoTests'],
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${artifact(report)}`],
    '--reporter=./tests/run/unhandled-errors.mjs',
  ]
  const [program = '', ...rest] = [...(yields ? ['nice', '-n', '10'] : []), node, vitest]
  const environment = {
    SDO_UNHANDLED_ERRORS: artifact(unhandled),
    ...more,
  }
  const code = await runProgram(program, [...rest, ...parameters, ...files], environment, output)
  if (!existsSync(artifact(report))) return failure(`The runner left no ${report}.`)
  const result = readJson(report)
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = result
  // A file that fails before its first test has no tests to count.
  const brokenFiles = testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  return withExitCode(
    {
      passed: numPassedTests,
      failed: numFailedTests + brokenFiles.length,
      skipped: numPendingTests + (numTodoTests ?? 0),
      failures: [...failuresOfVitest(result), ...failuresOutsideTests(readJson(unhandled))],
    },
    code,
  )
}

export async function runPlaywright({
  node = process.execPath,
  files = [],
  report = 'playwright.json',
  output,
} = {}) {
  rmSync(artifact(report), { force: true })
  const environment = { SDO_PLAYWRIGHT_REPORT: artifact(report) }
  const code = await runProgram(node, [playwright, 'test', ...files], environment, output)
  if (!existsSync(artifact(report))) return failure(`The runner left no ${report}.`)
  const result = readJson(report)
  const { stats } = result
  return withExitCode(
    {
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      skipped: stats.skipped,
      failures: failuresOfPlaywright(result),
    },
    code,
  )
}

/** A first start, a second one, and one after a SIGKILL. What is refused is refused before anything depends on the version of Node. */
const startAtAll = 'shows something alive|is ready again quickly|carries on after a SIGKILL'

/** What simulations, which run on it as a whole, leave out. */
const besideSimulations = ['core/', 'agent/', 'cli/', 'simulator/console/', 'standalone/']

/** What works on the oldest Node has to on production's: `npm start`, and the tests beside the source that no simulation stands for. */
export async function runProductionNode(output) {
  const node = nodeBinary()
  await runProgram(node, ['--version'], {}, output)
  const unit = { files: besideSimulations, report: 'vitest-unit-node24.json' }
  const start = { files: ['tests/e2e/start.test.ts', '--grep', startAtAll], report: 'playwright-node24.json' }
  return addTallies([
    await runVitest('unit', { ...unit, node, output, yields: true }),
    await runPlaywright({ ...start, node, output }),
  ])
}

/** Simulations that are cheap and tell much in accounts as AWS's are; `npm run test:real` runs all of them so. */
const inRealAccounts = [
  'egress-address',
  'external-networks',
  'instances',
  'intents',
  'launch-pace',
  'memory-kills',
  'outages',
  'ranges',
  'removal',
  'rivals',
  'settled',
  'spot',
  'stuck-concern',
  'variables',
  'wedge',
]

/** Some simulations once more, in accounts of the simulated AWS that are as AWS's. */
export const runReal = (output) =>
  runVitest('simulation', {
    files: inRealAccounts.map((name) => `tests/simulation/${name}.test.ts`),
    report: 'vitest-real.json',
    output,
    more: { SDO_SIMULATION_PROFILE: 'real', SDO_TEST_SUITE: 'real' },
  })

/** Where the other suites leave what the scan for secrets reads. */
export const logFolder = artifact('logs')

/** The tests beside the source; whatever they have the product ask of Postgres is noted for `tests/contract/database`. */
export function runUnit() {
  const folder = artifact('statements')
  rmSync(folder, { recursive: true, force: true })
  return runVitest('unit', { more: { SDO_RECORD_STATEMENTS: folder } })
}

/** Whether anything that the suites before it logged holds a secret. @param {string[]} suites which were run */
export async function runSecrets(suites) {
  const code = await runProgram(process.execPath, [
    '--import',
    'tsx',
    'tests/secrets/scan.ts',
    logFolder,
    ...suites,
  ])
  return tallyOfOne('A log holds a secret, or is missing; what the suite printed says where.', code)
}

const readJson = (report) => JSON.parse(readFileSync(artifact(report), 'utf8'))
