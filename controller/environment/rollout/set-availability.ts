import { isHealthy } from '../../../core/process/process-phases'
import type { Draft } from '../draft'
import { nameOf } from '../workload/goal'
import type { Selection, Selections } from '../workload/selection'

/** Whether everything that is to run is in service. */
export function setAvailability(draft: Draft, { selections }: Selections): void {
  const unserved = selections.filter(({ isServed }) => !isServed)
  const ill = selections.flatMap(illOf)
  const [first] = ill.length > 0 ? ill : unserved.map(describeProgress)
  draft.condition(
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
  kept.length > 0 && kept.every(isHealthy)
    ? `${nameOf(demand)} waits for its load balancer.`
    : `${nameOf(demand)} is being started.`

/** Processes that were in service once and are not now. */
const illOf = ({ demand, kept }: Selection): string[] =>
  kept
    .filter(({ phase, healthyEpoch }) => phase === 'Starting' && healthyEpoch !== undefined)
    .map(({ message }) => `A process of ${nameOf(demand)} is not healthy. ${message ?? ''}`.trim())
