/** So many processes of one demand go from one instance to another. */
interface Transfer {
  demand: number
  count: number
  from: number
  to: number
}

/** Instances that exchange processes among themselves and with no others. */
export interface Regrouping {
  members: number[]
  transfers: Transfer[]
}

/**
 * Who gives to whom, where each member's processes are to become others. Those given by one are taken by the next that needs some, so that
 * regroupings stay small. What is neither taken nor given by another is started or stopped.
 */
export function regroupingsOf(before: Int32Array[], after: Int32Array[]): Regrouping[] {
  const leaders = before.map((_, index) => index)
  const leaderOf = (index: number): number => {
    let leader = index
    while (leaders[leader]! !== leader) leader = leaders[leader]!
    return leader
  }
  const transfers: Transfer[] = []
  const demands = before[0]?.length ?? 0
  for (let demand = 0; demand < demands; demand++) {
    const change = before.map((counts, index) => after[index]![demand]! - counts[demand]!)
    let to = 0
    for (let from = 0; from < change.length; from++) {
      while (change[from]! < 0) {
        while (to < change.length && change[to]! <= 0) to++
        if (to === change.length) break
        const count = Math.min(-change[from]!, change[to]!)
        transfers.push({ demand, count, from, to })
        change[from]! += count
        change[to]! -= count
        leaders[leaderOf(from)] = leaderOf(to)
      }
      if (to === change.length) break
    }
  }
  const groups = new Map<number, Regrouping>()
  before.forEach((_, index) => {
    const leader = leaderOf(index)
    const group = groups.get(leader) ?? { members: [], transfers: [] }
    group.members.push(index)
    groups.set(leader, group)
  })
  for (const transfer of transfers) groups.get(leaderOf(transfer.from))?.transfers.push(transfer)
  return [...groups.values()]
}
