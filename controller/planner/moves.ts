import type { Demand } from './demand'
import type { Present } from './fleet/draft'
import { regroupingsOf, type Regrouping } from './fleet/transfers'
import { at, costTolerance } from './packing/problem'
import type { Move } from './plan'
import type { Pooled } from './pools'

/** Which running processes change their instance, told by groups of instances that exchange some. */
export function movesOf(presents: Present[], pooled: Pooled[], demands: Demand[]): Move[] {
  const nothing = new Int32Array(demands.length)
  const kept = new Map(pooled.map((one) => [one.draft.present, one]))
  const launched = pooled.filter(({ draft }) => !draft.present)
  const before = [...presents.map(({ processes }) => processes), ...launched.map(() => nothing)]
  const after = [
    ...presents.map((present) => kept.get(present)?.draft.processes ?? nothing),
    ...launched.map(({ draft }) => draft.processes),
  ]
  const priceBefore = (index: number) => presents[index]?.price ?? 0
  const priceAfter = (index: number) => {
    const present = presents[index]
    if (present) return kept.get(present)?.price ?? 0
    return at(launched, index - presents.length).price
  }
  const nameOf = (index: number) =>
    presents[index]?.instance.id ?? at(launched, index - presents.length).planned.instanceType
  return regroupingsOf(before, after)
    .filter(({ transfers }) => transfers.length > 0)
    .map((regrouping) => {
      const saving = regrouping.members.reduce((sum, index) => sum + priceBefore(index) - priceAfter(index), 0)
      return moveOf(regrouping, demands, nameOf, saving)
    })
}

function moveOf(
  { transfers }: Regrouping,
  demands: Demand[],
  nameOf: (index: number) => string,
  saving: number,
): Move {
  const counts = new Map<string, number>()
  for (const { demand, count } of transfers) {
    const { name } = at(demands, demand).application
    counts.set(name, (counts.get(name) ?? 0) + count)
  }
  const processes = [...counts].map(([application, count]) => ({ application, count }))
  const from = [...new Set(transfers.map((transfer) => transfer.from))].map(nameOf)
  const to = [...new Set(transfers.map((transfer) => transfer.to))].map(nameOf)
  const savingPerHour = roundedPrice(saving)
  const what = listed(processes.map(({ application, count }) => `${count} × ${application}`))
  const why =
    saving > costTolerance
      ? `saves $${savingPerHour}/h`
      : 'needed, because they must not stay where they are or what is new needs their place'
  return { processes, from, to, savingPerHour, why: `${what} from ${listed(from)} to ${counted(to)}: ${why}` }
}

/** Digits beyond any price's are rounding. */
export const roundedPrice = (price: number): number => Math.round(price * 1e9) / 1e9

const listed = (names: string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** "i-1, one c7g.large and two m7g.large". */
function counted(names: string[]): string {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return listed(
    [...counts].map(([name, count]) => (name.includes('.') ? `${count === 1 ? 'one' : count} ${name}` : name)),
  )
}
