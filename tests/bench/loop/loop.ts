import { isDeepStrictEqual } from 'node:util'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import { planningMilliseconds } from '../../../controller/environment/policy'
import { createPlanner, type Plan } from '../../../controller/planner/planner'
import { createPlannerPool, type AsyncPlanner } from '../../../controller/planner/planner-pool'
import { printMachine } from '../deploy/report'
import { workloadOf } from '../planner/workloads'

/** `npm run bench loop`: how long the event loop is held up while plans of 1,000 processes are made, in its own thread and in another. */
const goalMilliseconds = 20
const workloads = Array.from({ length: 20 }, (_, seed) => workloadOf(seed + 1, 20, 1_000))
const options = { deadlineMilliseconds: planningMilliseconds }

printMachine()
console.log(
  `${workloads.length} plans of 1,000 processes, ${planningMilliseconds} ms each at most; delays of the event loop:\n`,
)
const inProcess = await measure('in its own thread', await createPlanner(options))
const pooled = await measure('in another thread', createPlannerPool(options))
const whole = inProcess.plans.flatMap((plan, index) => {
  const other = pooled.plans[index]
  return plan.truncated || other?.truncated ? [] : [isDeepStrictEqual(plan, other)]
})
const same = whole.filter(Boolean).length
console.log(`\n${same} of the ${whole.length} plans that no deadline cut short are the same.`)
const isReached = pooled.p99 < goalMilliseconds
console.log(`Goal: p99 under ${goalMilliseconds} ms in another thread: ${isReached ? 'reached' : 'MISSED'}.`)
process.exit(isReached ? 0 : 1)

async function measure(name: string, planner: AsyncPlanner): Promise<{ p99: number; plans: Plan[] }> {
  // The first plan is a thread's start and a compiler's work.
  for (const workload of workloads.slice(0, 3)) await planner(workload)
  const delays = monitorEventLoopDelay({ resolution: 1 })
  delays.enable()
  const plans: Plan[] = []
  for (const workload of workloads) {
    plans.push(await planner(workload))
    await setImmediate()
  }
  delays.disable()
  const p99 = delays.percentile(99) / 1e6
  console.log(
    `${name.padEnd(18)} p50 ${milliseconds(delays.percentile(50))}  p99 ${milliseconds(delays.percentile(99))}  ` +
      `worst ${milliseconds(delays.max)}`,
  )
  return { p99, plans }
}

function milliseconds(nanoseconds: number): string {
  return `${(nanoseconds / 1e6).toFixed(1).padStart(6)} ms`
}
