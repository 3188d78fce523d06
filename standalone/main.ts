import { systemClock } from '../core/time/clock'
import { isDebugging, readOptions } from './options'
import { InterruptedError, Shutdown } from './shutdown'
import { startStandalone } from './start-standalone'
import { npmIsGone } from './watch-npm'

const shutdown = new Shutdown()

const explain = (error: unknown) =>
  isDebugging() ? error : error instanceof Error ? error.message : String(error)

let starting: Promise<void> = Promise.resolve()

async function end(exitCode: number): Promise<never> {
  await shutdown.run(starting, (name, error) =>
    console.error(`The ${name} did not end well:`, explain(error)),
  )
  process.exit(exitCode)
}

function fail(error: unknown): void {
  console.error(explain(error))
  void end(1)
}

/** Window for one Ctrl-C, which can arrive twice: from the terminal and from npm. */
const sameKeyMilliseconds = 500
let endingSince: number | undefined

function endOnSignal(): void {
  if (endingSince !== undefined) {
    if (performance.now() - endingSince > sameKeyMilliseconds) process.exit(130)
    return
  }
  endingSince = performance.now()
  console.log('\nStopping. Press Ctrl-C again to force it.')
  void end(0)
}

/** Ends as when its terminal is closed, because nobody reads its output any more. To say so would be the same fault again. */
function endUnheard(): void {
  if (endingSince === undefined) endOnSignal()
}

process.stdout.on('error', endUnheard)
process.stderr.on('error', endUnheard)
process.on('SIGINT', endOnSignal)
process.on('SIGTERM', endOnSignal)
process.on('SIGHUP', endOnSignal)
process.on('uncaughtException', fail)
process.on('unhandledRejection', fail)

try {
  const options = readOptions()
  starting = startStandalone(options, shutdown, fail)
  if (options.isRunByNpm) void npmIsGone(systemClock).then(endOnSignal)
  await starting
} catch (error) {
  if (!(error instanceof InterruptedError)) fail(error)
}
