import { behaviourOf } from './behaviour'
import { readSampleOptions } from './options'
import { createSampleServer } from './sample-server'

/**
 * The sample application `sdo/sample`: shows what an application on the platform does. It answers on its ports, tells
 * its health, asks its stop URL every few seconds, and when told to stop lets no request fail: it finishes those that
 * are open and only then ends.
 */

const stopPollMs = 5000

const options = readSampleOptions()
const behaviour = behaviourOf(options.tag, options.delayMs)
const startedEpoch = Date.now()
let isFinishing = false
const print = (line: string) => void process.stdout.write(`${line}\n`)

const servers = options.ports.map(({ port, hostPort }) =>
  createSampleServer({ options, behaviour, port, startedEpoch, isFinishing: () => isFinishing, print })
    .on('error', (error) => fail(`Port ${port} cannot be listened to: ${error.message}`))
    .listen(hostPort, options.isContained ? '0.0.0.0' : '127.0.0.1', () =>
      print(`Version ${options.tag} answers on port ${port}.`),
    ),
)

function fail(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

function finish(): void {
  if (isFinishing) return
  isFinishing = true
  print('Asked to end: open requests are finished, new ones are not taken.')
  let open = servers.length
  if (open === 0) process.exit(0)
  for (const server of servers) {
    server.close(() => {
      open -= 1
      if (open === 0) process.exit(0)
    })
  }
}

async function pollStopUrl(url: string): Promise<void> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(stopPollMs) })
    const { stop } = (await response.json()) as { stop?: boolean }
    if (stop) finish()
  } catch {
    // The agent may be busy; the next poll asks again.
  }
}

if (options.stopUrl) {
  const url = options.stopUrl
  void pollStopUrl(url)
  setInterval(() => void pollStopUrl(url), stopPollMs)
} else {
  // Without anybody to ask, a program without ports still has to stay.
  setInterval(() => undefined, stopPollMs)
}

if (behaviour.crashAfterMs !== undefined)
  setTimeout(() => fail('This version crashes on purpose.'), behaviour.crashAfterMs)

process.once('SIGTERM', finish)

// The agent holds the other end of this pipe: when it is gone, so is whatever could ever stop this program. A container outlives its agent.
if (!options.isContained) process.stdin.once('end', () => process.exit(1)).resume()
