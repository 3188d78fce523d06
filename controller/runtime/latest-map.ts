/** A map of what was set last, in the order in which it was; what was set longest ago is forgotten for what is more than `most`. */
export class LatestMap<Key, Value> extends Map<Key, Value> {
  constructor(
    private readonly most: number,
    private readonly onForgotten: (key: Key, value: Value) => void = () => undefined,
  ) {
    super()
  }

  override set(key: Key, value: Value): this {
    this.delete(key)
    super.set(key, value)
    const [oldest] = this
    if (this.size > this.most && oldest) {
      this.delete(oldest[0])
      this.onForgotten(...oldest)
    }
    return this
  }
}
