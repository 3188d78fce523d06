import { createServer, type AddressInfo, type Server } from 'node:net'
import { once } from 'node:events'
import type { Answer } from 'dns-packet'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startDnsServer, type RunningDnsServer } from '../../simulator/dns/dns-server'
import { askParent } from './ask-parent'

/** A resolver whose zone above has one name server, at the addresses that a stranger says. */
let said: string[]
let resolver: RunningDnsServer
/** Something of ours that nobody outside should hear of. */
let inside: Server
let numConnections: number

beforeEach(async () => {
  numConnections = 0
  inside = createServer((socket) => {
    numConnections += 1
    socket.destroy()
  }).listen(0, '127.0.0.2')
  await once(inside, 'listening')
  resolver = await startDnsServer((query) => {
    const [question] = query.questions ?? []
    const name = question?.name ?? ''
    const answers: Answer[] =
      question?.type === 'NS'
        ? [{ type: 'NS', name, data: 'ns.stranger.test' }]
        : said.map((data) => ({ type: 'A', name, data }))
    return { ...query, type: 'response', answers }
  })
})
afterEach(async () => {
  inside.close()
  await resolver.close()
})

const ask = () => {
  const { port } = inside.address() as AddressInfo
  return askParent({ resolvers: [resolver], port }).of('shop.stranger.test')
}

describe('the name servers of a zone above', () => {
  it.each([
    ['127.0.0.1'],
    ['127.0.0.2'],
    ['10.0.0.7'],
    ['169.254.169.254'],
    ['192.168.1.1', '172.16.0.1'],
    ['100.64.0.1'],
    ['0.0.0.0'],
  ])('are not asked at %s, and nothing says whether somebody is there', async (...addresses) => {
    said = addresses
    const refused = await ask().catch((failure: unknown) => failure)
    said = []
    const absent = await ask().catch((failure: unknown) => failure)
    expect(refused).toEqual(absent)
    expect(String(refused)).toBe(
      'DnsSilence: A name server of the zone above shop.stranger.test has no public address.',
    )
    expect(numConnections).toBe(0)
  })
})
