import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { createAgent, type Agent } from '../../../agent/agent'
import type { ContainerExit, ContainerRuntime } from '../../../agent/containers/runtime'
import { keepNothing } from '../../../agent/state/agent-state'
import { createCloudWatchLogStreams } from '../../../agent/output/cloudwatch-log-streams'
import { createStsRoleCredentials } from '../../../agent/credentials/sts-role-credentials'
import { createProcessSecrets } from '../../../agent/secrets/process-secrets'
import type { InstanceBooter } from '../../../simulator/booter'
import { systemClock } from '../../../core/time/clock'
import type { Logger } from '../../../core/logging/logger'

/** Boots the real agent, speaking the real protocol, inside this process: nothing has to be started. */
export function createInstantBooter(log: Logger): InstanceBooter {
  const agents = new Map<string, Agent>()
  return {
    async boot({ instanceId, bootstrap }) {
      const agent = createAgent({
        bootstrap: { ...bootstrap, listenHost: '127.0.0.1', listenPort: 0, runtime: 'process' },
        runtime: instantRuntime,
        state: keepNothing,
        controlKey: { current: () => Buffer.from(bootstrap.key, 'base64'), replace: () => undefined },
        roleCredentials: createStsRoleCredentials(bootstrap),
        secrets: createProcessSecrets(bootstrap, systemClock),
        logStreams: createCloudWatchLogStreams(bootstrap),
        clock: systemClock,
        log,
      })
      agents.set(instanceId, agent)
      return agent.start()
    },
    async halt(instanceId) {
      const agent = agents.get(instanceId)
      agents.delete(instanceId)
      await agent?.stop()
    },
  }
}

/** A little above the agent's limit for polls of the stop endpoint. */
const stopPollMs = 2050

/** Containers that are servers of this process: healthy at once, and gone as soon as they are asked to stop. */
const instantRuntime: ContainerRuntime = {
  agentHost: '127.0.0.1',
  agentHostInContainers: '127.0.0.1',
  outlivesAgent: false,
  pull: () => Promise.resolve({}),
  resolve: () => Promise.resolve({}),
  find: () => Promise.resolve([]),
  async start({ ports, tag, environment }) {
    const servers = ports.map(({ hostPort }) =>
      createServer((_request, response) => {
        response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ version: tag }))
      }).listen(hostPort, '127.0.0.1'),
    )
    await Promise.all(servers.map((server) => once(server, 'listening')))
    let end: (exit: ContainerExit) => void = () => undefined
    const exited = new Promise<ContainerExit>((resolve) => (end = resolve))
    const poll = setInterval(
      () => void isToStop(environment['SDO_STOP_URL']).then((is) => is && stop()),
      stopPollMs,
    )
    const stop = () => {
      clearInterval(poll)
      void Promise.all(servers.map(close)).then(() => end({ code: 0, signal: null }))
    }
    return {
      startedEpoch: systemClock.now(),
      exited,
      memoryKills: () => 0,
      figures: async () => ({}),
      terminate: stop,
      kill: stop,
      lastOutput: () => Promise.resolve([]),
      discard: () => Promise.resolve(),
    }
  },
}

async function isToStop(stopUrl = ''): Promise<boolean> {
  try {
    const { stop } = (await (await fetch(stopUrl)).json()) as { stop?: boolean }
    return stop === true
  } catch {
    return false
  }
}

const close = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
