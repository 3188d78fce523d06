// `npm test`: everything there is, or the suites named on the command line (`npm test unit e2e`). The last line says it all.
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { nodeBinary } from '../standalone/node-binary.mjs'
import { ensureBuilt } from '../standalone/start/ensure-built.mjs'
import { ensureInstalled } from '../standalone/start/ensure-installed.mjs'
import { requireNode } from '../standalone/start/require-node.mjs'
import { root } from '../standalone/start/root.mjs'
import { ensureChromium } from './run/chromium.mjs'
import { runProgram } from './run/run-program.mjs'
import { addTallies, describeTally, failure } from './run/tally.mjs'
import {
  logFolder,
  runCheck,
  runPlaywright,
  runProductionNode,
  runReal,
  runSecrets,
  runUnit,
  runVitest,
} from './run/suites.mjs'

const isEverythingRequired = process.env.SDO_REQUIRE_ALL_SUITES === '1'

const suites = {
  ...(isEverythingRequired && {
    format: (output) => runCheck('format:check', output),
    lint: (output) => runCheck('lint', output),
    typecheck: (output) => runCheck('typecheck', output),
    crds: (output) => runCheck('crds:check', output),
  }),
  unit: () => runUnit(),
  contract: (output) => runVitest('contract', { output }),
  ...(isEverythingRequired && { productionNode: (output) => runProductionNode(output) }),
  machines: (output) => runVitest('machines', { output }),
  // What production runs, on production's Node.
  simulation: (output) =>
    runVitest('simulation', { output, ...(isEverythingRequired && { node: nodeBinary() }) }),
  real: (output) => runReal(output),
  e2e: () => runPlaywright(),
  // The last one: it reads what the others logged.
  secrets: () => runSecrets(chosen.filter((name) => logging.includes(name))),
}

/** Suites whose processes log. */
const logging = ['unit', 'contract', 'machines', 'simulation', 'real', 'e2e']

/**
 * Suites that run at the same time: while contract tests wait, most of them for their turn with Docker, and while machines boot, others
 * compute.
 */
const companies = [
  ['format', 'lint', 'typecheck', 'crds'],
  ['contract', 'productionNode'],
  ['machines', 'simulation', 'real'],
]

const isInCompany = (name, other) =>
  companies.some((company) => company.includes(name) && company.includes(other))

/** The suites in their order, each with those beside it that run at the same time. @param {string[]} names */
function inTurns(names) {
  const turns = []
  for (const name of names)
    if (turns.length > 0 && isInCompany(name, turns.at(-1)[0])) turns.at(-1).push(name)
    else turns.push([name])
  return turns
}

async function prepare(chosen) {
  requireNode(process.versions.node)
  ensureInstalled()
  ensureBuilt()
  mkdirSync(join(root, 'tests/artifacts'), { recursive: true })
  if (chosen.some((name) => logging.includes(name))) rmSync(logFolder, { recursive: true, force: true })
  process.env.SDO_TEST_LOG_DIR = logFolder
  if (chosen.includes('contract') || chosen.includes('machines'))
    await runProgram(process.execPath, ['--import', 'tsx', 'tests/prepare.ts'])
  if (chosen.includes('e2e')) await ensureChromium()
}

async function runTurn(names) {
  if (names.length === 1) {
    console.log(`\n── ${names[0]}`)
    return [await runSuite(names[0])]
  }
  console.log(`\n── ${names.join(', ')}: at the same time`)
  return Promise.all(names.map(runApart))
}

/** Prints what the suite did once it has ended, so that those that run beside it do not print in between. */
async function runApart(name) {
  const file = join(root, 'tests/artifacts', `${name}.log`)
  const output = openSync(file, 'w')
  return runSuite(name, output, () => {
    closeSync(output)
    console.log(`\n── ${name}\n${readFileSync(file, 'utf8')}`)
  })
}

async function runSuite(name, output, onEnd = () => undefined) {
  const startedAt = performance.now()
  const tally = await suites[name](output).catch((error) => {
    console.error(error)
    return failure(error.message)
  })
  onEnd()
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  console.log(`── ${name}: ${describeTally(tally)} in ${seconds} s`)
  return tally
}

const chosen = process.argv.slice(2).length > 0 ? process.argv.slice(2) : Object.keys(suites)
const unknown = chosen.filter((name) => !(name in suites))
if (unknown.length > 0) {
  console.error(`There is no suite ${unknown.join(', ')}. The suites are ${Object.keys(suites).join(', ')}.`)
  process.exit(1)
}

let total
try {
  await prepare(chosen)
  const tallies = []
  for (const names of inTurns(chosen)) tallies.push(...(await runTurn(names)))
  total = addTallies(tallies)
} catch (error) {
  console.error(error.message)
  total = failure(error.message)
}
for (const text of total.failures) console.log(`\n✗ ${text}`)
console.log(`\n${describeTally(total)}`)
process.exit(total.failed > 0 || (isEverythingRequired && total.skipped > 0) ? 1 : 0)
