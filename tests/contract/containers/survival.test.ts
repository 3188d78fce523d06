import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { labels } from '../../../agent/containers/docker/container-options'
import type { AgentProcess } from '../../../core/agent/protocol'
import { buildDesiredProcess } from '../../builders/desired-process'
import { importImage, runningShell, webServer } from '../../docker/images'
import { dockerIsMissing, useDocker } from '../../docker/use-docker'
import { buildAgent, type BuiltAgent } from '../agent/built-agent'
import { DockerAgent } from './docker-agent'

describe.skipIf(dockerIsMissing)('containers and the end of their agent', () => {
  const daemon = useDocker(async ({ docker }) => {
    await importImage(docker, 'test/web:1', webServer)
    await importImage(docker, 'test/crash:1', runningShell('echo "There is no $THING to begin with"; exit 3'))
  })
  let built: BuiltAgent
  let agent: DockerAgent
  beforeAll(async () => {
    built = await buildAgent()
  })
  afterAll(() => built.remove())
  beforeEach(() => {
    agent = new DockerAgent(built.agentPath, { socketPath: daemon().socketPath })
  })
  afterEach(async () => {
    await agent.remove()
    for (const { Id } of await containers()) await daemon().docker.getContainer(Id).remove({ force: true })
  })

  const containers = () =>
    daemon().docker.listContainers({
      all: true,
      filters: { label: [`${labels.instance}=${agent.instance}`] },
    })
  const web = (id: string) => buildDesiredProcess({ id, image: 'test/web', memoryMb: 50 })
  const isHealthy = ({ state }: AgentProcess) => state === 'healthy'
  const stopUrlOf = async (id: string) => {
    const { Config } = await daemon().docker.getContainer(id).inspect()
    return (
      Config.Env.find((variable) => variable.startsWith('SDO_STOP_URL='))?.slice('SDO_STOP_URL='.length) ?? ''
    )
  }

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'go on after %s as if nothing had been: same containers, ports, restarts and stop endpoints',
    async (signal) => {
      const desired = [web('process-1'), web('process-2')]
      await agent.start()
      await agent.apply(...desired)
      const before = [
        await agent.processWhen('process-1', isHealthy),
        await agent.processWhen('process-2', isHealthy),
      ]
      const [first] = await containers()
      const ids = (await containers()).map(({ Id }) => Id).sort()
      await agent.end(signal)
      expect((await containers()).every(({ State }) => State === 'running')).toBe(true)

      await agent.start()
      // At once, without having been told anything.
      expect((await agent.status()).processes).toEqual(before)
      expect((await containers()).map(({ Id }) => Id).sort()).toEqual(ids)
      expect((await agent.apply(...desired)).processes).toEqual(before)
      const answer = await fetch(await stopUrlOf(first?.Id ?? ''))
      expect(await answer.json()).toEqual({ stop: false })

      await agent.apply()
      const stopping = await fetch(await stopUrlOf(ids[0] ?? '')).then(({ status }) => status)
      expect([200, 429]).toContain(stopping)
    },
  )

  it('that ended meanwhile are started again, and their end is told', async () => {
    await agent.start()
    await agent.apply(web('process-1'))
    await agent.processWhen('process-1', isHealthy)
    await agent.end('SIGKILL')
    const [left] = await containers()
    await daemon()
      .docker.getContainer(left?.Id ?? '')
      .kill()
    await agent.start()
    const { message } = await agent.processWhen('process-1', ({ state }) => state === 'restarting')
    expect(message).toBe('It was ended by the signal SIGKILL. It is started again in 1 s.')
    await agent.processWhen('process-1', (process) => isHealthy(process) && process.restarts === 1)
    expect(await containers()).toHaveLength(1)
  })

  it('keep what was printed last with a process that does not get healthy', async () => {
    await agent.start()
    await agent.apply(
      buildDesiredProcess({ image: 'test/crash', memoryMb: 50, environment: { THING: 'database' } }),
    )
    const { message, output } = await agent.processWhen('process-1', ({ state }) => state === 'restarting')
    expect(message).toBe('It exited with code 3. It is started again in 1 s.')
    expect(output).toEqual(['There is no database to begin with'])
  })

  it('are never doubled, lost or restarted by an agent that is killed at any moment', async () => {
    const desired = ['process-1', 'process-2', 'process-3'].map(web)
    await agent.start()
    await agent.apply(...desired.slice(0, 1))
    const steady = await agent.processWhen('process-1', isHealthy)
    const [untouched] = await containers()
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 1500 }), fc.boolean(), async (delayMs, isDuringStart) => {
        if (isDuringStart) {
          await agent.end('SIGKILL')
          agent.spawn()
        } else void agent.apply(...desired).catch(() => undefined)
        await new Promise((resolve) => setTimeout(resolve, delayMs))
        await agent.end('SIGKILL')
        const running = await containers()
        expect(running.map(({ Id }) => Id)).toContain(untouched?.Id)
        expect(new Set(running.map(({ Labels }) => Labels[labels.process])).size).toBe(running.length)
        await agent.start()
      }),
      { numRuns: 12 },
    )
    await agent.apply(...desired)
    for (const { id } of desired) await agent.processWhen(id, isHealthy)
    expect(await containers()).toHaveLength(desired.length)
    expect(await agent.processWhen('process-1', isHealthy)).toEqual(steady)
  }, 180_000)
})
