interface Wait {
  seconds: number
  lookedEpoch: number
}

/**
 * How long each process has waited until its load balancers let it in. Only time between looks that they answered counts: what nobody could see
 * is not held against a process.
 */
export class AdmissionWaits {
  private waits = new Map<string, Wait>()

  /**
   * Notes a look at `now`, an epoch in milliseconds.
   *
   * @param processIds those of which it told that they wait
   * @param longestSeconds between two looks where nothing is in the way of them: beyond that, nobody looked
   */
  record(processIds: string[], now: number, longestSeconds: number): void {
    for (const id of processIds) {
      const { seconds, lookedEpoch } = this.waits.get(id) ?? { seconds: 0, lookedEpoch: now }
      const passed = Math.max(0, (now - lookedEpoch) / 1000)
      this.waits.set(id, { seconds: seconds + Math.min(passed, longestSeconds), lookedEpoch: now })
    }
  }

  /** Forgets all others. */
  keep(processIds: ReadonlySet<string>): void {
    this.waits = new Map([...this.waits].filter(([id]) => processIds.has(id)))
  }

  /** By process, in seconds. */
  all(): Map<string, number> {
    return new Map([...this.waits].map(([id, { seconds }]) => [id, seconds]))
  }
}
