import { createServer } from 'node:net'
import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import type { Container, ContainerRuntime, ContainerSpec } from '../../../agent/containers/runtime'
import { eventually } from '../../builders/eventually'

export interface RuntimeUnderTest {
  runtime: () => ContainerRuntime
  /** Answers GET /health on port 8080 until it is told to end. */
  serving: { image: string; tag: string }
  /** Prints `printed` and, after SDO_SAMPLE_DELAY_MS, ends with code 1. */
  crashing: { image: string; tag: string }
  printed: string
  /** Images that cannot be had, and what is said of each. */
  missing: [{ image: string; tag: string }, RegExp][]
}

const secret = 'correct-horse-battery'

/** What every runtime of containers does, however it does it. */
export function describeRuntime(name: string, under: RuntimeUnderTest): void {
  const started: Container[] = []
  afterEach(async () => {
    await Promise.all(started.splice(0).map((container) => container.discard()))
  })

  let next = 0
  async function start(
    changes: Partial<ContainerSpec> = {},
  ): Promise<{ container: Container; hostPort: number }> {
    const hostPort = await freePort()
    next += 1
    const container = await under.runtime().start({
      processId: `process-${next}`,
      ...under.serving,
      cpu: 0.1,
      memoryMb: 200,
      ports: [{ port: 8080, hostPort }],
      environment: {},
      ...changes,
    })
    started.push(container)
    return { container, hostPort }
  }
  const statusAt = (hostPort: number) =>
    fetch(`http://127.0.0.1:${hostPort}/health`).then(
      ({ status }) => status,
      () => undefined,
    )
  const isServing = (hostPort: number) =>
    eventually('the container to serve', async () => (await statusAt(hostPort)) === 200, 20_000)

  describe(`a runtime of containers: ${name}`, () => {
    it('takes an image that is there, also when many ask at once', async () => {
      const pulls = await Promise.all([1, 2, 3].map(() => under.runtime().pull(under.serving)))
      expect(new Set(pulls.map(({ digest }) => digest)).size).toBe(1)
    })

    it.each(under.missing)('says of the image %j why it cannot be had', async (reference, reason) => {
      await expect(under.runtime().pull(reference)).rejects.toThrow(reason)
    })

    it('runs it where the agent chose, until it is asked to end', async () => {
      const before = Date.now()
      const { container, hostPort } = await start()
      await isServing(hostPort)
      expect(container.startedEpoch).toBeGreaterThanOrEqual(before - 1000)
      expect(container.startedEpoch).toBeLessThanOrEqual(Date.now())
      container.terminate()
      expect(await container.exited).toEqual({ code: 0, signal: null })
      expect(await statusAt(hostPort)).toBeUndefined()
    })

    it('ends it when it is killed, and says by which signal', async () => {
      const { container, hostPort } = await start()
      await isServing(hostPort)
      container.kill()
      expect(await container.exited).toEqual({ code: null, signal: 'SIGKILL' })
      container.terminate()
      container.kill()
    })

    it('tells the code of one that ended by itself, and what it printed, without its secrets', async () => {
      const environment = { SDO_SAMPLE_DELAY_MS: '300', DATABASE_PASSWORD: secret }
      const { container } = await start({ ...under.crashing, environment })
      expect(await container.exited).toEqual({ code: 1, signal: null })
      const output = await container.lastOutput()
      expect(output.join('\n')).toContain(under.printed)
      expect(output.join('\n')).not.toContain(secret)
    })

    it('gives it its variables, and shows none that is a secret, however short or harmless it looks', async () => {
      const environment = { SDO_SAMPLE_DELAY_MS: '300', DATABASE_PASSWORD: 'x.y' }
      const secretNames = ['DATABASE_PASSWORD']
      const { container } = await start({ ...under.crashing, environment, secretNames })
      await container.exited
      const output = (await container.lastOutput()).join('\n')
      expect(output).toContain(under.printed)
      expect(output).not.toContain('x.y')
    })

    it('starts one again at the ports of the one before', async () => {
      const { container, hostPort } = await start()
      await isServing(hostPort)
      await container.discard()
      expect(await statusAt(hostPort)).toBeUndefined()
      const ports = [{ port: 8080, hostPort }]
      const again = await start({ processId: `process-${next}`, ports })
      await isServing(hostPort)
      again.container.terminate()
      await again.container.exited
    })

    it('leaves nothing of one that is discarded, running or not', async () => {
      const { container, hostPort } = await start()
      await isServing(hostPort)
      await container.discard()
      await container.discard()
      await container.exited
      expect(await statusAt(hostPort)).toBeUndefined()
      const found = await under.runtime().find()
      expect(found.map(({ processId }) => processId)).not.toContain(`process-${next}`)
    })

    it('finds what it started, if that outlives it', async () => {
      const { container, hostPort } = await start()
      const found = await under.runtime().find()
      if (!under.runtime().outlivesAgent) return expect(found).toEqual([])
      const [same, ...others] = found.filter(({ processId }) => processId === `process-${next}`)
      expect(others).toEqual([])
      expect(same?.ports).toEqual([{ port: 8080, hostPort }])
      expect(same?.container.startedEpoch).toBe(container.startedEpoch)
      same?.container.kill()
      expect(await container.exited).toEqual({ code: null, signal: 'SIGKILL' })
    })
  })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('There is no free port')
  return address.port
}
