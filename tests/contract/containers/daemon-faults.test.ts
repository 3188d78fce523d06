import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { networkName } from '../../../agent/containers/docker/network'
import { listContainersOf, removeContainersOf } from '../../../agent/containers/docker/remove-container'
import type { AgentProcess } from '../../../core/agent/protocol'
import { buildDesiredProcess } from '../../builders/desired-process'
import { eventually } from '../../builders/eventually'
import { importImage, runningShell, webServer } from '../../docker/images'
import { dockerIsMissing, useDocker } from '../../docker/use-docker'
import { buildAgent, type BuiltAgent } from '../agent/built-agent'
import { DockerAgent } from './docker-agent'

const patienceMs = 120_000

describe.skipIf(dockerIsMissing)('an agent whose Docker has trouble', () => {
  const daemon = useDocker(async ({ docker }) => {
    await importImage(docker, 'test/web:1', webServer)
    await importImage(docker, 'test/crash:1', runningShell('exit 3'))
    // Asks its neighbour, which is told by a variable, for what only the neighbour may have.
    const ask = (url: string) => `wget -q -T 3 -O - ${url} || echo refused`
    const questions = [ask('$DIRECTLY'), ask('$STOP_WITHOUT_TOKEN'), ask('$STOP_BY_GUESS'), 'sleep 1000']
    await importImage(docker, 'test/curious:1', runningShell(questions.join('; ')))
  })
  let built: BuiltAgent
  let agent: DockerAgent
  beforeAll(async () => {
    built = await buildAgent()
  })
  afterAll(() => built?.remove())
  beforeEach(async () => {
    agent = new DockerAgent(built.agentPath, { socketPath: daemon().socketPath })
    await agent.start()
  })
  afterEach(async () => {
    await agent.remove()
    // Docker may have lost track of one while it was restarted.
    await removeContainersOf(daemon().docker, agent.instance).catch(() => undefined)
  })

  const containers = () => listContainersOf(daemon().docker, agent.instance)
  const web = (id: string) => buildDesiredProcess({ id, image: 'test/web', memoryMb: 50 })
  const isHealthy = ({ state }: AgentProcess) => state === 'healthy'

  it('starts every container again when Docker was restarted, each once, and lives on', async () => {
    const desired = ['process-1', 'process-2', 'process-3'].map(web)
    await agent.apply(...desired)
    for (const { id } of desired) await agent.processWhen(id, isHealthy, patienceMs)
    await daemon().halt()
    await daemon().start()
    for (const { id } of desired) {
      const again = (process: AgentProcess) => isHealthy(process) && process.restarts > 0
      // Tries that Docker had no answer to count too, and there are ever fewer of them.
      expect((await agent.processWhen(id, again, patienceMs)).restarts).toBeLessThanOrEqual(5)
    }
    const running = (await containers()).filter(({ State }) => State === 'running')
    expect(running).toHaveLength(desired.length)
    expect(await agent.end('SIGTERM')).toBe(0)
  }, 300_000)

  it('makes the network again when somebody removed it', async () => {
    await daemon().docker.getNetwork(networkName).remove()
    await agent.apply(web('process-1'))
    await agent.processWhen('process-1', isHealthy, patienceMs)
  }, 150_000)

  it('lets no container ask for what is its neighbour’s', async () => {
    await agent.apply(web('neighbour'))
    await agent.processWhen('neighbour', isHealthy, patienceMs)
    const [neighbour] = await containers()
    const { Config, NetworkSettings } = await daemon()
      .docker.getContainer(neighbour?.Id ?? '')
      .inspect()
    const stopUrl =
      Config.Env.find((one) => one.startsWith('SDO_STOP_URL='))?.replace('SDO_STOP_URL=', '') ?? ''
    const environment = {
      DIRECTLY: `http://${NetworkSettings.Networks[networkName]?.IPAddress}:8080/health`,
      STOP_WITHOUT_TOKEN: stopUrl.replace(/[^/]+$/, ''),
      STOP_BY_GUESS: stopUrl.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    }
    const curious = buildDesiredProcess({
      id: 'curious',
      image: 'test/curious',
      memoryMb: 50,
      ports: [],
      environment,
    })
    await agent.apply(web('neighbour'), curious)
    const logs = async () => {
      const one = (await containers()).find(({ Image }) => Image === 'test/curious:1')
      if (!one) return false
      const container = daemon().docker.getContainer(one.Id)
      // It ends when it has asked, and another one may be in its place by now.
      const log = await container.logs({ stdout: true, stderr: false }).catch(() => '')
      const answers = log.toString('utf8').match(/refused|well|stop/g) ?? []
      return answers.length >= 3 && answers
    }
    expect(await eventually('three answers', logs, patienceMs)).toEqual(['refused', 'refused', 'refused'])
  }, 150_000)

  it('lets 50 crash loops slow down, and not the container that is well', async () => {
    await agent.apply(web('well'))
    const { ports } = await agent.processWhen('well', isHealthy, patienceMs)
    const ids = Array.from({ length: 50 }, (_, index) => `crash-${index}`)
    const crashing = ids.map((id) =>
      buildDesiredProcess({ id, image: 'test/crash', memoryMb: 20, ports: [] }),
    )
    await agent.apply(web('well'), ...crashing)
    const statuses: number[] = []
    const slowest = async () => {
      const begun = performance.now()
      statuses.push((await fetch(`http://127.0.0.1:${ports[0]?.hostPort}/health`)).status)
      return performance.now() - begun
    }
    const times: number[] = []
    await eventually(
      'all to wait for eight seconds',
      async () => {
        times.push(await slowest())
        const { processes } = await agent.status()
        return processes.filter(({ restarts }) => restarts >= 4).length === ids.length
      },
      250_000,
    )
    const { processes } = await agent.status()
    expect(processes.find(({ id }) => id === 'well')).toMatchObject({ state: 'healthy', restarts: 0 })
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(times.sort((one, other) => one - other)[Math.floor(times.length / 2)]).toBeLessThan(500)
    // The first of them has waited for 1, 2, 4 and 8 seconds and no less: none is started over and over.
    expect(Math.max(...processes.map(({ restarts }) => restarts))).toBeLessThan(12)
  }, 300_000)
})
