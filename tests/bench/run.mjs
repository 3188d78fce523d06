// `npm run bench`: every benchmark there is, or those named on the command line (`npm run bench deploy`); after `--` options of that one.
import { ensureBuilt } from '../../standalone/start/ensure-built.mjs'
import { ensureInstalled } from '../../standalone/start/ensure-installed.mjs'
import { requireNode } from '../../standalone/start/require-node.mjs'
import buildJobs from '../jobs/build-jobs.mjs'
import { runProgram } from '../run/run-program.mjs'

const benchmarks = [
  'agent',
  'bill',
  'calls',
  'deploy',
  'idle',
  'interruptions',
  'loop',
  'mirror',
  'planner',
  'portal',
  'scale',
]

const parameters = process.argv.slice(2)
const firstOption = parameters.findIndex((parameter) => parameter.startsWith('-'))
const options = firstOption < 0 ? [] : parameters.splice(firstOption)
const chosen = parameters.length > 0 ? parameters : benchmarks
const unknown = chosen.filter((name) => !benchmarks.includes(name))
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}. The benchmarks are ${benchmarks.join(', ')}.`)
  process.exit(1)
}
if (options.length > 0 && chosen.length > 1) {
  console.error('Options are those of one benchmark: name it.')
  process.exit(1)
}
// Ctrl-C reaches the benchmark as well, which ends what it started and then itself; we wait for that.
process.on('SIGINT', () => undefined)

try {
  requireNode(process.versions.node)
  ensureInstalled()
  ensureBuilt()
  await buildJobs()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
for (const name of chosen) {
  const code = await runProgram(
    process.execPath,
    ['--import', 'tsx', `tests/bench/${name}/${name}.ts`, ...options],
    {
      NODE_ENV: 'production',
    },
  )
  if (code !== 0) process.exit(code)
}
