import { once } from 'node:events'
import { createServer as createHttpServer, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { pskTlsOptions } from '../core/agent/pre-shared-key'
import type { AgentBootstrap } from '../core/agent/protocol'
import type { Clock } from '../core/time/clock'
import type { Logger } from '../core/logging/logger'
import type { ContainerRuntime } from './containers/runtime'
import { createControlApp } from './control-app'
import { probeHealth } from './processes/health-probe'
import { createHostPorts } from './processes/host-ports'
import { createStopRequests } from './processes/stop-requests'
import { createSupervisor } from './processes/supervisor'
import type { StateKeeper } from './state/agent-state'
import { createStopApp } from './stop-app'

export interface Agent {
  /** Resolves with where the controller reaches it, once it does. */
  start(): Promise<{ host: string; port: number }>
  /** Ends the agent's own servers, and before them every process that does not outlive it. */
  stop(): Promise<void>
}

/** Whoever takes longer to send a request, or its headers, keeps a connection from others. */
const serverLimits = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 5000 }
/** Of each server at a time; the controller needs one, each process one. */
const mostConnections = 5000

interface AgentOptions {
  bootstrap: AgentBootstrap
  runtime: ContainerRuntime
  /** Where the agent finds what the one before it knew. */
  state: StateKeeper
  clock: Clock
  log: Logger
}

/** The agent of one instance: runs what the controller last asked for and says what became of it. */
export function createAgent({ bootstrap, runtime, state, clock, log }: AgentOptions): Agent {
  const { instance, listenHost, listenPort } = bootstrap
  const key = Buffer.from(bootstrap.key, 'base64')

  const stopRequests = createStopRequests(clock)
  const stopServer = createHttpServer(serverLimits, createStopApp(stopRequests))
  const supervisor = createSupervisor({
    runtime,
    clock,
    log,
    hostPorts: createHostPorts(),
    probe: probeHealth,
    stopRequests,
    keep: (processes) => state.write({ stopPort: portOf(stopServer), processes }),
    stopUrl: ({ token }) => `http://${runtime.agentHostInContainers}:${portOf(stopServer)}/stop/${token}`,
  })
  const controlServer = createHttpsServer(
    {
      ...pskTlsOptions,
      ...serverLimits,
      handshakeTimeout: 10_000,
      pskCallback: (_socket, identity) => (identity === instance ? key : null),
    },
    createControlApp({ instance, supervisor, log }),
  )
  for (const server of [stopServer, controlServer]) server.maxConnections = mostConnections
  // The controller comes back every ten seconds or so, and keeps its connection for somewhat less than this.
  controlServer.keepAliveTimeout = 65_000
  controlServer.on('tlsClientError', (error: NodeJS.ErrnoException) =>
    log.warn({ reason: error.code ?? error.message }, 'Refused a caller without the key of this instance'),
  )

  return {
    async start() {
      const before = state.read()
      await listenAgain(stopServer, runtime.agentHost, before.stopPort)
      await supervisor.resume(before.processes)
      await listen(controlServer, listenHost, listenPort)
      return { host: listenHost, port: portOf(controlServer) }
    },
    async stop() {
      if (!runtime.outlivesAgent) await supervisor.shutDown()
      await Promise.all([close(controlServer), close(stopServer)])
    },
  }
}

const portOf = (server: Server) => (server.address() as AddressInfo).port

async function listen(server: Server, host: string, port: number): Promise<void> {
  server.listen(port, host)
  await once(server, 'listening')
}

/** At the port of the agent before, which containers know, unless somebody else has it. */
async function listenAgain(server: Server, host: string, port = 0): Promise<void> {
  try {
    await listen(server, host, port)
  } catch (error) {
    if (port === 0) throw error
    await listen(server, host, 0)
  }
}

async function close(server: Server): Promise<void> {
  if (!server.listening) return
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}
