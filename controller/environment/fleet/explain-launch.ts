import type { EnvironmentStatus, InstanceStatus } from '../../../core/resources/environment'
import { nameOf, type Goal } from '../workload/goal'
import { isLeaving } from '../workload/selection'
import { countedList, listed } from '../../../core/text/words'

/**
 * Sentences for the log on why an instance is launched, to follow its name, and on the net cost of that: what it costs, what goes, the
 * difference. Where others are launched now in the same place, the difference is told of them all.
 */
export function explainLaunch(
  { wanted, fallback }: Pick<Goal, 'wanted' | 'fallback'>,
  { processes, instances }: Pick<EnvironmentStatus, 'processes' | 'instances'>,
  launched: InstanceStatus,
): string {
  const held = processes.filter(({ clientToken }) => clientToken === launched.clientToken)
  const names = held.flatMap(({ applicationId, releaseId }) => {
    const demand = [...wanted, ...fallback].find(
      (one) => one.application.applicationId === applicationId && one.releaseId === releaseId,
    )
    return demand ? nameOf(demand) : []
  })
  const purpose = `, for ${countedList(names)}, `
  const cost = `It costs ${text(toTicks(launched.pricePerHour))}${onDemandInstead(launched)}`
  if (names.length === 0) return `. ${cost}`
  const { comes, goes } = replacement({ processes, instances }, launched)
  if (goes.length === 0) return `${purpose}because no running instance has room. ${cost}`
  const ids = listed(goes.flatMap(({ instanceId }) => instanceId ?? []))
  const [before, after] = [sumOf(goes), sumOf(comes)]
  const others = comes.length === 1 ? '' : ` The ${comes.length} launched now cost ${text(after)},`
  const more = after - before
  const difference = more === 0 ? 'as much' : `${text(Math.abs(more))} ${more > 0 ? 'more' : 'less'}`
  return `${purpose}in place of ${ids}. ${cost}${others ? '.' : ','}${others} what goes ${text(before)}: ${difference}`
}

/** Everything that is launched now and leaves for the applications of `launched`, or of what comes or goes with it. */
function replacement(
  { processes, instances }: Pick<EnvironmentStatus, 'processes' | 'instances'>,
  launched: InstanceStatus,
) {
  const applicationsOf = ({ clientToken }: InstanceStatus) =>
    processes.filter((one) => one.clientToken === clientToken).map(({ applicationId }) => applicationId)
  const concerned = new Set(applicationsOf(launched))
  const isConcerned = (one: InstanceStatus) => applicationsOf(one).some((id) => concerned.has(id))
  const comes = new Set([launched])
  const goes = new Set<InstanceStatus>()
  for (let known = 0; known < comes.size + goes.size;) {
    known = comes.size + goes.size
    for (const one of instances.filter(isConcerned)) {
      if (isLeaving(one) && one.instanceId !== undefined) goes.add(one)
      else if (one.phase === 'Launching' && one.clientToken !== launched.clientToken) comes.add(one)
      else continue
      for (const id of applicationsOf(one)) concerned.add(id)
    }
  }
  return { comes: [...comes], goes: [...goes] }
}

const onDemandInstead = ({ market, onDemandPricePerHour: price }: InstanceStatus): string =>
  market === 'spot' && price !== undefined ? ` (on-demand ${text(toTicks(price))})` : ''

/** Prices as they are told are whole numbers of this, so that what they add up to is as well. */
const ticksPerUsd = 10_000
const toTicks = (price: number): number => Math.round(price * ticksPerUsd)
const sumOf = (instances: InstanceStatus[]): number =>
  toTicks(instances.reduce((sum, { pricePerHour }) => sum + pricePerHour, 0))
const text = (ticks: number): string => `$${(ticks / ticksPerUsd).toFixed(4)}/h`
