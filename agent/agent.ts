import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { pskTlsOptions } from '../core/agent/pre-shared-key'
import type { AgentBootstrap } from '../core/agent/protocol'
import type { Clock } from '../core/time/clock'
import type { Logger } from '../core/logging/logger'
import { readBootTimes } from './boot-times'
import type { ContainerRuntime } from './containers/runtime'
import { createControlApp } from './control-app'
import { createCredentialsServers } from './credentials/process-credentials'
import type { RoleCredentials } from './credentials/role-credentials'
import type { LogMeter } from './output/log-meter'
import type { LogStreams } from './output/log-streams'
import { createProcessOutput } from './output/process-output'
import { probeHealth } from './processes/health-probe'
import { createHostPorts } from './processes/host-ports'
import { createStopRequests } from './processes/stop-requests'
import { createSupervisor } from './processes/supervisor'
import type { ControlKey } from './control-key'
import type { ReplaceableRelease } from './release/replaceable-release'
import type { KeptProcess, StateKeeper } from './state/agent-state'
import type { ProcessSecrets } from './secrets/process-secrets'
import { closeServer, listenAgain, listenOn, portOf, serverLimits } from './servers'
import { awsMetadataEndpoint, watchSpotNotices } from './spot-notices'
import { createStopApp } from './stop-app'
import { UsageMinutes } from './usage/usage-minutes'

export interface Agent {
  /** Resolves with where the controller reaches it, once it does. */
  start(): Promise<{ host: string; port: number }>
  /** Ends the agent's own servers, and before them every process that does not outlive it. */
  stop(): Promise<void>
}

interface AgentOptions {
  bootstrap: AgentBootstrap
  runtime: ContainerRuntime
  /** State of the agent before this one. */
  state: StateKeeper
  roleCredentials: RoleCredentials
  secrets: ProcessSecrets
  logStreams: LogStreams
  /** What CloudWatch Logs takes in; absent where nobody counts. */
  logMeter?: LogMeter
  /** By which the controller proves itself, in place of the key of the bootstrap. */
  controlKey: ControlKey
  /** How the agent gives way to another release; absent where it cannot. */
  release?: ReplaceableRelease
  clock: Clock
  log: Logger
}

/** The agent of one instance: runs what the controller last asked for and says what became of it. */
export function createAgent(options: AgentOptions): Agent {
  const { bootstrap, runtime, roleCredentials, secrets, logStreams, logMeter, state } = options
  const { controlKey, release, clock, log } = options
  const { instance, listenHost, listenPort } = bootstrap
  const key = Buffer.from(bootstrap.key, 'base64')

  const stopRequests = createStopRequests(clock)
  const stopServer = createHttpServer(serverLimits, createStopApp(stopRequests))
  const { agentHost: host, agentHostInContainers: hostInContainers, sdkHost } = runtime
  const credentials = createCredentialsServers({
    key,
    host,
    hostInContainers,
    sdkHost,
    roleCredentials,
    clock,
    log,
  })
  const usage = new UsageMinutes(clock)
  let kept: KeptProcess[] | undefined
  const save = () => {
    if (!kept) return
    const ports = { stop: portOf(stopServer), ...credentials.ports() }
    state.write({ ports, processes: kept, ...(logMeter && { logs: logMeter.kept() }) })
  }
  const supervisor = createSupervisor({
    runtime,
    clock,
    log,
    hostPorts: createHostPorts(),
    probe: probeHealth,
    stopRequests,
    credentials,
    secrets,
    output: createProcessOutput({ streams: logStreams, clock, log }),
    usage,
    keep(processes) {
      kept = processes
      save()
    },
    stopUrl: ({ token }) => `http://${hostInContainers}:${portOf(stopServer)}/stop/${token}`,
  })
  const stopping = new AbortController()
  const ownsMachine = isOnInstanceOfAws(bootstrap)
  const endpoint = bootstrap.metadataEndpoint ?? (ownsMachine ? awsMetadataEndpoint : undefined)
  const spotNotices = endpoint ? watchSpotNotices({ endpoint, clock }, stopping.signal) : undefined
  const controlServer = createHttpsServer(
    {
      ...pskTlsOptions,
      ...serverLimits,
      handshakeTimeout: 10_000,
      pskCallback: (_socket, identity) => (identity === instance ? controlKey.current() : null),
    },
    createControlApp({
      instance,
      supervisor,
      runtime,
      usage,
      spotNotices,
      release,
      log,
      replaceKey(next) {
        controlKey.replace(next)
        log.info('The controller gave this instance another key')
      },
      endConnections: () => controlServer.closeAllConnections(),
      bootTimes: readBootTimes(clock.now(), ownsMachine),
      logBytes: logMeter && (() => logMeter.total()),
    }),
  )
  // The controller comes back every ten seconds or so, and keeps its connection for somewhat less than this.
  controlServer.keepAliveTimeout = 65_000
  controlServer.on('tlsClientError', (error: NodeJS.ErrnoException) =>
    log.warn({ reason: error.code ?? error.message }, 'Refused a caller without the key of this instance'),
  )

  return {
    async start() {
      const before = state.read()
      await listenAgain(stopServer, host, before.ports?.stop)
      await credentials.start(before.ports)
      kept = before.processes
      if (before.logs) logMeter?.resume(before.logs)
      void logMeter?.run(stopping.signal, save)
      await supervisor.resume(before.processes)
      await listenOn(controlServer, listenHost, listenPort)
      return { host: listenHost, port: portOf(controlServer) }
    },
    async stop() {
      stopping.abort()
      save()
      if (!runtime.outlivesAgent) await supervisor.shutDown()
      await Promise.all([closeServer(controlServer), closeServer(stopServer), credentials.stop()])
    },
  }
}

/** Whether the agent has the machine for itself, and finds a metadata service without being told where. */
const isOnInstanceOfAws = ({ runtime, listenHost }: AgentBootstrap): boolean =>
  runtime === 'docker' && listenHost === '0.0.0.0'
