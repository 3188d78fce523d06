/** A map with a bound: for a new entry beyond it, the one that was kept longest ago goes. */
export class RecentMap<Key, Value> extends Map<Key, Value> {
  constructor(private readonly most: number) {
    super()
  }

  /** @returns the entry that went */
  keep(key: Key, value: Value): [Key, Value] | undefined {
    this.delete(key)
    this.set(key, value)
    const [oldest] = this
    if (this.size <= this.most || oldest === undefined) return undefined
    this.delete(oldest[0])
    return oldest
  }
}
