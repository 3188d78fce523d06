import { fileURLToPath } from 'node:url'
import { destination } from 'pino'
import { systemClock } from '../core/time/clock'
import { createLogger } from '../core/logging/logger'
import { createAgent } from './agent'
import { BootstrapError, readBootstrap, type AcceptedBootstrap } from './bootstrap'
import { createProcessRuntime } from './containers/process'
import { createStsRoleCredentials } from './credentials/sts-role-credentials'

/**
 * The agent of an instance: `agent.js --bootstrap FILE`. When it is ready it prints one line of JSON on stdout,
 * `{"listening":{"host":…,"port":…}}`; its log is JSON on stderr. SIGTERM ends its processes, then itself.
 */
async function main(bootstrap: AcceptedBootstrap): Promise<void> {
  const log = createLogger('agent', 'info', destination(2)).child({ instance: bootstrap.instance })
  const samplePath = fileURLToPath(new URL('./samples/sample.js', import.meta.url))
  const runtime = createProcessRuntime({ samplePath, log })
  const roleCredentials = createStsRoleCredentials(bootstrap)
  const agent = createAgent({ bootstrap, runtime, roleCredentials, clock: systemClock, log })

  const stop = () => void agent.stop().then(() => process.exit(0))
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)

  const listening = await agent.start()
  process.stdout.write(`${JSON.stringify({ listening })}\n`)
}

const fail = (sentences: string) => {
  process.stderr.write(`${sentences}\n`)
  process.exit(1)
}

try {
  await main(readBootstrap(process.argv.slice(2)))
} catch (error) {
  if (error instanceof BootstrapError) fail(error.message)
  else fail(`The agent could not start: ${error instanceof Error ? error.message : String(error)}.`)
}
