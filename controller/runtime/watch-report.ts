/** A listener that is told about the items of a watched collection. */
export interface WatchListener<Item> {
  /** Created or changed, or merely listed again. */
  changed(item: Item): void
  removed(name: string): void
  /** Every item that exists was reported at least once. Called one time. */
  synced?(): void
  /** The server answered, or said something. */
  progressed?(): void
  /** The kind could not be listed or watched; the reflector tries again. */
  failed?(reason: string): void
}

/**
 * Turns listings and single changes of a collection into calls of a listener. It remembers the names it reported, so
 * that a listing also reveals what was removed while nobody was watching.
 */
export class WatchReport<Item> {
  private readonly names = new Set<string>()
  private isSynced = false

  constructor(private readonly listener: WatchListener<Item>) {}

  /** All that exists, by name. */
  listed(items: ReadonlyMap<string, Item>): void {
    for (const name of [...this.names]) if (!items.has(name)) this.removed(name)
    for (const [name, item] of items) this.changed(name, item)
    if (this.isSynced) return
    this.isSynced = true
    this.listener.synced?.()
  }

  changed(name: string, item: Item): void {
    this.names.add(name)
    this.listener.changed(item)
  }

  removed(name: string): void {
    if (this.names.delete(name)) this.listener.removed(name)
  }
}
