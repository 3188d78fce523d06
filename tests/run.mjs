// `npm test`: everything there is, or the suites named on the command line (`npm test unit e2e`). The last line says it all.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from '../standalone/start/ensure-built.mjs'
import { ensureInstalled } from '../standalone/start/ensure-installed.mjs'
import { requireNode } from '../standalone/start/require-node.mjs'
import { root } from '../standalone/start/root.mjs'
import { ensureChromium } from './run/ensure-chromium.mjs'
import { runProgram } from './run/run-program.mjs'
import { addTallies, describeTally, failure } from './run/tally.mjs'
import { logFolder, runCheck, runNewestNode, runPlaywright, runSecrets, runVitest } from './run/suites.mjs'

const isEverythingRequired = process.env.SDO_REQUIRE_ALL_SUITES === '1'

const suites = {
  ...(isEverythingRequired && {
    format: () => runCheck('format:check'),
    lint: () => runCheck('lint'),
    typecheck: () => runCheck('typecheck'),
    crds: () => runCheck('crds:check'),
  }),
  unit: () => runVitest('unit'),
  contract: () => runVitest('contract'),
  machines: () => runVitest('machines'),
  simulation: () => runVitest('simulation'),
  e2e: () => runPlaywright(),
  ...(isEverythingRequired && { newestNode: () => runNewestNode() }),
  // The last one: it reads what the others logged.
  secrets: () => runSecrets(chosen.filter((name) => logging.includes(name))),
}

/** Suites whose processes log. */
const logging = ['unit', 'contract', 'machines', 'simulation', 'e2e']

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

async function runSuite(name) {
  const startedAt = performance.now()
  console.log(`\n── ${name}`)
  const tally = await suites[name]().catch((error) => {
    console.error(error)
    return failure(error.message)
  })
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
  for (const name of chosen) tallies.push(await runSuite(name))
  total = addTallies(tallies)
} catch (error) {
  console.error(error.message)
  total = failure(error.message)
}
for (const text of total.failures) console.log(`\n✗ ${text}`)
console.log(`\n${describeTally(total)}`)
process.exit(total.failed > 0 || (isEverythingRequired && total.skipped > 0) ? 1 : 0)
