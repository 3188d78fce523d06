import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createDockerRuntime } from '../../../agent/containers/docker/docker-runtime'
import type { Container, ContainerRuntime } from '../../../agent/containers/runtime'
import { silentLogger } from '../../../core/logging/logger'
import { VirtualClock } from '../../builders/virtual-clock'
import { serveImages } from '../../docker/image-registry'
import { busyboxLayer } from '../../docker/images'
import { packTar } from '../../../agent/samples/pack-tar'
import { dockerIsMissing, useDocker } from '../../docker/use-docker'

const minuteMs = 60_000
/** What cannot be compressed. */
const noise = (megabytes: number) =>
  packTar([{ name: 'noise', mode: 0o644, content: randomBytes(megabytes * 1_000_000) }])

describe.skipIf(dockerIsMissing)('images on a disk that is nearly full', () => {
  const daemon = useDocker(undefined, { diskMegabytes: 120 })
  const clock = new VirtualClock()
  let server: Server
  let answer: RequestListener
  let published: RequestListener
  let runtime: ContainerRuntime
  const started: Container[] = []
  beforeAll(async () => {
    const config = { Cmd: ['/bin/sleep', '1000'] }
    const small = busyboxLayer()
    published = await serveImages([
      { repository: 'team/used', tag: '1', layer: small, config },
      { repository: 'team/unused', tag: '1', layer: noise(5), config },
      { repository: 'team/next', tag: '1', layer: noise(6), config },
      { repository: 'team/huge', tag: '1', layer: noise(150), config },
    ])
    server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    runtime = await createDockerRuntime({
      docker: daemon().docker,
      instance: 'instance-1',
      publishOn: '127.0.0.1',
      prefersLocalImages: false,
      guardsInstance: false,
      registryLogin: async () => undefined,
      clock,
      log: silentLogger,
    })
  })
  afterEach(() => {
    answer = published
  })
  afterAll(async () => {
    for (const container of started) await container.discard()
    server?.close().closeAllConnections()
  })

  const named = (repository: string) =>
    `127.0.0.1:${(server.address() as AddressInfo).port}/team/${repository}`
  const reference = (repository: string) => ({ image: named(repository), tag: '1' })
  const present = async () =>
    (await daemon().docker.listImages())
      .flatMap(({ RepoTags }) => RepoTags ?? [])
      .map((name) => name.split('/').at(-1))
  const start = async (repository: string) => {
    const spec = {
      processId: repository,
      ...reference(repository),
      cpu: 0.1,
      memoryMb: 20,
      ports: [],
      environment: {},
    }
    const container = await runtime.start(spec)
    started.push(container)
    return container
  }

  it('go before the next pull when no container has them, and those that one has stay', async () => {
    answer = published
    for (const repository of ['used', 'unused']) await runtime.pull(reference(repository))
    await start('used')
    await clock.advance(11 * minuteMs)
    await runtime.pull(reference('next'))
    expect((await present()).sort()).toEqual(['next:1', 'used:1'])
  })

  it('that are gone when they are to be started are pulled again', async () => {
    const [before] = started
    await before?.discard()
    await daemon()
      .docker.getImage(`${named('used')}:1`)
      .remove({ force: true })
    await start('used')
    expect(await present()).toContain('used:1')
  })

  it('that do not fit are said to fill the disk', async () => {
    await expect(runtime.pull(reference('huge'))).rejects.toThrow(/^the disk of the instance is full: /)
  }, 120_000)

  it('are refused when the registry has other bytes under their digest', async () => {
    const digest = `sha256:${'0'.repeat(64)}`
    answer = (request, response) => {
      request.url = request.url?.replace(digest, '1')
      published(request, response)
    }
    const image = { ...reference('next'), digest }
    await expect(runtime.pull(image)).rejects.toThrow(
      /^127\.0\.0\.1:\d+ sent other bytes than those of sha256:0+: the image was damaged or replaced/,
    )
  })

  it('are refused when a layer is not what was announced', async () => {
    await daemon()
      .docker.getImage(`${named('next')}:1`)
      .remove({ force: true })
    answer = (request, response) => {
      if (!request.url?.includes('/blobs/')) return published(request, response)
      const write = response.end.bind(response)
      response.end = ((body?: Buffer) => {
        // The configuration is small, and stays as it is.
        if (body && body.length > 100_000)
          body = Buffer.concat([body.subarray(0, -1), Buffer.from([(body.at(-1) ?? 0) ^ 1])])
        return write(body)
      }) as typeof response.end
      published(request, response)
    }
    await expect(runtime.pull(reference('next'))).rejects.toThrow(/sent other bytes than it announced/)
  }, 120_000)
})
