import { fileURLToPath } from 'node:url'
import { destination } from 'pino'
import { systemClock } from '../core/time/clock'
import { createLogger, type Logger } from '../core/logging/logger'
import { createAgent } from './agent'
import { BootstrapError, readBootstrap, type AcceptedBootstrap } from './bootstrap'
import { openControlKey } from './control-key'
import { openDocker } from './containers/docker/docker-client'
import { createDockerRuntime } from './containers/docker/docker-runtime'
import { withSampleImage } from './containers/docker/sample-image'
import { createProcessRuntime } from './containers/process'
import type { ContainerRuntime } from './containers/runtime'
import { createCloudWatchLogStreams } from './output/cloudwatch-log-streams'
import { createLineSenders } from './output/line-sender'
import { LogMeter } from './output/log-meter'
import type { LogStreams } from './output/log-streams'
import { createProcessSecrets } from './secrets/process-secrets'
import { createRegistryLogin } from './registries/registry-login'
import { ReleaseFolder } from './release/release-folder'
import { createReplaceableRelease } from './release/replaceable-release'
import { keepNothing } from './state/agent-state'
import { createStateFile } from './state/state-file'
import { createStsRoleCredentials } from './credentials/sts-role-credentials'

/**
 * The agent of an instance: `agent.js --bootstrap FILE [--releases FOLDER] [--check]`. With `--check` it only reads its bootstrap. When it is ready it prints one line of JSON on stdout,
 * `{"listening":{"host":…,"port":…}}`; its log is JSON on stderr. SIGTERM ends the agent; containers of
 * Docker live on, for the next agent to find, and sample programs end before it does.
 */
async function main(bootstrap: AcceptedBootstrap): Promise<void> {
  const log = createLogger('agent', 'info', destination(2)).child({ instance: bootstrap.instance })
  const logStreams = createCloudWatchLogStreams(bootstrap)
  const logMeter = new LogMeter(systemClock)
  const runtime = await openRuntime(bootstrap, { logStreams, logMeter }, log)
  const state = runtime.outlivesAgent ? createStateFile(bootstrap.stateFile, log) : keepNothing
  const roleCredentials = createStsRoleCredentials(bootstrap)
  const release = openRelease(bootstrap, runtime, log, () => stop())
  const agent = createAgent({
    bootstrap,
    runtime,
    roleCredentials,
    secrets: createProcessSecrets(bootstrap, systemClock),
    logStreams,
    logMeter,
    state,
    controlKey: openControlKey(bootstrap.keyFile, Buffer.from(bootstrap.key, 'base64')),
    release,
    clock: systemClock,
    log,
  })

  const stop = () => void agent.stop().then(() => process.exit(0))
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)

  const listening = await agent.start()
  process.stdout.write(`${JSON.stringify({ listening })}\n`)
}

/** Containers that end with their agent would not outlive its replacement. */
const openRelease = (
  { releaseFolder, file }: AcceptedBootstrap,
  { outlivesAgent }: ContainerRuntime,
  log: Logger,
  restart: () => void,
) =>
  releaseFolder !== undefined && outlivesAgent
    ? createReplaceableRelease({
        releases: new ReleaseFolder(releaseFolder),
        bootstrapFile: file,
        log,
        restart,
      })
    : undefined

async function openRuntime(
  bootstrap: AcceptedBootstrap,
  { logStreams, logMeter }: { logStreams: LogStreams; logMeter: LogMeter },
  log: Logger,
): Promise<ContainerRuntime> {
  const {
    instance,
    listenHost,
    docker: {
      prefersLocalImages = false,
      leavesFirewall = false,
      makesSample = false,
      lacksCredentials = false,
      ...address
    } = {},
  } = bootstrap
  const openLineSender = createLineSenders(logStreams, systemClock, (bytes) => logMeter.add(bytes))
  const samplePath = fileURLToPath(new URL('./samples/sample.js', import.meta.url))
  if (bootstrap.runtime === 'process') return createProcessRuntime({ samplePath, openLineSender, log })
  const docker = await openDocker(address)
  const runtime = await createDockerRuntime({
    docker,
    instance,
    publishOn: listenHost,
    prefersLocalImages,
    guardsInstance: !leavesFirewall,
    registryLogin: createRegistryLogin({ clock: systemClock }, bootstrap),
    logsEndpoint: bootstrap.logsEndpoint,
    ...(lacksCredentials && { openLineSender }),
    logMeter,
    clock: systemClock,
    log,
  })
  return makesSample ? withSampleImage(runtime, { docker, samplePath }) : runtime
}

const fail = (sentences: string) => {
  process.stderr.write(`${sentences}\n`)
  process.exit(1)
}

try {
  const bootstrap = readBootstrap(process.argv.slice(2))
  if (!bootstrap.isCheck) await main(bootstrap)
} catch (error) {
  if (error instanceof BootstrapError) fail(error.message)
  else fail(`The agent could not start: ${error instanceof Error ? error.message : String(error)}.`)
}
