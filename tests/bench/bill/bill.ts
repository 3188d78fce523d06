// What AWS bills for the plans of 200 random teams, where the planner is asked for the least bill, against where it is asked for the least
// price of instances, at several shares of use. The planner does not know the use and counts with what is asked for, so that only at all of it
// the bill must not be higher: plans for less use are as good as a guess.
// --teams NUMBER of them; --deadline MILLISECONDS for each plan.
import { parseArgs } from 'node:util'
import { createPlanner, type Plan, type Workload } from '../../../controller/planner/planner'
import { randomFrom } from '../../../controller/planner/search/random'
import { hoursPerMonth } from '../../../core/catalogue/figures'
import { costByTheFormat } from '../../builders/plan-faults'
import { percent, spread, whole } from '../planner/figures'
import { workloadOf } from '../planner/workloads'

/** Of what processes ask for. */
const uses = [1, 0.5, 0.2]
const leastMedianSaving = 0.15
const mostDearer = 0.005

const { values } = parseArgs({ options: { teams: { type: 'string' }, deadline: { type: 'string' } } })
const teams = Number(values.teams ?? 200)
const deadlineMilliseconds = Number(values.deadline ?? 200)
const planner = await createPlanner({ deadlineMilliseconds, now: () => performance.now() })

/** A team of 2 to 90 processes, most of them small. */
function teamOf(seed: number): Workload {
  const random = randomFrom(seed)
  const processes = 2 + Math.floor(random() ** 2 * 89)
  const applications = 1 + Math.floor(random() * Math.min(20, processes))
  return workloadOf(seed + 1000, applications, processes)
}

/** The same question as if the prices of instances were all there is to pay. */
const byPriceAlone = ({ instancePerHour: _charged, offerings, ...workload }: Workload): Workload => ({
  ...workload,
  offerings: offerings.map(
    ({ baselineVcpu: _baseline, surplusPerVcpuHour: _surplus, ...offering }) => offering,
  ),
})

/** USD an hour. */
function billOf(workload: Workload, { instances }: Plan, use: number): number {
  const cpuOf = new Map(workload.applications.map(({ name, cpu }) => [name, cpu]))
  return instances.reduce((sum, { processes, instanceType, zone, market }) => {
    const offering = workload.offerings.find(
      (one) => one.instanceType === instanceType && one.zone === zone && one.market === market,
    )
    const cores = Object.entries(processes).reduce(
      (all, [name, count]) => all + (cpuOf.get(name) ?? 0) * count,
      0,
    )
    return sum + costByTheFormat(workload, offering ?? {}, cores * use)
  }, 0)
}

const teamsPlanned = Array.from({ length: teams }, (_, index) => {
  const workload = teamOf(index + 1)
  return { workload, price: planner(byPriceAlone(workload)), bill: planner(workload) }
})
const instancesOf = (plans: Plan[]) =>
  spread(
    plans.map(({ instances }) => instances.length),
    whole,
  )
console.log(
  `${teams} teams, ${deadlineMilliseconds} ms for each plan. Figures with strokes are median / p95 / worst.`,
)
console.log(
  `  instances ${instancesOf(teamsPlanned.map(({ price }) => price))} by the price, ${instancesOf(teamsPlanned.map(({ bill }) => bill))} by the bill`,
)
for (const use of uses) {
  const bills = teamsPlanned.map(({ workload, price, bill }) => ({
    before: billOf(workload, price, use),
    after: billOf(workload, bill, use),
  }))
  const changes = bills.map(({ before, after }) => after / before - 1)
  const monthly = (which: 'before' | 'after') =>
    whole(bills.reduce((sum, one) => sum + one[which], 0) * hoursPerMonth)
  const median = [...changes].sort((a, b) => a - b)[Math.floor(changes.length / 2)] ?? 0
  const dearer = changes.filter((change) => change > mostDearer)
  console.log(`\nbilled for ${whole(use * 100)} % of what is asked for`)
  console.log(`  bill against that by price   ${spread(changes, percent)}`)
  console.log(`  all together a month         ${monthly('before')} to ${monthly('after')} USD`)
  console.log(`  dearer by more than ${percent(mostDearer)}   ${dearer.length} teams`)
  if (use === 1 && median > -leastMedianSaving) {
    console.log(`  FAULT: the median team saves less than ${percent(leastMedianSaving)}.`)
    process.exitCode = 1
  }
  if (use === 1 && dearer.length > 0) {
    console.log(`  FAULT: ${percent(Math.max(...changes))} dearer at worst.`)
    process.exitCode = 1
  }
}
