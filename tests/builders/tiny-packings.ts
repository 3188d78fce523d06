import fc from 'fast-check'
import { expect } from 'vitest'
import { launchableClasses } from '../../controller/planner/model/instance-classes'
import { demandsOf, sizedOfferings } from '../../controller/planner/model/demand'
import { groupBySize } from '../../controller/planner/model/group-by-size'
import { isAllowed, type Bin, type PackingProblem } from '../../controller/planner/model/packing-problem'
import type { Workload } from '../../controller/planner/planner'

/** Groups that use all that they ask for. */
export const usingAll = <Group extends { cpu: number }>(group: Group): Group & { cpuUsed: number } => ({
  ...group,
  cpuUsed: group.cpu,
})

export const tinySize = fc.integer({ min: 1, max: 12 })

/** Of what processes ask for; mostly nothing is known of it. */
export const sharesUsed = fc.constantFrom(undefined, undefined, 0, 0.2, 0.5, 1)

/** A few processes, and types of which one holds them all: every packing of them can be tried. */
export const tinyWorkloads: fc.Arbitrary<Workload> = fc.record({
  spotStrategy: fc.constantFrom('ALL', 'ALL_BUT_ONE', 'NONE'),
  applications: fc
    .array(
      fc.record({
        cpu: tinySize,
        memoryMb: tinySize,
        count: fc.integer({ min: 1, max: 2 }),
        shareUsed: sharesUsed,
      }),
      { minLength: 1, maxLength: 3 },
    )
    .map((all) =>
      all.map(({ shareUsed, ...one }, index) => ({
        ...one,
        ...(shareUsed !== undefined && { cpuUsed: one.cpu * shareUsed }),
        name: `app-${index}`,
      })),
    ),
  offerings: fc
    .array(
      fc.record({
        vcpu: tinySize,
        memoryMib: tinySize,
        pricePerHour: tinySize,
        isSpot: fc.boolean(),
        burst: fc.option(
          fc.record({ baselineVcpu: fc.integer({ min: 0, max: 6 }), surplusPerVcpuHour: tinySize }),
          { nil: undefined },
        ),
      }),
      { minLength: 2, maxLength: 5 },
    )
    .map((all) => [
      {
        instanceType: 'all',
        zone: 'z',
        market: 'on-demand',
        penalty: 0,
        vcpu: 14,
        memoryMib: 14,
        pricePerHour: 15,
      },
      ...all.map(({ isSpot, burst, ...one }, index) => ({
        ...one,
        ...burst,
        instanceType: `type-${index}`,
        zone: 'z',
        market: isSpot ? ('spot' as const) : ('on-demand' as const),
        penalty: 0,
      })),
    ]),
  overhead: fc.constant({ cpu: 0, memoryMb: 0 }),
})

export function packingProblemOf(workload: Workload): PackingProblem {
  const sized = sizedOfferings(workload)
  return { classes: launchableClasses(sized), groups: groupBySize(demandsOf(workload, sized)).groups }
}

/** Every process on its own: much to be saved. */
export function eachAlone({ groups, classes }: PackingProblem): Bin[] {
  return groups.flatMap((group, index) =>
    Array.from({ length: group.count }, () => {
      const content = new Int32Array(groups.length)
      content[index] = 1
      const classIndex = classes.findIndex(
        (one) =>
          one.limit === Infinity &&
          isAllowed(one, group) &&
          one.cpu >= group.cpu &&
          one.memory >= group.memory,
      )
      return { classIndex, content }
    }),
  )
}

/** Every process has its place, nothing is overfull, and no class is used more often or for other processes than it may be. */
export function expectFeasible({ groups, classes }: PackingProblem, bins: Bin[]): void {
  groups.forEach(({ count }, group) => {
    expect(bins.reduce((sum, { content }) => sum + (content[group] ?? 0), 0)).toBe(count)
  })
  classes.forEach((one, index) => {
    const own = bins.filter(({ classIndex }) => classIndex === index)
    expect(own.length).toBeLessThanOrEqual(one.limit)
    for (const { content } of own) {
      const held = groups.map((group, place) => ({ ...group, count: content[place] ?? 0 }))
      expect(held.reduce((sum, { cpu, count }) => sum + cpu * count, 0)).toBeLessThanOrEqual(one.cpu)
      expect(held.reduce((sum, { memory, count }) => sum + memory * count, 0)).toBeLessThanOrEqual(one.memory)
      if (one.isSpot)
        expect(held.some(({ isOnDemandOnly, count }) => isOnDemandOnly && count > 0)).toBe(false)
    }
  })
}
