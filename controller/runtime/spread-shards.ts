export interface SeenLeases {
  /** Who holds each shard, by its number; undefined: nobody. */
  holders: readonly (string | undefined)[]
  /** The one process that waits for a part. */
  waiting: string | undefined
  /** Whether it was seen to live since it waits: nothing is let go for one that may be dead. */
  isWaitingRenewed: boolean
  self: string
  /** Shards whose work still comes to its end here. */
  ending: ReadonlySet<number>
  /** Shards that nobody has held for so long that whoever should take them does not. */
  abandoned: ReadonlySet<number>
}

interface NextMoves {
  take: number[]
  letGo: number[]
  /** Whether this process has less than its part and can only wait for more. */
  waits: boolean
}

/**
 * What one process does next, so that all of them come to hold equally many shards, give or take one, and then rest. There is no list of
 * members: those are known who hold a shard or wait for one.
 */
export function spreadShards({
  holders,
  waiting,
  isWaitingRenewed,
  self,
  ending,
  abandoned,
}: SeenLeases): NextMoves {
  const heldBy = countHeld(holders, [waiting, self])
  const part = partOf(self, heldBy, holders.length)
  const shards = [...holders.keys()].filter((shard) => !ending.has(shard))
  const mine = shards.filter((shard) => holders[shard] === self)
  const free = shards.filter((shard) => holders[shard] === undefined)
  const someoneElseWaits = waiting !== undefined && waiting !== self
  const lacking = Math.max(0, part - mine.length)
  return {
    take: [
      ...free.slice(0, lacking),
      ...free.slice(lacking).filter((shard) => !someoneElseWaits && abandoned.has(shard)),
    ],
    letGo: someoneElseWaits && isWaitingRenewed ? mine.slice(part) : [],
    waits: lacking > free.length,
  }
}

function countHeld(holders: SeenLeases['holders'], others: (string | undefined)[]): Map<string, number> {
  const heldBy = new Map<string, number>()
  for (const member of others) if (member !== undefined) heldBy.set(member, 0)
  for (const holder of holders) if (holder !== undefined) heldBy.set(holder, (heldBy.get(holder) ?? 0) + 1)
  return heldBy
}

/** How many shards a member should hold. One more than others: those who hold most already, so that least moves. */
function partOf(member: string, heldBy: Map<string, number>, shards: number): number {
  const ranked = [...heldBy].sort(([a, heldByA], [b, heldByB]) => heldByB - heldByA || (a < b ? -1 : 1))
  const rank = ranked.findIndex(([name]) => name === member)
  return Math.floor(shards / heldBy.size) + (rank < shards % heldBy.size ? 1 : 0)
}
