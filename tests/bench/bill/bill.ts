// What AWS bills for the plans of 200 random teams, where the planner is asked for the least bill and knows how much of what they ask for processes
// use, against where it is asked for the least price of instances; and what the least bill comes to before the use is known.
// --teams NUMBER of them; --deadline MILLISECONDS for each plan; --assumed SHARE of use before it is known.
import { parseArgs } from 'node:util'
import { createPlanner, type Plan, type Workload } from '../../../controller/planner/planner'
import { randomFrom } from '../../../controller/planner/search/random'
import { hoursPerMonth } from '../../../core/catalogue/figures'
import { costByTheFormat } from '../../builders/plan-faults'
import { percent, spread, whole } from '../planner/figures'
import { measureByProcessorTime } from '../planner/processor-time'
import { workloadOf } from '../planner/workloads'

/** Of what processes ask for; or each application has its own. */
const uses: Use[] = [1, 0.5, 0.2, 'a tenth to all']
type Use = number | 'a tenth to all'
const leastMedianSaving = 0.15
const mostDearer = 0.005

const { values } = parseArgs({
  options: { teams: { type: 'string' }, deadline: { type: 'string' }, assumed: { type: 'string' } },
})
const teams = Number(values.teams ?? 200)
const deadlineMilliseconds = Number(values.deadline ?? 200)
const assumed = Number(values.assumed ?? 1)
// So that other work on the machine takes nothing from either plan.
measureByProcessorTime()
const planner = await createPlanner({ deadlineMilliseconds, now: () => performance.now() })

/** A team of 2 to 90 processes, most of them small. */
function teamOf(seed: number): Workload {
  const random = randomFrom(seed)
  const processes = 2 + Math.floor(random() ** 2 * 89)
  const applications = 1 + Math.floor(random() * Math.min(20, processes))
  // As the controller asks when it places processes: the time goes into the plan, not into its bound.
  return { ...workloadOf(seed + 1000, applications, processes), withoutProof: true }
}

/** The same question as if the prices of instances were all there is to pay. */
const byPriceAlone = ({ instancePerHour: _charged, offerings, ...workload }: Workload): Workload => ({
  ...workload,
  offerings: offerings.map(
    ({ baselineVcpu: _baseline, surplusPerVcpuHour: _surplus, ...offering }) => offering,
  ),
})

/** The same question where it is known what processes use. */
const using = (workload: Workload, use: Use): Workload => ({
  ...workload,
  applications: workload.applications.map((one, index) => ({
    ...one,
    cpuUsed: one.cpu * (typeof use === 'number' ? use : (1 + ((index * 7) % 10)) / 10),
  })),
})

/** USD an hour for what processes use. */
function billOf(workload: Workload, { instances }: Plan): number {
  const usedBy = new Map(workload.applications.map(({ name, cpu, cpuUsed = cpu }) => [name, cpuUsed]))
  return instances.reduce((sum, { processes, instanceType, zone, market }) => {
    const offering = workload.offerings.find(
      (one) => one.instanceType === instanceType && one.zone === zone && one.market === market,
    )
    const cores = Object.entries(processes).reduce(
      (all, [name, count]) => all + (usedBy.get(name) ?? 0) * count,
      0,
    )
    return sum + costByTheFormat(workload, offering ?? {}, cores)
  }, 0)
}

const teamsPlanned = Array.from({ length: teams }, (_, index) => {
  const workload = teamOf(index + 1)
  const price = planner(byPriceAlone(workload))
  const unaware = planner(using(workload, assumed))
  const aware = new Map(uses.map((use) => [use, use === assumed ? unaware : planner(using(workload, use))]))
  return { seed: index + 1, workload, price, unaware, aware }
})

const instancesOf = (plans: (Plan | undefined)[]) =>
  spread(
    plans.map((plan) => plan?.instances.length ?? 0),
    whole,
  )
const monthly = (bills: number[]) => whole(bills.reduce((sum, one) => sum + one, 0) * hoursPerMonth)
const medianOf = (figures: number[]) =>
  [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0

console.log(
  `${teams} teams, ${deadlineMilliseconds} ms for each plan. Figures with strokes are median / p95 / worst.`,
)
console.log(`  instances by the price ${instancesOf(teamsPlanned.map(({ price }) => price))}`)
for (const use of uses) {
  const bills = teamsPlanned.map(({ seed, workload, price, unaware, aware }) => {
    const used = using(workload, use)
    const plan = aware.get(use)
    const before = billOf(used, price)
    return { seed, before, known: billOf(used, plan ?? unaware), unknown: billOf(used, unaware), plan }
  })
  const against = (which: 'known' | 'unknown') => bills.map((one) => one[which] / one.before - 1)
  const tell = (which: 'known' | 'unknown') =>
    `${spread(against(which), percent)}; dearer by more than ${percent(mostDearer)}: ${against(which).filter((change) => change > mostDearer).length} teams; ${monthly(bills.map((one) => one[which]))} USD a month`
  console.log(`\nbilled for ${typeof use === 'number' ? `${whole(use * 100)} %` : use} of what is asked for`)
  console.log(`  by the price         ${monthly(bills.map(({ before }) => before))} USD a month`)
  console.log(`  by the bill          ${tell('known')}`)
  console.log(`    instances          ${instancesOf(bills.map(({ plan }) => plan))}`)
  console.log(`  before use is known  ${tell('unknown')}`)
  const changes = against('known')
  if (use === 1 && medianOf(changes) > -leastMedianSaving) {
    console.log(`  FAULT: the median team saves less than ${percent(leastMedianSaving)}.`)
    process.exitCode = 1
  }
  bills.forEach(({ seed }, index) => {
    const change = changes[index] ?? 0
    if (change <= mostDearer) return
    console.log(`  FAULT: team ${seed} pays ${percent(change)} more.`)
    process.exitCode = 1
  })
}
