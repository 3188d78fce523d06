import type { Pass } from '../pass'
import type { Placement } from './placement'
import type { Selection, Selections } from '../workload/selection'
import { nameOf } from './verdict'

/** Whether all instances that are needed are there, and since when not. */
export function noteFleet(pass: Pass, { unplaced }: Placement): void {
  const [first] = unplaced
  if (first) {
    const refusal = pass.memory.exclusions.at(-1)
    const reason = refusal?.reason ?? 'Unplaceable'
    pass.shortage = `${nameOf(first.demand)} finds no instance. ${refusal?.message ?? first.reason}`
    pass.condition({ type: 'FleetReady', status: 'False', reason, message: pass.shortage })
    return
  }
  const launching = pass.status.instances.filter(({ phase }) => phase === 'Launching').length
  if (launching > 0) {
    const message = launching === 1 ? 'One instance is starting.' : `${launching} instances are starting.`
    pass.condition({ type: 'FleetReady', status: 'False', reason: 'Working', message })
  } else
    pass.condition({ type: 'FleetReady', status: 'True', reason: 'Ready', message: 'All instances are up.' })
}

/** Whether everything that is to run is in service. */
export function noteAvailability(pass: Pass, { selections }: Selections): void {
  const unserved = selections.filter(({ isServed }) => !isServed)
  const ill = selections.flatMap(illOf)
  const [first] = ill.length > 0 ? ill : unserved.map(describeProgress)
  pass.condition(
    first === undefined
      ? { type: 'Available', status: 'True', reason: 'Ready', message: 'Everything is in service.' }
      : {
          type: 'Available',
          status: 'False',
          reason: ill.length > 0 ? 'ProcessUnhealthy' : 'Working',
          message: first,
        },
  )
}

const describeProgress = ({ demand, kept }: Selection) =>
  kept.length > 0 && kept.every(({ phase }) => phase === 'Healthy' || phase === 'Serving')
    ? `${nameOf(demand)} waits for its load balancer.`
    : `${nameOf(demand)} is being started.`

/** Processes that were in service once and are not now. */
const illOf = ({ demand, kept }: Selection): string[] =>
  kept
    .filter(({ phase, healthyEpoch }) => phase === 'Starting' && healthyEpoch !== undefined)
    .map(({ message }) => `A process of ${nameOf(demand)} is not healthy. ${message ?? ''}`.trim())
