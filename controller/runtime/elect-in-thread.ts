import { Worker } from 'node:worker_threads'
import { builtFile } from '../../core/workers/worker-pool'
import type { Clock } from '../../core/time/clock'
import { ElectionMemory, threadClock, type Channel, type ToHolder, type ToLeader } from './election-thread'
import type { ThreadData } from './hold-lease'
import type { IsHeld, Lead, LeaderElectionOptions } from './leader-election'

/** Leadership, wherever the lease is kept: as `runAsLeader`. */
export type Elect = (
  options: Omit<LeaderElectionOptions, 'leases'>,
  lead: Lead,
  signal: AbortSignal,
) => Promise<void>

/** How often the thread that leads shows life. */
const lifeMilliseconds = 1000

/**
 * Has the lease held by a thread of its own, so that work that keeps this one busy for seconds costs no lease: each look at whether it is held reads
 * what that thread wrote last, so that whoever comes back from such work knows at once. `module` calls `holdLeaseInThread` with what is `given`.
 */
export const electInThread =
  <Given>({ module, given }: { module: URL; given: Given }): Elect =>
  (
    { name, identity, leaseDurationSeconds, renewDeadlineSeconds, retrySeconds, ...options },
    lead,
    signal,
  ) => {
    const memory = new ElectionMemory()
    const data: ThreadData<Given> = {
      given,
      buffer: memory.buffer,
      election: { name, identity, leaseDurationSeconds, renewDeadlineSeconds, retrySeconds },
    }
    // Alive before it is looked at for the first time.
    memory.seenAlive = threadClock.monotonic()
    const worker = new Worker(new URL(builtFile(module)), { workerData: data })
    const broken = new Promise<never>((_resolve, reject) => {
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('The thread that held the lease ended.')))
    })
    broken.catch(() => undefined)
    return leadByThread(
      {
        memory,
        broken,
        onChange: options.onChange,
        liveness: options.liveness,
        channel: {
          post: (message) => worker.postMessage(message),
          listen: (hear) => worker.on('message', hear),
        },
      },
      lead,
      signal,
    )
  }

interface LeaderOptions extends Pick<LeaderElectionOptions, 'onChange' | 'liveness'> {
  memory: ElectionMemory
  channel: Channel<ToHolder, ToLeader>
  /** Rejects when the thread that holds the lease has ended otherwise than by itself. */
  broken: Promise<never>
  clock?: Clock
}

/**
 * Leads whenever `holdLease`, at the other end of the channel, holds the lease.
 *
 * @throws what `lead` rejects with, or what the other thread ended with
 */
export async function leadByThread(
  { memory, channel, broken, clock = threadClock, onChange, liveness }: LeaderOptions,
  lead: Lead,
  signal: AbortSignal,
): Promise<void> {
  const over = new AbortController()
  const isHeld: IsHeld = () => clock.monotonic() < memory.heldUntil
  let term: AbortController | undefined
  let work = Promise.resolve()
  let failure: { error: unknown } | undefined
  const end = () => {
    if (!term || term.signal.aborted) return
    term.abort()
    onChange?.(false)
  }
  const run = async (own: AbortController) => {
    if (signal.aborted) return
    term = own
    onChange?.(true)
    await lead(own.signal, isHeld)
  }
  const begin = (number: number) => {
    work = run(new AbortController())
      .catch((error: unknown) => {
        failure = { error }
      })
      .then(() => channel.post({ type: 'settled', term: number, hasFailed: failure !== undefined }))
  }
  const finished = new Promise<void>((resolve) =>
    channel.listen((message) => {
      if (message.type === 'began') begin(message.term)
      else if (message.type === 'ended') end()
      else if (message.type === 'answered') liveness?.progressed()
      else if (message.type === 'failed') liveness?.failed(message.reason)
      else resolve()
    }),
  )
  const stop = () => {
    end()
    channel.post({ type: 'stop' })
  }
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop, { once: true })
  void showLife(memory, clock, over.signal)
  try {
    await Promise.race([finished, broken])
  } catch (error) {
    // Nobody renews it any more.
    memory.heldUntil = -Infinity
    failure ??= { error }
  } finally {
    signal.removeEventListener('abort', stop)
    end()
    await work
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
