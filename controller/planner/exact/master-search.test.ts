import fc from 'fast-check'
import { expect, it } from 'vitest'
import { leastCostByTrying } from '../../../tests/builders/least-cost-by-trying'
import { launchableClasses } from '../model/instance-classes'
import { demandsOf, sizedOfferings } from '../model/demand'
import { groupBySize } from '../model/group-by-size'
import { loadLinearSolver } from '../search/linear-solver'
import { Effort, Deadline } from '../search/effort'
import { resourceDuals } from '../bound/resource-prices'
import { costOf, type PackingProblem } from '../model/packing-problem'
import type { Workload } from '../model/plan'
import { MasterSearch } from './master-search'
import { MasterLp } from './master-lp'
import { bendersCutFrom } from './benders-cut'
import { SubproblemLp } from './subproblem-lp'

const offerings: Workload['offerings'] = [
  { instanceType: 'a', vcpu: 1, memoryMib: 2048, pricePerHour: 0.05 },
  { instanceType: 'b', vcpu: 2, memoryMib: 4096, pricePerHour: 0.09 },
  { instanceType: 'c', vcpu: 4, memoryMib: 4096, pricePerHour: 0.13 },
  { instanceType: 'd', vcpu: 2, memoryMib: 8192, pricePerHour: 0.14 },
  { instanceType: 'e', vcpu: 4, memoryMib: 16384, pricePerHour: 0.27 },
  {
    instanceType: 't',
    vcpu: 2,
    memoryMib: 4096,
    pricePerHour: 0.04,
    baselineVcpu: 0.4,
    surplusPerVcpuHour: 0.04,
  },
].flatMap((size) => [
  { ...size, zone: 'z', market: 'on-demand' as const, penalty: 0 },
  { ...size, zone: 'z', market: 'spot' as const, penalty: 0, pricePerHour: size.pricePerHour * 0.61 },
])

const workloads: fc.Arbitrary<Workload> = fc.record({
  spotStrategy: fc.constantFrom('ALL', 'ALL_BUT_ONE', 'NONE'),
  applications: fc
    .array(
      fc.record({
        cpu: fc.integer({ min: 2, max: 19 }),
        memory: fc.integer({ min: 2, max: 40 }),
        count: fc.integer({ min: 1, max: 3 }),
      }),
      {
        minLength: 2,
        maxLength: 3,
      },
    )
    .map((sizes) =>
      sizes.map(({ cpu, memory, count }, index) => ({
        name: `app-${index}`,
        cpu: cpu / 10,
        memoryMb: memory * 100,
        count,
      })),
    ),
  offerings: fc.constant(offerings),
  overhead: fc.constant({ cpu: 0.1, memoryMb: 350 }),
})

function problemOf(workload: Workload): PackingProblem {
  const sized = sizedOfferings(workload)
  return { classes: launchableClasses(sized), groups: groupBySize(demandsOf(workload, sized)).groups }
}

it('finds the least cost without any packing to start from, and leaves nothing below it open', async () => {
  const solver = await loadLinearSolver()
  fc.assert(
    fc.property(workloads, (workload) => {
      const problem = problemOf(workload)
      const effort = new Effort(1e9, new Deadline(() => 0, 1))
      const values = resourceDuals(problem)
      const cuts = [values, problem.groups.map(() => 1)].flatMap(
        (one) => bendersCutFrom(problem, one, 1000) ?? [],
      )
      const subproblemLp = new SubproblemLp({ solver, problem, worth: values, columns: [], effort })
      const masterLp = new MasterLp(solver, problem)
      const far = 100
      const { bins = [], lowerBound } = new MasterSearch({
        problem,
        cuts,
        subproblemLp,
        masterLp,
        upperBound: far,
        effort,
      }).run()
      subproblemLp.dispose()
      masterLp.dispose()
      const least = leastCostByTrying(workload) ?? 0
      expect(costOf(problem, bins)).toBeCloseTo(least, 8)
      expect(lowerBound).toBeCloseTo(least, 8)
    }),
    { numRuns: 60, seed: 4, endOnFailure: true },
  )
}, 120_000)
