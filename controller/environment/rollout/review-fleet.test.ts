import { describe, expect, it } from 'vitest'
import { instancePerHour } from '../../../core/charges/charges'
import type { InstanceStatus, ProcessStatus } from '../../../core/resources/environment'
import type { Offering } from '../../cloud/cloud'
import { buildApplicationSpec } from '../../../tests/builders/environment-parts'
import { createPlanner } from '../../planner/planner'
import { reviewFleet } from './review-fleet'
import type { Demand } from '../workload/goal'
import { selectProcesses } from '../workload/selection'
import type { PlacementQuestion } from './workload'

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

const instance = (clientToken: string, { penalty: _penalty, ...offering }: Offering): InstanceStatus => ({
  ...offering,
  clientToken,
  instanceId: `i-${clientToken}`,
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

function review(
  instances: InstanceStatus[],
  processes: ProcessStatus[],
  offerings: Offering[],
  cpuUse?: PlacementQuestion['cpuUse'],
  launchPremium?: number,
) {
  const status = { instances, processes }
  const question = {
    ...selectProcesses([demand], status, { spotStrategy: 'ALL' }),
    status,
    spotStrategy: 'ALL' as const,
    offerings,
    cpuUse,
    applicationOf: () => application,
  }
  return reviewFleet(question, planner, launchPremium)
}

describe('a look at a fleet', () => {
  it('leaves one of two instances when the other holds everything', async () => {
    const { consolidation, proof } = await review(
      [instance('a', spot), instance('b', spot)],
      [process('1', 'a'), process('2', 'b')],
      [spot],
    )
    expect(consolidation?.leaving).toHaveLength(1)
    expect(consolidation?.savingPerHour).toBeCloseTo(0.012 + instancePerHour)
    expect(consolidation?.why).toMatch(
      /^Moving 1 × web \(version 1\) from i-(a to i-b|b to i-a): saves \$0\.0203\/h\.$/,
    )
    expect(proof).toBeUndefined()
  })

  it('goes back to Spot when its capacity is offered again', async () => {
    const processes = [process('1', 'a'), process('2', 'a')]
    const before = await review([instance('a', onDemand)], processes, [onDemand])
    expect(before.consolidation).toBeUndefined()
    const { consolidation } = await review([instance('a', onDemand)], processes, [onDemand, spot])
    expect(consolidation?.leaving).toEqual(['a'])
    expect(consolidation?.savingPerHour).toBeCloseTo(0.028)
    expect(consolidation?.why).toBe(
      'Moving 2 × web (version 1) from i-a to 1 × c7g.medium Spot: saves $0.0280/h.',
    )
  })

  it('moves nothing for a saving too small to notice, and says how far from the cheapest that is', async () => {
    const cheaper = { ...spot, zone: 'us-east-1b', pricePerHour: 0.01195 }
    const { consolidation, proof } = await review(
      [instance('a', spot)],
      [process('1', 'a'), process('2', 'a')],
      [spot, cheaper],
    )
    expect(consolidation).toBeUndefined()
    expect(proof?.costPerHour).toBeCloseTo(0.012 + instancePerHour)
    expect(proof?.lowerBoundPerHour).toBeLessThanOrEqual(0.01195 + instancePerHour + 1e-9)
    expect(proof?.lowerBoundPerHour).toBeGreaterThan(0.011 + instancePerHour)
  })

  it('launches nothing for what runs that saves less than the premium on launches, which merging is not asked for', async () => {
    const cheaper = { ...spot, zone: 'us-east-1b', pricePerHour: 0.0105 }
    const processes = [process('1', 'a'), process('2', 'a')]
    const reviewAt = (premium: number) =>
      review([instance('a', spot)], processes, [spot, cheaper], undefined, premium)
    expect((await reviewAt(0.1)).consolidation).toBeUndefined()
    expect((await reviewAt(0.05)).consolidation?.savingPerHour).toBeCloseTo(0.0015)
    const apart = [process('1', 'a'), process('2', 'b')]
    const halves = [instance('a', spot), instance('b', spot)]
    expect((await review(halves, apart, [spot], undefined, 0.1)).consolidation?.leaving).toHaveLength(1)
  })

  it('changes nothing in a fleet that is as cheap as can be, and has that proven', async () => {
    const costPerHour = 0.012 + instancePerHour
    expect(
      await review([instance('a', spot)], [process('1', 'a'), process('2', 'a')], [onDemand, spot]),
    ).toEqual({ consolidation: undefined, proof: { costPerHour, lowerBoundPerHour: costPerHour } })
  })

  it('leaves a burstable instance for one that costs more but is not charged for what runs on it', async () => {
    const burstable = { ...spot, instanceType: 't4g.small', vcpu: 2, pricePerHour: 0.005 }
    const processes = [process('1', 'a'), process('2', 'a')]
    const { consolidation } = await review([instance('a', burstable)], processes, [burstable, spot])
    // 2 × 0.2 cores and the overhead are 0.1 more than the baseline of 0.4: the surplus is cheap.
    expect(consolidation).toBeUndefined()
    const dearer = { ...burstable, pricePerHour: 0.0115 }
    const { consolidation: saving } = await review([instance('a', dearer)], processes, [dearer, spot])
    expect(saving?.leaving).toEqual(['a'])
    expect(saving?.savingPerHour).toBeCloseTo(0.0115 + 0.1 * 0.04 - 0.012, 6)
  })

  it('goes to a burstable instance once it is known how little is used, which is then charged to a twentieth', async () => {
    const burstable = { ...spot, instanceType: 't4g.micro', vcpu: 2, memoryMib: 1024, pricePerHour: 0.0025 }
    const processes = [process('1', 'a'), process('2', 'a')]
    const fleet = [instance('a', { ...spot, pricePerHour: 0.011 })]
    const offered = [{ ...spot, pricePerHour: 0.011 }, burstable]
    // 0.3 cores beyond the baseline cost 1.2 cents.
    expect((await review(fleet, processes, offered)).consolidation).toBeUndefined()
    const measured = [{ applicationId: application.applicationId, cores: 0.054 }]
    const { consolidation } = await review(fleet, processes, offered, measured)
    expect(consolidation?.leaving).toEqual(['a'])
    expect(consolidation?.savingPerHour).toBeCloseTo(0.011 - 0.0025 - 0.04 * (2 * 0.06 + 0.1 - 0.2), 6)
    const busy = [{ applicationId: application.applicationId, cores: 0.5 }]
    expect((await review(fleet, processes, offered, busy)).consolidation).toBeUndefined()
  })

  it('asks for a proof of what it looks for, and for none of what it counts again', async () => {
    const asked: (boolean | undefined)[] = []
    const status = {
      instances: [instance('a', spot), instance('b', spot)],
      processes: [process('1', 'a'), process('2', 'b')],
    }
    const selected = selectProcesses([demand], status, { spotStrategy: 'ALL' })
    const question = {
      ...selected,
      status,
      spotStrategy: 'ALL' as const,
      offerings: [spot],
      applicationOf: () => application,
    }
    const { consolidation } = await reviewFleet(question, (workload) => {
      asked.push(workload.withoutProof)
      return planner(workload)
    })
    expect(consolidation).toBeDefined()
    expect(asked).toEqual([undefined, true, true])
  })
})
