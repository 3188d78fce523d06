import { beforeEach, describe, expect, it } from 'vitest'
import { buildSimulatedAws, type SimulatedAwsBench } from '../../tests/builders/simulated-aws'
import type { CloudError, RecordChange } from '../cloud/cloud'
import { ZoneRecords, type ZoneAddress } from './zone-records'

let bench: SimulatedAwsBench
let records: ZoneRecords
let calls: number

beforeEach(async () => {
  bench = await buildSimulatedAws({ limitsRoute53: true, timings: { recordSyncMs: 30_000 } })
  records = new ZoneRecords(bench.aws, bench.clock)
  calls = 0
  bench.aws.faults.onCall('*', (action) => {
    if (action.startsWith('route53:')) calls += 1
  })
})

const target = {
  dnsName: 'sdo-0123456789abcdef01234567-1.us-east-1.elb.amazonaws.com',
  zoneId: 'Z35SXDOTRQ7X7K',
}
const creating = (name: string): RecordChange[] => [{ action: 'create', record: { name, target } }]

async function addZone(name = 'example.com'): Promise<ZoneAddress> {
  const { accountNumber, externalId } = bench
  const { id: zoneId } = await bench.aws.customer.createHostedZone(accountNumber, { name })
  return { access: { accountNumber, externalId }, zoneId }
}

/** Asks again and again, as passes do, until it is told. */
async function insist(zone: ZoneAddress, owner: string, changes: RecordChange[]): Promise<string> {
  for (let attempt = 0; attempt < 1000; attempt++) {
    const changeId = await records.submit(zone, owner, changes)
    if (changeId !== undefined) return changeId
    await bench.clock.advance(200)
  }
  throw new Error(`${owner} was told nothing`)
}

describe('changes of a zone', () => {
  it('go in one call when several ask within a moment', async () => {
    const zone = await addZone()
    const owners = Array.from({ length: 50 }, (_, index) => `environment-${index}`)
    for (const owner of owners)
      expect(await records.submit(zone, owner, creating(`${owner}.example.com`))).toBeUndefined()
    await bench.clock.advance(100)
    const ids = []
    for (const owner of owners) ids.push(await records.submit(zone, owner, creating(`${owner}.example.com`)))
    expect(new Set(ids).size).toBe(1)
    expect(ids[0]).toEqual(expect.any(String))
    expect(calls).toBe(1)
  })

  it('are made for everybody but those whose name is taken, who are told', async () => {
    const zone = await addZone()
    await bench.aws.customer.putRecord(bench.accountNumber, {
      zoneId: zone.zoneId,
      name: 'e3.example.com',
      type: 'A',
      value: '192.0.2.7',
    })
    const owners = Array.from({ length: 8 }, (_, index) => `e${index}`)
    for (const owner of owners) await records.submit(zone, owner, creating(`${owner}.example.com`))
    await bench.clock.advance(60_000)
    const outcomes = []
    for (const owner of owners)
      outcomes.push(
        await insist(zone, owner, creating(`${owner}.example.com`)).then(
          () => 'made',
          (error: CloudError) => error.kind ?? String(error),
        ),
      )
    expect(outcomes.join()).toEqual(owners.map((owner) => (owner === 'e3' ? 'invalid' : 'made')).join())
  })

  it('are told to who asked for exactly them, and once', async () => {
    const zone = await addZone()
    const first = await insist(zone, 'one', creating('a.example.com'))
    expect(first).toEqual(expect.any(String))
    expect(await records.submit(zone, 'one', creating('b.example.com'))).toBeUndefined()
  })
})

describe('what a zone holds', () => {
  it('is read once for all, and again when it must be newer', async () => {
    const zone = await addZone()
    const now = bench.clock.now()
    expect((await records.list(zone, now))?.recordsAt('example.com').map(({ type }) => type)).toEqual([
      'NS',
      'SOA',
    ])
    await records.list(zone, now)
    expect(calls).toBe(1)
    await bench.clock.advance(1000)
    await records.list(zone, now + 1)
    expect(calls).toBe(2)
  })
})

describe('1,000 linked environments in one account', () => {
  const environments = 1000
  const minutes = 10
  const lookMilliseconds = 2000

  /** All link at once, wait for their change, and look at their zone every five minutes. */
  async function run(zoneOf: (index: number) => ZoneAddress, nameOf: (index: number) => string) {
    const made = new Map<number, string>()
    const inSync = new Map<number, number>()
    const start = bench.clock.now()
    const end = start + minutes * 60_000
    let linkedSeconds = Infinity
    while (bench.clock.now() < end) {
      for (let index = 0; index < environments; index++) {
        const zone = zoneOf(index)
        const changeId = made.get(index)
        if (changeId === undefined) {
          const told = await records.submit(zone, `e${index}`, creating(nameOf(index)))
          if (told !== undefined) made.set(index, told)
        } else if (!inSync.has(index)) {
          if (await records.isInSync(zone, changeId)) inSync.set(index, bench.clock.now())
        } else if ((inSync.get(index) ?? 0) < bench.clock.now() - 300_000)
          await records.list(zone, bench.clock.now() - 300_000)
      }
      if (inSync.size === environments)
        linkedSeconds = Math.min(linkedSeconds, (bench.clock.now() - start) / 1000)
      await bench.clock.advance(inSync.size < 10 ? 500 : lookMilliseconds)
    }
    return { callsPerSecond: calls / (minutes * 60), linked: inSync.size, linkedSeconds }
  }

  it('of one zone call Route 53 less than once a second, and wait for little but Route 53', async () => {
    const zone = await addZone()
    const { callsPerSecond, linked, linkedSeconds } = await run(
      () => zone,
      (index) => `e${index}.example.com`,
    )
    expect(linked).toBe(environments)
    expect(linkedSeconds).toBeLessThan(32)
    expect(callsPerSecond).toBeLessThan(0.2)
  })

  it('of a zone each call it less than once a second, and are never refused', async () => {
    const zones: ZoneAddress[] = []
    for (let index = 0; index < environments; index++) zones.push(await addZone(`z${index}.example.com`))
    const { callsPerSecond, linked } = await run(
      (index) => zones[index] as ZoneAddress,
      (index) => `www.z${index}.example.com`,
    )
    expect(callsPerSecond).toBeLessThan(1)
    expect(linked).toBeGreaterThan(200)
  })
})
