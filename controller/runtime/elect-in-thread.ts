import { Worker } from 'node:worker_threads'
import { builtFile } from '../../core/workers/worker-pool'
import type { Clock } from '../../core/time/clock'
import {
  ElectionMemory,
  threadClock,
  type Channel,
  type ThreadTerm,
  type ToHolder,
  type ToLeader,
} from './election-thread'
import type { ThreadData } from './hold-leases'
import type { ShardsOptions } from './run-shards'
import type { LeadShard } from './shard'

/** The leading of shards, wherever the leases are kept: as `runShards`. */
export type Elect = (
  options: Omit<ShardsOptions, 'leases'>,
  leadShard: LeadShard,
  signal: AbortSignal,
) => Promise<void>

/** How often the thread that leads shows life. */
const lifeMilliseconds = 1000

/**
 * Has the leases held by a thread of its own, so that work that keeps this one busy for seconds costs no lease: each look at whether one is held reads
 * what that thread wrote last, so that whoever comes back from such work knows at once. `module` calls `holdLeasesInThread` with what is `given`.
 */
export const electInThread =
  <Given>({ module, given }: { module: URL; given: Given }): Elect =>
  ({ identity, leaseDurationSeconds, renewDeadlineSeconds, retrySeconds, liveness }, leadShard, signal) => {
    const memory = new ElectionMemory()
    const data: ThreadData<Given> = {
      given,
      buffer: memory.buffer,
      election: { identity, leaseDurationSeconds, renewDeadlineSeconds, retrySeconds },
    }
    // Alive before it is looked at for the first time.
    memory.seenAlive = threadClock.monotonic()
    const worker = new Worker(new URL(builtFile(module)), { workerData: data })
    const broken = new Promise<never>((_resolve, reject) => {
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('The thread that held the leases ended.')))
    })
    broken.catch(() => undefined)
    return leadByThread(
      {
        memory,
        broken,
        liveness,
        channel: {
          post: (message) => worker.postMessage(message),
          listen: (hear) => worker.on('message', hear),
        },
      },
      leadShard,
      signal,
    )
  }

interface LeaderOptions extends Pick<ShardsOptions, 'liveness'> {
  memory: ElectionMemory
  channel: Channel<ToHolder, ToLeader>
  /** Rejects when the thread that holds the leases has ended otherwise than by itself. */
  broken: Promise<never>
  clock?: Clock
}

/**
 * Leads each shard whenever `holdLeases`, at the other end of the channel, holds its lease.
 *
 * @throws what `leadShard` rejects with, or what the other thread ended with
 */
export async function leadByThread(
  { memory, channel, broken, clock = threadClock, liveness }: LeaderOptions,
  leadShard: LeadShard,
  signal: AbortSignal,
): Promise<void> {
  const over = new AbortController()
  const terms = new Map<number, { end: AbortController; work: Promise<void> }>()
  let failure: { error: unknown } | undefined
  const run = async (shard: number, end: AbortSignal) => {
    if (signal.aborted) return
    await leadShard(shard, end, () => clock.monotonic() < memory.heldUntil(shard))
  }
  const begin = (term: ThreadTerm) => {
    const end = new AbortController()
    const work = run(term.shard, end.signal)
      .catch((error: unknown) => {
        failure ??= { error }
      })
      .then(() => {
        terms.delete(term.number)
        channel.post({ type: 'settled', term, hasFailed: failure !== undefined })
      })
    terms.set(term.number, { end, work })
  }
  const finished = new Promise<void>((resolve) =>
    channel.listen((message) => {
      if (message.type === 'began') begin(message.term)
      else if (message.type === 'ended') terms.get(message.term.number)?.end.abort()
      else if (message.type === 'answered') liveness?.progressed()
      else if (message.type === 'failed') liveness?.failed(message.reason)
      else resolve()
    }),
  )
  const endAll = () => terms.forEach(({ end }) => end.abort())
  const stop = () => {
    endAll()
    channel.post({ type: 'stop' })
  }
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  void showLife(memory, clock, over.signal)
  try {
    await Promise.race([finished, broken])
  } catch (error) {
    // Nobody renews them any more.
    memory.holdNothing()
    failure ??= { error }
  } finally {
    signal.removeEventListener('abort', stop)
    endAll()
    await Promise.all([...terms.values()].map(({ work }) => work))
    over.abort()
  }
  if (failure) throw failure.error
}

async function showLife(memory: ElectionMemory, clock: Clock, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    memory.seenAlive = clock.monotonic()
    await clock.sleep(lifeMilliseconds, signal)
  }
}
