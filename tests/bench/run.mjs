// `npm run bench`: every benchmark there is, or those named on the command line (`npm run bench deploy`).
import { ensureBuilt } from '../../standalone/start/ensure-built.mjs'
import { ensureInstalled } from '../../standalone/start/ensure-installed.mjs'
import { requireNode } from '../../standalone/start/require-node.mjs'
import { runProgram } from '../run/run-program.mjs'

const benchmarks = ['deploy', 'planner', 'portal']

const chosen = process.argv.slice(2).length > 0 ? process.argv.slice(2) : benchmarks
const unknown = chosen.filter((name) => !benchmarks.includes(name))
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. The benchmarks are ${benchmarks.join(', ')}.`)
  process.exit(1)
}
// Ctrl-C reaches the benchmark as well, which ends what it started and then itself; we wait for that.
process.on('SIGINT', () => undefined)

try {
  requireNode(process.versions.node)
  ensureInstalled()
  ensureBuilt()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
for (const name of chosen) {
  const code = await runProgram(process.execPath, ['--import', 'tsx', `tests/bench/${name}/${name}.ts`], {
    NODE_ENV: 'production',
  })
  if (code !== 0) process.exit(code)
}
