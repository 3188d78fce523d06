import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { VirtualClock } from '../tests/builders/virtual-clock'
import { eventually } from '../tests/builders/eventually'
import { readSpotNotices, watchSpotNotices } from './spot-notices'

const actionPath = '/latest/meta-data/spot/instance-action'
const rebalancePath = '/latest/meta-data/events/recommendations/rebalance'
const time = '2026-01-01T00:02:00Z'
const epoch = Date.parse(time)

/** A metadata service that answers as AWS documents: a token first, 404 for what there is not. */
async function serveMetadata(answers: Record<string, string>) {
  const asked: string[] = []
  const server: Server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    if (request.method === 'PUT' && request.url === '/latest/api/token')
      return void response.end(
        request.headers['x-aws-ec2-metadata-token-ttl-seconds'] ? 'token-1' : undefined,
      )
    if (request.headers['x-aws-ec2-metadata-token'] !== 'token-1') return void response.writeHead(401).end()
    const answer = answers[request.url ?? '']
    response.writeHead(answer === undefined ? 404 : 200).end(answer)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

describe('what the metadata service says of the end of a Spot instance', () => {
  it('is nothing while it answers 404', async () => {
    const { endpoint } = await serveMetadata({})
    expect(await readSpotNotices(endpoint)).toEqual({})
  })

  it('is when AWS takes it back, and when it recommended to move', async () => {
    const { endpoint } = await serveMetadata({
      [actionPath]: JSON.stringify({ action: 'terminate', time }),
      [rebalancePath]: JSON.stringify({ noticeTime: time }),
    })
    expect(await readSpotNotices(endpoint)).toEqual({ takenBackEpoch: epoch, rebalanceEpoch: epoch })
  })

  it.each(['', 'null', '[]', '{"time":1}', '{"time":"never"}', `{"time":"${time}"${' '.repeat(10_000)}}`])(
    'is nothing where the answer makes no sense: %#',
    async (answer) => {
      const { endpoint } = await serveMetadata({ [actionPath]: answer, [rebalancePath]: answer })
      expect(await readSpotNotices(endpoint)).toEqual({})
    },
  )

  it('is nothing where nobody answers', async () => {
    expect(await readSpotNotices('http://127.0.0.1:1')).toEqual({})
  })

  it('is read every five seconds, and stays known', async () => {
    const answers: Record<string, string> = {}
    const { endpoint, asked } = await serveMetadata(answers)
    const clock = new VirtualClock()
    const stopping = new AbortController()
    onTestFinished(() => stopping.abort())
    const notices = watchSpotNotices({ endpoint, clock }, stopping.signal)
    await eventually('it was read', () => asked.length === 3)
    answers[actionPath] = JSON.stringify({ action: 'terminate', time })
    await eventually('it is known', async () => {
      await clock.advance(5000)
      return notices().takenBackEpoch === epoch
    })
    answers[actionPath] = ''
    await clock.advance(5000)
    expect(notices()).toMatchObject({ takenBackEpoch: epoch })
  })
})
