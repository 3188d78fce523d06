import { backoffMilliseconds } from '../../core/time/backoff'
import { systemClock, type Clock } from '../../core/time/clock'
import type { Logger } from '../../core/logging/logger'
import { TroubleLog } from '../../core/logging/trouble-log'
import { WatchReport, type WatchListener } from './watch-report'

export interface ListPage<Item> {
  items: Item[]
  /** Where a watch continues after this list. */
  resourceVersion: string
  /** Token of the next page, if there is one. */
  continueToken?: string
}

export interface WatchEvent<Item> {
  /** `opened` comes first, if the server lets us watch at all. */
  type: 'opened' | 'changed' | 'removed' | 'bookmark'
  /** Absent for `opened` and for a bookmark, which only say how far the watch has come. */
  item?: Item
  resourceVersion: string
}

/** A collection that can be listed in pages and watched from a version on. */
export interface WatchSource<Item> {
  nameOf(item: Item): string
  /** @throws ExpiredError if the token is too old */
  list(continueToken: string | undefined, signal: AbortSignal): Promise<ListPage<Item>>
  /**
   * Events after `resourceVersion`, until the server ends the watch by itself after about `timeoutSeconds`.
   * @throws ExpiredError if the version is too old
   */
  watch(resourceVersion: string, timeoutSeconds: number, signal: AbortSignal): AsyncIterable<WatchEvent<Item>>
}

/** The server no longer knows what came after the version: list again. */
export class ExpiredError extends Error {
  override name = 'ExpiredError'
}

interface ReflectorOptions<Item> {
  /** For the log. */
  name: string
  source: WatchSource<Item>
  listener: WatchListener<Item>
  log: Logger
  clock?: Clock
  random?: () => number
}

const retry = { baseMilliseconds: 500, capMilliseconds: 30_000 }
const shortestWatchSeconds = 240
const longestWatchSeconds = 300
/** The time by which the server may end a watch later than announced before the connection counts as dead. */
const graceSeconds = 30
const shortestTurnMilliseconds = 1000

/**
 * Keeps the listener informed of a collection until `signal` aborts: lists, watches, watches on from where the server
 * ended the watch, and lists again after any fault, because something may have been missed.
 */
export async function runReflector<Item>(
  options: ReflectorOptions<Item>,
  signal: AbortSignal,
): Promise<void> {
  const { name, source, listener, log, clock = systemClock, random = Math.random } = options
  const report = new WatchReport(listener)
  const trouble = new TroubleLog(log, clock, {
    trouble: 'Watching is interrupted',
    recovery: 'Watching goes on',
  })
  const progressed = (isOpened = false) => {
    listener.progressed?.()
    // A watch that is opened and cut, again and again, has not recovered.
    if (isOpened) return
    failures = 0
    trouble.recovered({ watch: name })
  }
  const watching = { source, report, clock, random, progressed }
  let resourceVersion: string | undefined
  let failures = 0
  while (!signal.aborted) {
    try {
      resourceVersion ??= await listAll(source, report, signal)
      resourceVersion = await watchOnce(watching, resourceVersion, signal)
      progressed()
    } catch (error) {
      if (signal.aborted) return
      resourceVersion = undefined
      failures += 1
      if (error instanceof ExpiredError && failures === 1) continue
      const pause = backoffMilliseconds(failures, retry, random)
      const reason = error instanceof Error ? error.message : String(error)
      trouble.failed(reason, { watch: name, retryInMilliseconds: pause })
      listener.failed?.(reason)
      await clock.sleep(pause, signal)
    }
  }
}

async function listAll<Item>(
  source: WatchSource<Item>,
  report: WatchReport<Item>,
  signal: AbortSignal,
): Promise<string> {
  const items = new Map<string, Item>()
  let page: ListPage<Item> | undefined
  do {
    page = await source.list(page?.continueToken, signal)
    signal.throwIfAborted()
    for (const item of page.items) items.set(source.nameOf(item), item)
  } while (page.continueToken)
  report.listed(items)
  return page.resourceVersion
}

interface Watching<Item> {
  source: WatchSource<Item>
  report: WatchReport<Item>
  clock: Clock
  random: () => number
  progressed(isOpened: boolean): void
}

/** Resolves with the version to go on from when the server ended the watch in order. */
async function watchOnce<Item>(
  { source, report, clock, random, progressed }: Watching<Item>,
  from: string,
  signal: AbortSignal,
): Promise<string> {
  const timeoutSeconds = Math.round(
    shortestWatchSeconds + random() * (longestWatchSeconds - shortestWatchSeconds),
  )
  const ended = new AbortController()
  const abort = () => ended.abort(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  // A half-open connection stays silent for ever. The server ends a live watch in time, whatever else it says.
  void clock.sleep((timeoutSeconds + graceSeconds) * 1000, ended.signal).then(() => {
    if (!ended.signal.aborted) ended.abort(new Error('The server did not end the watch in time.'))
  })
  let resourceVersion = from
  let isSilent = true
  const openedAt = clock.monotonic()
  try {
    for await (const event of source.watch(from, timeoutSeconds, ended.signal)) {
      ended.signal.throwIfAborted()
      const isOpened = event.type === 'opened'
      progressed(isOpened)
      resourceVersion = event.resourceVersion
      isSilent &&= isOpened
      if (event.item === undefined) continue
      const name = source.nameOf(event.item)
      if (event.type === 'removed') report.removed(name)
      else report.changed(name, event.item)
    }
    ended.signal.throwIfAborted()
    // Watching on at once would ask a server that does so without end.
    if (isSilent && clock.monotonic() - openedAt < shortestTurnMilliseconds)
      throw new Error('The server ended the watch at once.')
    return resourceVersion
  } finally {
    signal.removeEventListener('abort', abort)
    ended.abort()
  }
}
