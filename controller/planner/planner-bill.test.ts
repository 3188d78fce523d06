import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { offerings, overhead, runs, workloadsOf } from '../../tests/builders/any-workload'
import { costByTheFormat, faultsOf } from '../../tests/builders/plan-faults'
import { createPlanner, type Plan, type Planner, type Workload } from './planner'

let planner: Planner

beforeAll(async () => {
  planner = await createPlanner({ now: () => 0 })
})

const offering = {
  zone: 'a',
  market: 'on-demand' as const,
  vcpu: 2,
  penalty: 0,
  surplusPerVcpuHour: 0.04,
}
const nano = { ...offering, instanceType: 'nano', memoryMib: 512, baselineVcpu: 0.1, pricePerHour: 0.0042 }
const micro = { ...offering, instanceType: 'micro', memoryMib: 1024, baselineVcpu: 0.2, pricePerHour: 0.0084 }
const large = { ...offering, instanceType: 'large', memoryMib: 8192, baselineVcpu: 0.6, pricePerHour: 0.0672 }
const steady = { zone: 'a', market: 'on-demand' as const, vcpu: 2, penalty: 0, instanceType: 'steady' }

const workload = (
  application: Omit<Workload['applications'][number], 'name'>,
  offered: Workload['offerings'],
): Workload => ({
  spotStrategy: 'NONE',
  applications: [{ name: 'web', ...application }],
  offerings: offered,
  overhead: { cpu: 0.1, memoryMb: 350 },
  instancePerHour: 0.0083,
})

describe('a plan', () => {
  it('costs the same where a charge for every instance is in the prices of offerings instead', () => {
    const steadyOnes = offerings.filter(({ surplusPerVcpuHour }) => surplusPerVcpuHour === undefined)
    fc.assert(
      fc.property(
        workloadsOf(6, fc.subarray(steadyOnes)),
        fc.integer({ min: 0, max: 60 }),
        (asked, thousandths) => {
          const charge = thousandths / 1000
          const charged = planner({ ...asked, instancePerHour: charge })
          const inPrices = planner({
            ...asked,
            instancePerHour: 0,
            offerings: asked.offerings.map((one) => ({ ...one, pricePerHour: one.pricePerHour + charge })),
          })
          expect(faultsOf({ ...asked, instancePerHour: charge }, charged)).toEqual([])
          expect(Math.abs(charged.costPerHour - inPrices.costPerHour)).toBeLessThanOrEqual(
            0.002 * inPrices.costPerHour + 1e-9,
          )
        },
      ),
      runs,
    )
  }, 120_000)

  it('puts on one instance what would pay for two addresses and disks', () => {
    const plan = planner(workload({ cpu: 0.02, memoryMb: 90, count: 4 }, [nano, micro]))
    expect(plan.instances.map(({ instanceType }) => instanceType)).toEqual(['micro'])
    expect(plan.costPerHour).toBeCloseTo(0.0084 + 0.0083, 9)
    expect(plan.provenOptimal).toBe(true)
  })

  it('pays a surplus where that is less than another type costs, and another type where it is not', () => {
    const little = planner(workload({ cpu: 0.5, memoryMb: 100, count: 1 }, [micro, large]))
    expect(little.instances.map(({ instanceType }) => instanceType)).toEqual(['micro'])
    expect(little.costPerHour).toBeCloseTo(0.0084 + 0.0083 + 0.04 * (0.5 + 0.1 - 0.2), 9)
    const much = planner(
      workload({ cpu: 1.9, memoryMb: 100, count: 1 }, [
        large,
        { ...steady, memoryMib: 8192, pricePerHour: 0.08 },
      ]),
    )
    expect(much.instances.map(({ instanceType }) => instanceType)).toEqual(['steady'])
  })

  it('never uses more cores than there are, however cheap they would be', () => {
    const asked = workload({ cpu: 0.7, memoryMb: 10, count: 5 }, [{ ...large, surplusPerVcpuHour: 0 }])
    const plan = planner(asked)
    expect(plan.instances).toHaveLength(3)
    expect(faultsOf(asked, plan)).toEqual([])
  })

  it('charges the surplus of a running instance whose type is not offered any more', () => {
    const asked: Workload = {
      ...workload({ cpu: 0.5, memoryMb: 100, count: 1 }, [
        { ...steady, memoryMib: 2048, pricePerHour: 0.02 },
      ]),
      fleet: [{ ...micro, id: 'i-1', processes: { web: 1 } }],
    }
    const kept = planner({ ...asked, minimumSavingPerMove: Infinity })
    expect(kept.costPerHour).toBeCloseTo(0.0084 + 0.0083 + 0.04 * 0.4, 9)
    const plan = planner(asked)
    expect(plan.costPerHour).toBeCloseTo(0.02 + 0.0083, 9)
    expect(plan.moves[0]?.savingPerHour).toBeCloseTo(kept.costPerHour - plan.costPerHour, 9)
  })

  it('fills the surplus of what runs only where an instance more would cost more', () => {
    const running: Workload = {
      ...workload({ cpu: 0.5, memoryMb: 100, count: 2 }, [
        large,
        { ...steady, memoryMib: 2048, pricePerHour: 0.03 },
      ]),
      overhead,
      fleet: [{ id: 'i-1', instanceType: 'large', zone: 'a', market: 'on-demand', processes: { web: 1 } }],
      minimumSavingPerMove: Infinity,
    }
    // Half a core of surplus costs 2 cents, an instance more 3.83.
    expect(planner(running).costPerHour).toBeCloseTo(0.0672 + 0.0083 + 0.02, 9)
    const dearer = running.offerings.map((one) => ({
      ...one,
      ...(one.surplusPerVcpuHour ? { surplusPerVcpuHour: 0.1 } : {}),
    }))
    expect(planner({ ...running, offerings: dearer }).instances).toHaveLength(2)
  })
})

/** USD an hour of the plan with what its processes use. */
const billOf = (workload: Workload, { instances }: Plan): number =>
  instances.reduce((sum, { processes, ...pool }) => {
    const offering = workload.offerings.find(
      ({ instanceType, zone, market }) =>
        instanceType === pool.instanceType && zone === pool.zone && market === pool.market,
    )
    const used = workload.applications.map(
      ({ name, cpu, cpuUsed = cpu }) =>
        cpuUsed * (Object.hasOwn(processes, name) ? (processes[name] ?? 0) : 0),
    )
    return (
      sum +
      costByTheFormat(
        workload,
        offering ?? {},
        used.reduce((a, b) => a + b, 0),
      )
    )
  }, 0)

describe('a plan that knows how much CPU is used', () => {
  it('keeps to the room of instances all the same, pays for what is used, and is not dearer for knowing it', () => {
    fc.assert(
      fc.property(workloadsOf(6), (workload) => {
        const plan = planner(workload)
        expect(faultsOf(workload, plan)).toEqual([])
        const unaware = planner({
          ...workload,
          applications: workload.applications.map(({ cpuUsed: _used, ...one }) => one),
        })
        expect(unaware.unplaced).toEqual(plan.unplaced)
        expect(plan.costPerHour).toBeLessThanOrEqual(billOf(workload, unaware) * 1.005 + 1e-9)
        expect(plan.lowerBoundPerHour).toBeLessThanOrEqual(billOf(workload, unaware) + 1e-9)
      }),
      runs,
    )
  }, 120_000)

  it('takes a burstable type for what uses little, and never more processes than have room there', () => {
    const dear = { ...steady, memoryMib: 8192, pricePerHour: 0.08 }
    const asked = { cpu: 0.9, memoryMb: 100, count: 4 }
    expect(planner(workload(asked, [large, dear])).instances.map(({ instanceType }) => instanceType)).toEqual(
      ['steady', 'steady'],
    )
    const plan = planner(workload({ ...asked, cpuUsed: 0.3 }, [large, dear]))
    expect(plan.instances.map(({ instanceType, processes }) => ({ instanceType, processes }))).toEqual([
      { instanceType: 'large', processes: { web: 2 } },
      { instanceType: 'large', processes: { web: 2 } },
    ])
    expect(plan.costPerHour).toBeCloseTo(2 * (0.0672 + 0.0083 + 0.04 * (2 * 0.3 + 0.1 - 0.6)), 9)
    expect(plan.provenOptimal).toBe(true)
  })

  it('shares the baseline of an instance among processes that use much and those that use little', () => {
    const asked = workload({ cpu: 0.9, cpuUsed: 0.5, memoryMb: 100, count: 1 }, [large])
    asked.applications.push({ name: 'idle', cpu: 0.9, cpuUsed: 0, memoryMb: 100, count: 1 })
    const plan = planner(asked)
    expect(plan.instances).toHaveLength(1)
    expect(plan.costPerHour).toBeCloseTo(0.0672 + 0.0083, 9)
    expect(plan.provenOptimal).toBe(true)
  })
})
