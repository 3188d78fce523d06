import { describe, expect, it } from 'vitest'
import type { EnvironmentStatus } from '../../core/resources/environment'
import { ownerTags } from '../../core/aws/ownership'
import { networkLines } from '../../core/environment-log/network-lines'
import { buildEnvironmentBench, environmentName, type EnvironmentBench } from '../builders/environment-bench'
import { buildApplicationSpec } from '../builders/environment-parts'
import { neverFewerServing } from './never-fewer-serving'
import { countThings, nothing } from './story'

const routeTablesOf = (bench: EnvironmentBench) =>
  bench.snapshot().things.filter(({ kind, owner }) => kind === 'routeTables' && owner === 'sdo')

const routeTableIdOf = async (bench: EnvironmentBench) => (await bench.status()).network.routeTableId

/** A release that recorded no route tables, or another one, hands the environment over to this one. */
async function takeOver(bench: EnvironmentBench, routeTableId?: string): Promise<void> {
  const environment = await bench.find()
  if (!environment?.status) throw new Error('The environment has no status.')
  const { routeTableId: _, ...network } = environment.status.network
  const status: EnvironmentStatus = {
    ...environment.status,
    network: { ...network, ...(routeTableId !== undefined && { routeTableId }) },
  }
  await bench.store.replaceStatus('Environment', environment, status)
  bench.replaceController()
}

async function buildServing() {
  const bench = await buildEnvironmentBench()
  await bench.runUntilPhase(await bench.deploy(buildApplicationSpec('web', { count: 2 })), 'Live')
  await bench.runUntilReady()
  bench.watch(neverFewerServing(bench, 'web', 2))
  return bench
}

describe('a network whose route table an older release did not record', () => {
  it('has it recorded, while nothing is written to the account or told, and nobody is turned away', async () => {
    const bench = await buildServing()
    const recorded = await routeTableIdOf(bench)
    const before = await bench.messages()
    const launched = bench.launched.size
    const writes: string[] = []
    const noteWrite = (action: string) => void (/^ec2:(?!Describe)/.test(action) && writes.push(action))
    await takeOver(bench)
    expect(await routeTableIdOf(bench)).toBeUndefined()
    const stop = bench.aws.faults.onCall('*', noteWrite)
    await bench.runFor(60)
    stop()
    expect(await routeTableIdOf(bench)).toBe(recorded)
    expect(routeTablesOf(bench)).toEqual([expect.objectContaining({ id: recorded })])
    expect(writes).toEqual([])
    expect(await bench.messages()).toEqual(before)
    expect((await bench.status()).phase).toBe('Ready')
    expect(bench.launched.size).toBe(launched)
  })

  it('gets another one if it is gone, so that what is launched reaches the world', async () => {
    const bench = await buildServing()
    const before = countThings(bench)
    for (const { id } of routeTablesOf(bench)) await bench.aws.customer.deleteThing(bench.accountNumber, id)
    await takeOver(bench)
    const next = await bench.deploy(buildApplicationSpec('web', { count: 2, tag: '2' }))
    await bench.runUntilPhase(next, 'Live')
    await bench.runUntilReady()
    expect(bench.servingTags()).toEqual(['2', '2'])
    expect(countThings(bench)).toEqual(before)
    expect(routeTablesOf(bench)).toEqual([expect.objectContaining({ id: await routeTableIdOf(bench) })])
  })

  it('keeps using that table if it has lost its tags, and says it once', async () => {
    const bench = await buildServing()
    const recorded = (await routeTableIdOf(bench)) ?? ''
    const before = countThings(bench)
    await bench.aws.customer.changeTags(bench.accountNumber, recorded, { Name: 'by hand' })
    await takeOver(bench)
    await bench.runUntil('it is recorded', async () => (await routeTableIdOf(bench)) === recorded, 60)
    const next = await bench.deploy(buildApplicationSpec('web', { count: 2, tag: '2' }))
    await bench.runUntilPhase(next, 'Live')
    await bench.runUntilReady()
    await bench.runFor(300)
    expect(countThings(bench)).toEqual(before)
    expect(await bench.messagesOf(networkLines.untagged)).toEqual([expect.stringContaining(recorded)])
  })

  it('goes back to that table where another one was recorded in its place, with which no subnet can be associated', async () => {
    const bench = await buildServing()
    const { accountNumber, aws } = bench
    const recorded = (await routeTableIdOf(bench)) ?? ''
    await aws.customer.changeTags(accountNumber, recorded, { Name: 'by hand' })
    const { network } = aws.account({ accountNumber, externalId: 'external-id' })
    const { vpcId = '' } = (await bench.status()).network
    const other = await network.createRouteTable({ vpcId, tags: ownerTags(environmentName, 'route-table') })
    await takeOver(bench, other.id)
    await bench.runUntil('it is recorded', async () => (await routeTableIdOf(bench)) === recorded, 60)
    const next = await bench.deploy(buildApplicationSpec('web', { count: 2, tag: '2' }))
    await bench.runUntilPhase(next, 'Live')
    await bench.runUntilReady()
    await bench.runFor(300)
    expect(await routeTableIdOf(bench)).toBe(recorded)
    expect((await bench.status()).phase).toBe('Ready')
  })

  it('is finished with that table if it was being made, and all of it goes with its environment', async () => {
    const bench = await buildEnvironmentBench()
    bench.aws.faults.refuse('ec2:AssociateRouteTable', 'unavailable')
    await bench.runUntil('its table is made', () => routeTablesOf(bench).length > 0, 60)
    await takeOver(bench)
    bench.aws.faults.refuse('ec2:AssociateRouteTable', 'unavailable', 0)
    await bench.runUntilReady()
    expect(routeTablesOf(bench)).toEqual([expect.objectContaining({ id: await routeTableIdOf(bench) })])
    expect(await bench.messagesOf(networkLines.ready)).toHaveLength(1)
    await bench.delete()
    expect(await bench.leftovers()).toEqual(nothing)
  })
})
