import type { EnvironmentStatus, InstanceStatus } from '../../../core/resources/environment'
import { nameOf, type Goal } from '../workload/goal'
import { isLeaving } from '../workload/selection'
import { countedList, listed } from '../../../core/text/words'

interface Explanation {
  /** For people, to follow the name of what is launched. */
  why: string
  /** USD; of Spot, against the same on-demand. */
  savingPerHour: number | undefined
}

/** Sentence for the log on why an instance is launched, and on what it saves. */
export function explainLaunch(
  { wanted, fallback }: Pick<Goal, 'wanted' | 'fallback'>,
  { processes, instances }: Pick<EnvironmentStatus, 'processes' | 'instances'>,
  { clientToken, market, pricePerHour, onDemandPricePerHour }: InstanceStatus,
): Explanation {
  const held = processes.filter((process) => process.clientToken === clientToken)
  const names = held.flatMap(({ applicationId, releaseId }) => {
    const demand = [...wanted, ...fallback].find(
      (one) => one.application.applicationId === applicationId && one.releaseId === releaseId,
    )
    return demand ? nameOf(demand) : []
  })
  const isReplaced = (leaving: InstanceStatus) =>
    processes.some(
      (process) =>
        process.clientToken === leaving.clientToken &&
        held.some(({ applicationId }) => applicationId === process.applicationId),
    )
  const leaving = instances.filter((one) => isLeaving(one) && isReplaced(one))
  const inPlace = leaving.flatMap(({ instanceId }) => instanceId ?? [])
  const reason =
    inPlace.length > 0 ? `in place of ${listed(inPlace)}` : 'which nothing that runs can take as well'
  const purpose = names.length > 0 ? `, for ${countedList(names)}, ${reason}` : ''
  const savingPerHour =
    market === 'spot' && onDemandPricePerHour !== undefined ? onDemandPricePerHour - pricePerHour : undefined
  const comparison = savingPerHour === undefined ? '' : `, $${savingPerHour.toFixed(4)} less than on-demand`
  return { why: `${purpose}: $${pricePerHour.toFixed(4)}/h${comparison}`, savingPerHour }
}
