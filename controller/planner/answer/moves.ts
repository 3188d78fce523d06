import { listed } from '../../../core/text/words'
import type { Demand } from '../model/demand'
import { costWith, type RunningInstance } from '../fleet/draft'
import { regroupingsOf, type Regrouping } from '../fleet/transfers'
import { costTolerance } from '../model/packing-problem'
import type { Move } from '../model/plan'
import type { Pooled } from './pools'

/**
 * Which running processes change their instance, told by groups of instances that exchange some.
 * @param savingInAll against leaving everything where it may stay, with what is new around it.
 */
export function movesOf(
  fleet: RunningInstance[],
  pooled: Pooled[],
  demands: Demand[],
  savingInAll: number,
): Move[] {
  const nothing = new Int32Array(demands.length)
  const kept = new Map(pooled.map((one) => [one.draft.running, one]))
  const launched = pooled.filter(({ draft }) => !draft.running)
  const before = [...fleet.map(({ processes }) => processes), ...launched.map(() => nothing)]
  const after = [
    ...fleet.map((running) => kept.get(running)?.draft.processes ?? nothing),
    ...launched.map(({ draft }) => draft.processes),
  ]
  const placeOf = (index: number): Place => {
    const id = fleet[index]?.instance.id
    return id === undefined
      ? { name: launched[index - fleet.length]!.planned.instanceType, isLaunched: true }
      : { name: id, isLaunched: false }
  }
  const costChange = (index: number) => {
    const running = fleet[index]
    const next = running ? kept.get(running) : launched[index - fleet.length]
    return (running ? costWith(running, demands) : 0) - (next?.cost ?? 0)
  }
  const regroupings = regroupingsOf(before, after).filter(({ transfers }) => transfers.length > 0)
  const startsOrStops = ({ members }: Regrouping) =>
    demands.some(
      (_, demand) =>
        members.reduce((sum, index) => sum + after[index]![demand]! - before[index]![demand]!, 0) !== 0,
    )
  const savings = regroupings.map((one) =>
    startsOrStops(one) ? undefined : one.members.reduce((sum, index) => sum + costChange(index), 0),
  )
  // What starts or stops changes the cost too: of those groups only the sum of what they save can be told, and is shared evenly.
  const untold = savings.filter((saving) => saving === undefined).length
  const rest = savingInAll - savings.reduce<number>((sum, saving) => sum + (saving ?? 0), 0)
  return regroupings.map((one, index) => moveOf(one, demands, placeOf, savings[index] ?? rest / untold))
}

function moveOf(
  { transfers }: Regrouping,
  demands: Demand[],
  placeOf: (index: number) => Place,
  saving: number,
): Move {
  const counts = new Map<string, number>()
  for (const { demand, count } of transfers) {
    const { name } = demands[demand]!.application
    counts.set(name, (counts.get(name) ?? 0) + count)
  }
  const processes = [...counts].map(([application, count]) => ({ application, count }))
  const from = [...new Set(transfers.map((transfer) => transfer.from))].map((index) => placeOf(index).name)
  const to = [...new Set(transfers.map((transfer) => transfer.to))].map(placeOf)
  const savingPerHour = roundedPrice(saving)
  const what = listed(processes.map(({ application, count }) => `${count} × ${application}`))
  const why =
    saving > costTolerance
      ? `saves $${savingPerHour}/h`
      : 'they may not stay where they are, by their Spot limit or for want of room'
  return {
    processes,
    from,
    to: to.map(({ name }) => name),
    savingPerHour,
    why: `${what} from ${listed(from)} to ${counted(to)}: ${why}`,
  }
}

/** Digits beyond any price's are rounding. */
export const roundedPrice = (price: number): number => Math.round(price * 1e9) / 1e9

/** An instance of the fleet by its id, or one to be launched by its type. */
interface Place {
  name: string
  isLaunched: boolean
}

/** "i-1, one c7g.large and 2 m7g.large". */
function counted(places: Place[]): string {
  const counts = new Map<string, number>()
  for (const { name, isLaunched } of places) if (isLaunched) counts.set(name, (counts.get(name) ?? 0) + 1)
  return listed([
    ...places.flatMap(({ name, isLaunched }) => (isLaunched ? [] : [name])),
    ...[...counts].map(([name, count]) => `${count === 1 ? 'one' : count} ${name}`),
  ])
}
