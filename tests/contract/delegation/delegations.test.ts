import { createServer, type AddressInfo } from 'node:net'
import { Resolver } from 'node:dns/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RunningDnsServer } from '../../../simulator/dns/dns-server'
import { askParent } from '../../../controller/delegation/ask-parent'
import { DnsSilence, type Delegations } from '../../../controller/delegation/delegations'
import { buildSimulatedAws, type SimulatedAwsBench } from '../../builders/simulated-aws'

let bench: SimulatedAwsBench
let dns: RunningDnsServer

beforeEach(async () => {
  bench = await buildSimulatedAws()
  dns = await bench.aws.startDns()
})
afterEach(async () => {
  await dns.close()
  await bench.aws.close()
})

const sides: [string, () => Delegations][] = [
  ['DNS', () => askParent({ resolvers: [dns], reach: { loopback: true }, port: dns.port })],
  ['the simulated account itself', () => bench.aws.delegations],
]

describe.each(sides)('delegations, asked of %s', (_name, open) => {
  it('are the name servers of the zone to which the parent delegates', async () => {
    const { id, nameServers } = await bench.aws.customer.createHostedZone(bench.accountNumber, {
      name: 'shop.example.test',
    })
    expect(await open().of('shop.example.test')).toEqual([nameServers])
    await bench.aws.customer.setDelegation(bench.accountNumber, id, false)
    expect(await open().of('shop.example.test')).toEqual([[]])
  })

  it('are those of the other zone where two have the same name', async () => {
    const first = await bench.aws.customer.createHostedZone(bench.accountNumber, { name: 'example.test' })
    const second = await bench.aws.customer.createHostedZone('444455556666', { name: 'example.test' })
    expect(second.nameServers).not.toEqual(first.nameServers)
    expect(await open().of('example.test')).toEqual([first.nameServers])
    await bench.aws.customer.setDelegation('444455556666', second.id, true)
    expect(await open().of('example.test')).toEqual([second.nameServers])
  })

  it('are asked of the closest parent', async () => {
    await bench.aws.customer.createHostedZone(bench.accountNumber, { name: 'example.test' })
    const { nameServers } = await bench.aws.customer.createHostedZone(bench.accountNumber, {
      name: 'a.b.example.test',
    })
    const said = await open().of('a.b.example.test')
    expect(said.length).toBeGreaterThan(0)
    for (const servers of said) expect(servers).toEqual(nameServers)
  })

  it('are none for a name that nobody delegates', async () => {
    expect(await open().of('nothing.test')).toEqual([[]])
  })
})

describe('asking DNS', () => {
  it('asks the next resolver where one is silent, and says so when all are', async () => {
    const silent = createServer((socket) => socket.on('error', () => undefined).destroy()).listen(
      0,
      '127.0.0.1',
    )
    await new Promise((resolve) => silent.once('listening', resolve))
    const dead = { host: '127.0.0.1', port: (silent.address() as AddressInfo).port }
    const { nameServers } = await bench.aws.customer.createHostedZone(bench.accountNumber, {
      name: 'example.test',
    })
    const patient = askParent({ resolvers: [dead, dns], reach: { loopback: true }, port: dns.port })
    expect(await patient.of('example.test')).toEqual([nameServers])
    const lost = askParent({ resolvers: [dead], port: dns.port })
    await expect(lost.of('example.test')).rejects.toBeInstanceOf(DnsSilence)
    silent.close()
  })

  it('takes no answer to another question', async () => {
    const liar = createServer((socket) => {
      socket.on('error', () => undefined)
      // A well-formed message of somebody else's: id 0, a response without anything in it.
      socket.once('data', () => socket.end(Buffer.from('000c000081800000000000000000', 'hex')))
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => liar.once('listening', resolve))
    const { port } = liar.address() as AddressInfo
    const delegations = askParent({ resolvers: [{ host: '127.0.0.1', port }] })
    await expect(delegations.of('example.test')).rejects.toBeInstanceOf(DnsSilence)
    liar.close()
  })

  it('finds the records of a zone over UDP as anybody does', async () => {
    const { id } = await bench.aws.customer.createHostedZone(bench.accountNumber, { name: 'example.test' })
    const record = { zoneId: id, name: 'www.example.test', type: 'A', value: '192.0.2.7' }
    await bench.aws.customer.putRecord(bench.accountNumber, record)
    const resolver = new Resolver()
    resolver.setServers([`127.0.0.1:${dns.port}`])
    expect(await resolver.resolve4('www.example.test')).toEqual(['192.0.2.7'])
    await expect(resolver.resolve4('other.example.test')).rejects.toMatchObject({ code: 'ENOTFOUND' })
  })
})
