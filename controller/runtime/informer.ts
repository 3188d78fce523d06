import type { WatchListener } from './watch-report'

interface Named {
  metadata: { name: string }
}

/** The known items of a watched collection, to be asked without waiting. A hint only: whoever writes reads live first. */
export class Informer<Item extends Named> implements WatchListener<Item> {
  private readonly items = new Map<string, Item>()
  private readonly listeners: ((name: string, item: Item | undefined) => void)[] = []
  private markSynced: () => void = () => undefined
  /** Resolves when everything that exists is known. */
  readonly whenSynced = new Promise<void>((resolve) => {
    this.markSynced = resolve
  })
  isSynced = false

  /** `listener` hears the name of every item that changed or went (then without the item). */
  onChange(listener: (name: string, item: Item | undefined) => void): void {
    this.listeners.push(listener)
  }

  get(name: string): Item | undefined {
    return this.items.get(name)
  }

  list(): Item[] {
    return [...this.items.values()]
  }

  names(): string[] {
    return [...this.items.keys()]
  }

  changed(item: Item): void {
    this.items.set(item.metadata.name, item)
    for (const listener of this.listeners) listener(item.metadata.name, item)
  }

  removed(name: string): void {
    this.items.delete(name)
    for (const listener of this.listeners) listener(name, undefined)
  }

  synced(): void {
    this.isSynced = true
    this.markSynced()
  }
}
