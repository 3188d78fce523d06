interface Lane {
  /** Keys and the time of their arrival, in that order. */
  waiting: Map<string, number>
  running: number
  /** When the lane stopped being full: for whoever waited before, only since then it was for a worker. */
  freeSince: number
}

interface Taken {
  key: string
  owner: string
  /** Since when nothing but a worker was missing. */
  waitedSince: number
}

/**
 * Keys that wait for a worker, in one lane for each owner. Lanes take turns: whoever brings much work waits behind their own, and no
 * lane has more at once than its allowance.
 */
export class FairLine {
  /** The lane whose turn it is comes first. */
  private readonly lanes = new Map<string, Lane>()
  private readonly ownerOfKey = new Map<string, string>()

  /** @param allowance how many keys of an owner may be taken at once, which may change at any time */
  constructor(private readonly allowance: (owner: string) => number) {}

  /** Keys that wait. */
  get size(): number {
    return this.ownerOfKey.size
  }

  has(key: string): boolean {
    return this.ownerOfKey.has(key)
  }

  /** Puts a key that does not wait yet at the end of its owner's lane. */
  add(key: string, owner: string, arrivedAt: number): void {
    const lane = this.lanes.get(owner) ?? { waiting: new Map(), running: 0, freeSince: 0 }
    // A lane in which nobody waited has no turn to keep.
    if (lane.waiting.size === 0) this.moveToEnd(owner, lane)
    lane.waiting.set(key, arrivedAt)
    this.ownerOfKey.set(key, owner)
  }

  /** The next key, of the first lane that may have one more under way; its lane is then the last one. */
  take(): Taken | undefined {
    for (const [owner, lane] of this.lanes) {
      const [next] = lane.waiting
      if (!next || lane.running >= this.allowance(owner)) continue
      const [key, arrivedAt] = next
      lane.waiting.delete(key)
      this.ownerOfKey.delete(key)
      lane.running += 1
      this.moveToEnd(owner, lane)
      return { key, owner, waitedSince: Math.max(arrivedAt, lane.freeSince) }
    }
    return undefined
  }

  /** A key that was taken for the owner is done. */
  done(owner: string, now: number): void {
    const lane = this.lanes.get(owner)
    if (!lane) return
    if (lane.running >= this.allowance(owner)) lane.freeSince = now
    lane.running -= 1
    if (lane.running === 0 && lane.waiting.size === 0) this.lanes.delete(owner)
  }

  /** Nobody waits any more; what was taken stays so. */
  clear(): void {
    this.ownerOfKey.clear()
    for (const [owner, lane] of this.lanes) {
      lane.waiting.clear()
      if (lane.running === 0) this.lanes.delete(owner)
    }
  }

  private moveToEnd(owner: string, lane: Lane): void {
    this.lanes.delete(owner)
    this.lanes.set(owner, lane)
  }
}
