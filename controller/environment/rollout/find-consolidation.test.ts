import { describe, expect, it } from 'vitest'
import type { InstanceStatus, ProcessStatus } from '../../../core/resources/environment'
import type { Offering } from '../../cloud/cloud'
import { buildApplicationSpec } from '../../../tests/builders/environment-parts'
import { createPlanner } from '../../planner/planner'
import { findConsolidation } from './find-consolidation'
import type { Demand } from '../workload/goal'
import { selectProcesses } from '../workload/selection'

const planner = await createPlanner({ deadlineMilliseconds: 50 })

const offering = (market: Offering['market'], pricePerHour: number): Offering => ({
  instanceType: 'c7g.medium',
  zone: 'us-east-1a',
  market,
  pricePerHour,
  vcpu: 1,
  memoryMib: 2048,
  penalty: 0,
})
const onDemand = offering('on-demand', 0.04)
const spot = offering('spot', 0.012)

const application = buildApplicationSpec('web', { cpu: 0.2, memoryMb: 300, count: 2 })
const demand: Demand = {
  key: 'web',
  application,
  releaseId: 'release',
  deployment: 'deployment-1',
  isNew: false,
}

const instance = (clientToken: string, { market, pricePerHour }: Offering): InstanceStatus => ({
  clientToken,
  instanceId: `i-${clientToken}`,
  instanceType: 'c7g.medium',
  zone: 'us-east-1a',
  market,
  pricePerHour,
  vcpu: 1,
  memoryMib: 2048,
  phase: 'Running',
  lastSeenEpoch: 0,
})

const process = (id: string, clientToken: string): ProcessStatus => ({
  id,
  applicationId: application.applicationId,
  releaseId: 'release',
  deployment: 'deployment-1',
  clientToken,
  phase: 'Serving',
  requestedEpoch: 0,
  healthyEpoch: 1,
  ports: [],
  restarts: 0,
})

function find(instances: InstanceStatus[], processes: ProcessStatus[], offerings: Offering[]) {
  const status = { instances, processes }
  const question = {
    ...selectProcesses([demand], status, 'ALL'),
    status,
    spotStrategy: 'ALL' as const,
    offerings,
    applicationOf: () => application,
  }
  return findConsolidation(question, planner)
}

describe('consolidation', () => {
  it('leaves one of two instances when the other holds everything', async () => {
    const found = await find(
      [instance('a', spot), instance('b', spot)],
      [process('1', 'a'), process('2', 'b')],
      [spot],
    )
    expect(found?.leaving).toHaveLength(1)
    expect(found?.savingPerHour).toBeCloseTo(0.012)
  })

  it('goes back to Spot when its capacity is offered again', async () => {
    const processes = [process('1', 'a'), process('2', 'a')]
    expect(await find([instance('a', onDemand)], processes, [onDemand])).toBeUndefined()
    const found = await find([instance('a', onDemand)], processes, [onDemand, spot])
    expect(found?.leaving).toEqual(['a'])
    expect(found?.savingPerHour).toBeCloseTo(0.028)
  })

  it('moves nothing for a saving too small to notice', async () => {
    const cheaper = { ...spot, zone: 'us-east-1b', pricePerHour: 0.01195 }
    expect(
      await find([instance('a', spot)], [process('1', 'a'), process('2', 'a')], [spot, cheaper]),
    ).toBeUndefined()
  })

  it('changes nothing in a fleet that is as cheap as can be', async () => {
    expect(
      await find([instance('a', spot)], [process('1', 'a'), process('2', 'a')], [onDemand, spot]),
    ).toBeUndefined()
  })
})
