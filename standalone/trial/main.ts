import { fileURLToPath } from 'node:url'
import { isDebugging, StartError } from '../options'
import { Shutdown } from '../shutdown'
import { readTrialOptions } from './options'
import { startTrial } from './start-trial'

/** What `npm run trial` runs, once the bundles of the agent are built. */
const bundle = (name: string) =>
  fileURLToPath(new URL(`trial-agents/${name}/agent-linux-arm64.tar.gz`, import.meta.url))

const shutdown = new Shutdown()
const stopping = new AbortController()
const leaving = new AbortController()

/** The first Ctrl-C has all removed; the second one leaves what is there. */
function endOnSignal(): void {
  if (!stopping.signal.aborted) {
    console.log('\nStopping: what the trial made is removed. Press Ctrl-C again to leave it there.')
    stopping.abort(new Error('It was stopped.'))
  } else if (!leaving.signal.aborted) {
    console.log('\nLeaving. Remove the rest with: npm run trial -- teardown --profile NAME')
    leaving.abort(new Error('It was left.'))
  } else process.exit(130)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, endOnSignal)

let isGood = false
try {
  const bundles = { present: bundle('present'), next: bundle('next') }
  const stops = { stop: stopping.signal, leave: leaving.signal }
  isGood = await startTrial(readTrialOptions(), bundles, shutdown, stops)
} catch (error) {
  console.error(error instanceof StartError && !isDebugging() ? error.message : error)
}
await shutdown.run(Promise.resolve(), (name, error) => console.error(`The ${name} did not end well:`, error))
process.exit(isGood ? 0 : 1)
