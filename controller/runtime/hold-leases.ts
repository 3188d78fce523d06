import { parentPort, workerData } from 'node:worker_threads'
import type { Clock } from '../../core/time/clock'
import { ElectionMemory, threadClock, type Channel, type ToHolder, type ToLeader } from './election-thread'
import { runShards, type LeasePace, type ShardsOptions } from './run-shards'

/**
 * How long the thread that leads may show no life before its leases are let go: longer than any work that is worth waiting for, and shorter than
 * Kubernetes waits before it restarts a process that does not answer.
 */
const longestBusySeconds = 30

interface HolderOptions extends Omit<ShardsOptions, 'onHeld' | 'showsLife' | 'liveness' | 'clock'> {
  memory: ElectionMemory
  channel: Channel<ToLeader, ToHolder>
  clock?: Clock
}

/**
 * Holds the leases for a thread that leads and may be too busy to renew them: the counterpart of `leadByThread`. A term of a shard begins and ends there by
 * what it is told; whether a lease is held, it reads from the memory that both share.
 */
export async function holdLeases({
  memory,
  channel,
  clock = threadClock,
  ...options
}: HolderOptions): Promise<void> {
  const stopping = new AbortController()
  let terms = 0
  const settles = new Map<number, (hasFailed: boolean) => void>()
  channel.listen((message) => {
    if (message.type === 'stop') stopping.abort()
    else settles.get(message.term.number)?.(message.hasFailed)
  })
  // What it failed with stays with the thread that leads.
  const election = runShards(
    {
      ...options,
      clock,
      onHeld: (shard, until) => memory.hold(shard, until),
      showsLife: () => clock.monotonic() - memory.seenAlive < longestBusySeconds * 1000,
      liveness: {
        progressed: () => channel.post({ type: 'answered' }),
        failed: (reason) => channel.post({ type: 'failed', reason }),
      },
    },
    async (shard, signal) => {
      const term = { shard, number: ++terms }
      const settled = new Promise<boolean>((resolve) => settles.set(term.number, resolve))
      channel.post({ type: 'began', term })
      signal.addEventListener('abort', () => channel.post({ type: 'ended', term }), { once: true })
      const hasFailed = await settled
      settles.delete(term.number)
      if (hasFailed) throw new LeaderFailed()
    },
    stopping.signal,
  )
  try {
    await election
  } catch (error) {
    if (!(error instanceof LeaderFailed)) throw error
  } finally {
    channel.post({ type: 'over' })
  }
}

class LeaderFailed extends Error {}

/** What a module that is run by `electInThread` was given, and the options that follow from it. */
export interface ThreadData<Given> {
  given: Given
  buffer: SharedArrayBuffer
  election: LeasePace & Pick<ShardsOptions, 'identity'>
}

/** Holds the leases in the thread that this module is loaded into, of which it is the whole work. */
export async function holdLeasesInThread<Given>(
  open: (given: Given) => Pick<HolderOptions, 'leases' | 'log'>,
): Promise<void> {
  if (!parentPort) throw new Error('This module is the work of a thread.')
  const port = parentPort
  const { given, buffer, election } = workerData as ThreadData<Given>
  await holdLeases({
    ...open(given),
    ...election,
    memory: new ElectionMemory(buffer),
    channel: {
      post: (message) => port.postMessage(message),
      listen: (hear) => port.on('message', hear),
    },
  })
  port.close()
}
