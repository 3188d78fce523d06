import { describe, expect, it } from 'vitest'
import { instancePerHour } from '../../../core/charges/charges'
import { buildApplicationSpec } from '../../../tests/builders/environment-parts'
import type { Offering } from '../../cloud/cloud'
import { createPlanner, type Workload } from '../../planner/planner'
import type { Demand } from '../workload/goal'
import { selectProcesses } from '../workload/selection'
import type { PlacementQuestion } from './workload'
import { priceStrategies } from './price-strategies'

const planner = await createPlanner({ deadlineMilliseconds: 50 })

const offering = (market: Offering['market'], pricePerHour: number, penalty = 0): Offering => ({
  instanceType: 'c7g.medium',
  zone: 'us-east-1a',
  vcpu: 1,
  memoryMib: 2048,
  market,
  pricePerHour,
  penalty,
})
const onDemand = offering('on-demand', 0.04)
const spot = offering('spot', 0.012)

/** Each instance has room for two of these. */
const demandOf = (count: number, releaseId: string): Demand => ({
  key: `web@${releaseId}`,
  application: buildApplicationSpec('web', { cpu: 0.2, memoryMb: 700, count }),
  releaseId,
  deployment: 'deployment-1',
  isNew: false,
})

/** Prices an environment that wants `count` processes, at `now`; gives what was said and what the planner was asked. */
async function price(
  count: number,
  offerings: Offering[],
  last?: Awaited<ReturnType<typeof priceStrategies>>,
  {
    releaseId = 'release',
    ...settings
  }: { releaseId?: string } & Partial<
    Pick<PlacementQuestion, 'cpuUse' | 'spotStrategy' | 'goesOnWithout'>
  > = {},
) {
  const asked: Workload[] = []
  const status = { instances: [], processes: [] }
  const question = {
    ...selectProcesses([demandOf(count, releaseId)], status, { spotStrategy: 'ALL' }),
    status,
    spotStrategy: 'ALL' as const,
    offerings,
    ...settings,
    applicationOf: () => undefined,
  }
  const answer = await priceStrategies(
    question,
    (workload) => {
      asked.push(workload)
      return planner(workload)
    },
    { last, now: 1000 + asked.length },
  )
  return { answer, asked }
}

const costsOf = ({ answer }: Awaited<ReturnType<typeof price>>) =>
  Object.fromEntries(answer?.costs.map(({ spotStrategy, costPerHour }) => [spotStrategy, costPerHour]) ?? [])

describe('the price of each Spot strategy', () => {
  it('is that of the cheapest fleet under it, on-demand where it asks for that', async () => {
    const costs = costsOf(await price(4, [onDemand, spot]))
    expect(costs['ALL']).toBeCloseTo(2 * (0.012 + instancePerHour))
    expect(costs['HALF_OR_LESS']).toBeCloseTo(0.012 + 0.04 + 2 * instancePerHour)
    expect(costs['ALL_BUT_ONE']).toBeCloseTo(0.012 + 0.04 + 2 * instancePerHour)
    expect(costs['NONE']).toBeCloseTo(2 * (0.04 + instancePerHour))
  })

  it('is planned again when processes, what they use, or prices change, and not because a penalty fades', async () => {
    const { answer: first, asked } = await price(4, [onDemand, spot])
    expect(asked).toHaveLength(6)
    const again = await price(4, [onDemand, { ...spot, penalty: 0.4 }], first)
    expect(again.asked).toEqual([])
    expect(again.answer).toBe(first)
    expect((await price(5, [onDemand, spot], first)).asked).toHaveLength(6)
    expect((await price(4, [onDemand, offering('spot', 0.013)], first)).asked).toHaveLength(6)
    const { applicationId } = demandOf(4, 'release').application
    const cpuUse = [{ applicationId, cores: 0.1 }]
    const { asked: anew } = await price(4, [onDemand, spot], first, { cpuUse })
    expect(anew.map(({ applications }) => applications[0]?.cpuUsed)).toEqual(Array(6).fill(0.1))
  })

  it('is said beside what it costs, under the present strategy, to go on without any one instance', async () => {
    const large = { ...spot, instanceType: 'large', vcpu: 8, memoryMib: 32_768, pricePerHour: 0.03 }
    const { answer } = await price(2, [onDemand, spot, large])
    expect(answer.others).toEqual([
      { goesOnWithout: 'INSTANCE', spotStrategy: 'ALL', costPerHour: 2 * (0.012 + instancePerHour) },
    ])
    const surviving = await price(2, [onDemand, spot, large], answer, { goesOnWithout: 'INSTANCE' })
    expect(costsOf(surviving)['ALL']).toBe(2 * (0.012 + instancePerHour))
    expect(surviving.answer.others).toMatchObject([{ goesOnWithout: 'NOTHING', spotStrategy: 'ALL' }])
    expect(surviving.answer.wanted).not.toBe(answer.wanted)
    const { answer: without } = await price(2, [onDemand, spot, large], answer, { spotStrategy: 'NONE' })
    expect(without.others).toMatchObject([{ goesOnWithout: 'INSTANCE', spotStrategy: 'NONE' }])
  })

  it('is said beside what it costs to go on without any one zone, where there is a second one', async () => {
    const elsewhere = { ...spot, zone: 'us-east-1b', pricePerHour: 0.014 }
    const { answer } = await price(2, [onDemand, spot, elsewhere])
    expect(answer.others).toMatchObject([
      { goesOnWithout: 'INSTANCE' },
      { goesOnWithout: 'ZONE', spotStrategy: 'ALL', costPerHour: 0.012 + 0.014 + 2 * instancePerHour },
    ])
  })

  it('stands for another release of the same size', async () => {
    const { answer: first } = await price(4, [onDemand, spot])
    expect((await price(4, [onDemand, spot], first, { releaseId: 'another release' })).asked).toEqual([])
  })

  it('is left out where not everything finds an instance, and of an environment that wants nothing', async () => {
    expect(Object.keys(costsOf(await price(2, [spot])))).toEqual(['ALL'])
    expect(await price(0, [onDemand, spot])).toMatchObject({ answer: { costs: [] }, asked: [] })
  })
})
