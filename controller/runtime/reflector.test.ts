import { describe, expect, it, onTestFinished } from 'vitest'
import { silentLogger } from '../../core/logging/logger'
import { VirtualClock } from '../../tests/builders/virtual-clock'
import { ExpiredError, runReflector, type ListPage, type WatchEvent, type WatchSource } from './reflector'

interface Item {
  name: string
  value: number
}

/** A server whose every answer a test decides. */
class FakeSource implements WatchSource<Item> {
  readonly lists: (string | undefined)[] = []
  readonly watches: {
    from: string
    timeoutSeconds: number
    signal: AbortSignal
    connection: FakeConnection
  }[] = []
  pages: (ListPage<Item> | Error)[] = []

  nameOf({ name }: Item) {
    return name
  }

  async list(continueToken: string | undefined): Promise<ListPage<Item>> {
    this.lists.push(continueToken)
    const page = this.pages.shift()
    if (!page) throw new Error('unreachable')
    if (page instanceof Error) throw page
    return page
  }

  watch(from: string, timeoutSeconds: number, signal: AbortSignal): AsyncIterable<WatchEvent<Item>> {
    const connection = new FakeConnection(signal)
    this.watches.push({ from, timeoutSeconds, signal, connection })
    return connection.events()
  }

  get last() {
    const watch = this.watches.at(-1)
    if (!watch) throw new Error('Nobody watches.')
    return watch
  }
}

class FakeConnection {
  private readonly queue: (WatchEvent<Item> | Error | 'end')[] = []
  private wake: () => void = () => undefined

  constructor(private readonly signal: AbortSignal) {
    signal.addEventListener('abort', () => this.wake(), { once: true })
  }

  send(...events: (WatchEvent<Item> | Error | 'end')[]) {
    this.queue.push(...events)
    this.wake()
  }

  async *events(): AsyncGenerator<WatchEvent<Item>> {
    for (;;) {
      this.signal.throwIfAborted()
      const next = this.queue.shift()
      if (next === 'end') return
      if (next instanceof Error) throw next
      if (next) yield next
      else await new Promise<void>((resolve) => (this.wake = resolve))
    }
  }
}

const item = (name: string, value = 1): Item => ({ name, value })
const page = (resourceVersion: string, ...items: Item[]): ListPage<Item> => ({ items, resourceVersion })
const changed = (resourceVersion: string, changedItem: Item): WatchEvent<Item> => ({
  type: 'changed',
  item: changedItem,
  resourceVersion,
})

function start(...pages: (ListPage<Item> | Error)[]) {
  const clock = new VirtualClock()
  const source = new FakeSource()
  source.pages = pages
  const heard: string[] = []
  const life: string[] = []
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const stopped = runReflector(
    {
      name: 'items',
      source,
      listener: {
        changed: ({ name, value }) => heard.push(`${name}=${value}`),
        removed: (name) => heard.push(`-${name}`),
        synced: () => heard.push('synced'),
        progressed: () => life.push('alive'),
        failed: (reason) => life.push(reason),
      },
      log: silentLogger,
      clock,
      random: () => 0.5,
    },
    stop.signal,
  )
  return { clock, source, heard, life, stop, stopped }
}

describe('runReflector', () => {
  it('lists all pages, says that it is complete, and watches from there', async () => {
    const { clock, source, heard } = start(
      { ...page('5', item('a')), continueToken: 'more' },
      page('5', item('b')),
    )
    await clock.advance(0)
    expect(source.lists).toEqual([undefined, 'more'])
    expect(heard).toEqual(['a=1', 'b=1', 'synced'])
    expect(source.last.from).toBe('5')
    expect(source.last.timeoutSeconds).toBeGreaterThanOrEqual(240)
    expect(source.last.timeoutSeconds).toBeLessThanOrEqual(300)
  })

  it('reports changes and removals as they come', async () => {
    const { clock, source, heard } = start(page('1', item('a')))
    await clock.advance(0)
    source.last.connection.send(changed('2', item('a', 2)), changed('3', item('b')), {
      type: 'removed',
      item: item('a', 2),
      resourceVersion: '4',
    })
    await clock.advance(0)
    expect(heard.slice(2)).toEqual(['a=2', 'b=1', '-a'])
  })

  it('watches on from the last event or bookmark when the server ends the watch, without listing', async () => {
    const { clock, source } = start(page('1'))
    await clock.advance(0)
    source.last.connection.send(changed('2', item('a')), { type: 'bookmark', resourceVersion: '9' }, 'end')
    await clock.advance(0)
    expect(source.watches.map(({ from }) => from)).toEqual(['1', '9'])
    expect(source.lists).toHaveLength(1)
  })

  it('lists again at once when its version is too old, and reports what was removed meanwhile', async () => {
    const { clock, source, heard } = start(page('1', item('a'), item('b')), page('50', item('b', 2)))
    await clock.advance(0)
    source.last.connection.send(new ExpiredError('too old'))
    await clock.advance(0)
    expect(heard.slice(3)).toEqual(['-a', 'b=2'])
    expect(source.last.from).toBe('50')
  })

  it('starts the list over when a page came too late', async () => {
    const { clock, source, heard } = start(
      { ...page('1', item('gone')), continueToken: 'more' },
      new ExpiredError('too old'),
      page('8', item('a')),
    )
    await clock.advance(0)
    expect(source.lists).toEqual([undefined, 'more', undefined])
    expect(heard).toEqual(['a=1', 'synced'])
  })

  it('comes back after growing pauses while the server fails, and at once after the next fault that follows success', async () => {
    const { clock, source, heard } = start()
    await clock.advance(60_000)
    const attempts = source.lists.length
    expect(attempts).toBeGreaterThanOrEqual(6)
    expect(attempts).toBeLessThanOrEqual(9)
    source.pages = [page('1', item('a')), page('2', item('a', 2))]
    await clock.advance(30_000)
    expect(heard).toEqual(['a=1', 'synced'])
    source.last.connection.send(changed('2', item('a', 2)), new Error('reset'))
    await clock.advance(500)
    expect(heard.at(-1)).toBe('a=2')
    expect(source.last.from).toBe('2')
    expect(source.watches).toHaveLength(2)
  })

  it('gives a silent connection up that the server should have ended, and lists again', async () => {
    const { clock, source, heard } = start(page('1', item('a')), page('7', item('a', 7)))
    await clock.advance(0)
    const first = source.last
    await clock.advance(first.timeoutSeconds * 1000)
    expect(source.watches).toHaveLength(1)
    await clock.advance(31_000)
    expect(first.signal.aborted).toBe(true)
    expect(heard.at(-1)).toBe('a=7')
    expect(source.last.from).toBe('7')
  })

  it('counts as alive once it may watch, not when it may merely list', async () => {
    const { clock, source, life } = start(page('1'), page('2'))
    await clock.advance(0)
    expect(life).toEqual([])
    source.last.connection.send(new Error('You may not watch.'))
    await clock.advance(600)
    expect(life).toEqual(['You may not watch.'])
    source.last.connection.send({ type: 'opened', resourceVersion: '2' })
    await clock.advance(0)
    expect(life).toEqual(['You may not watch.', 'alive'])
  })

  it('does not ask without end a server that ends every watch at once', async () => {
    const { clock, source, life } = start(...Array.from({ length: 1000 }, () => page('1')))
    for (let second = 0; second < 600; second++) {
      await clock.advance(100)
      source.last.connection.send({ type: 'opened', resourceVersion: '1' }, 'end')
    }
    expect(source.watches.length).toBeLessThan(15)
    expect(life).toContain('The server ended the watch at once.')
  })

  it('ends its request and reports nothing more once it is stopped', async () => {
    const { clock, source, heard, stop, stopped } = start(page('1', item('a')))
    await clock.advance(0)
    const { signal, connection } = source.last
    stop.abort()
    connection.send(changed('2', item('a', 2)))
    await clock.finish(stopped)
    expect(signal.aborted).toBe(true)
    expect(heard).toEqual(['a=1', 'synced'])
  })
})
