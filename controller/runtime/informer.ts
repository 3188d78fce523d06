import type { WatchListener } from './watch-report'

interface Named {
  metadata: { name: string }
}

/** The known items of a watched collection, to be asked without waiting. A hint only: whoever writes reads live first. */
export class Informer<Item extends Named> implements WatchListener<Item> {
  private readonly items = new Map<string, Item>()
  private readonly indexes: Index<Item>[] = []
  private readonly listeners = new Set<(name: string, item: Item | undefined) => void>()
  private markSynced: () => void = () => undefined
  /** Resolves when everything that exists is known. */
  readonly whenSynced = new Promise<void>((resolve) => {
    this.markSynced = resolve
  })
  isSynced = false

  /** `listener` hears the name of every item that changed or went (then without the item), until `signal` aborts. */
  onChange(listener: (name: string, item: Item | undefined) => void, signal?: AbortSignal): void {
    this.listeners.add(listener)
    signal?.addEventListener('abort', () => this.listeners.delete(listener), { once: true })
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

  /** Finds the items of which `keysOf` gives a key without looking at the others. They come in no order. */
  index(keysOf: (item: Item) => string[]): (key: string) => Item[] {
    const index = new Index(keysOf)
    for (const item of this.items.values()) index.set(item.metadata.name, item)
    this.indexes.push(index)
    return (key) => index.find(key)
  }

  changed(item: Item): void {
    this.items.set(item.metadata.name, item)
    for (const index of this.indexes) index.set(item.metadata.name, item)
    for (const listener of this.listeners) listener(item.metadata.name, item)
  }

  removed(name: string): void {
    this.items.delete(name)
    for (const index of this.indexes) index.set(name, undefined)
    for (const listener of this.listeners) listener(name, undefined)
  }

  synced(): void {
    this.isSynced = true
    this.markSynced()
  }
}

/** Items by keys that they have. */
class Index<Item> {
  private readonly byKey = new Map<string, Map<string, Item>>()
  private readonly keysByName = new Map<string, string[]>()

  constructor(private readonly keysOf: (item: Item) => string[]) {}

  /** Takes in an item as it is now; without one it is gone. */
  set(name: string, item: Item | undefined): void {
    for (const key of this.keysByName.get(name) ?? []) this.drop(key, name)
    this.keysByName.delete(name)
    if (item === undefined) return
    const keys = this.keysOf(item)
    if (keys.length > 0) this.keysByName.set(name, keys)
    for (const key of keys) {
      const items = this.byKey.get(key)
      if (items) items.set(name, item)
      else this.byKey.set(key, new Map([[name, item]]))
    }
  }

  find(key: string): Item[] {
    return [...(this.byKey.get(key)?.values() ?? [])]
  }

  private drop(key: string, name: string): void {
    const items = this.byKey.get(key)
    items?.delete(name)
    if (items?.size === 0) this.byKey.delete(key)
  }
}
