import { parentPort, workerData } from 'node:worker_threads'
import type { Clock } from '../../core/time/clock'
import { ElectionMemory, threadClock, type Channel, type ToHolder, type ToLeader } from './election-thread'
import { runAsLeader, type LeaderElectionOptions } from './leader-election'

/**
 * How long the thread that leads may show no life before its lease is let go: longer than any work that is worth waiting for, and shorter than
 * Kubernetes waits before it restarts a process that does not answer.
 */
const longestBusySeconds = 30

interface HolderOptions extends Omit<LeaderElectionOptions, 'onHeld' | 'showsLife' | 'liveness' | 'clock'> {
  memory: ElectionMemory
  channel: Channel<ToLeader, ToHolder>
  clock?: Clock
}

/**
 * Holds the lease for a thread that leads and may be too busy to renew it: the counterpart of `leadByThread`. A term begins and ends there by what
 * it is told; whether the lease is held, it reads from the memory that both share.
 */
export async function holdLease({
  memory,
  channel,
  clock = threadClock,
  ...options
}: HolderOptions): Promise<void> {
  const stopping = new AbortController()
  let term = 0
  let settle: (hasFailed: boolean) => void = () => undefined
  channel.listen((message) => {
    if (message.type === 'stop') stopping.abort()
    else if (message.term === term) settle(message.hasFailed)
  })
  // What it failed with stays with the thread that leads.
  const election = runAsLeader(
    {
      ...options,
      clock,
      onHeld: (until) => {
        memory.heldUntil = until
      },
      showsLife: () => clock.monotonic() - memory.seenAlive < longestBusySeconds * 1000,
      liveness: {
        progressed: () => channel.post({ type: 'answered' }),
        failed: (reason) => channel.post({ type: 'failed', reason }),
      },
    },
    async (signal) => {
      const number = ++term
      const hasFailed = new Promise<boolean>((resolve) => {
        settle = resolve
      })
      channel.post({ type: 'began', term: number })
      signal.addEventListener('abort', () => channel.post({ type: 'ended', term: number }), { once: true })
      if (await hasFailed) throw new LeaderFailed()
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
  election: Pick<
    LeaderElectionOptions,
    'name' | 'identity' | 'leaseDurationSeconds' | 'renewDeadlineSeconds' | 'retrySeconds'
  >
}

/** Holds the lease in the thread that this module is loaded into, of which it is the whole work. */
export async function holdLeaseInThread<Given>(
  open: (given: Given) => Pick<HolderOptions, 'leases' | 'log'>,
): Promise<void> {
  if (!parentPort) throw new Error('This module is the work of a thread.')
  const port = parentPort
  const { given, buffer, election } = workerData as ThreadData<Given>
  await holdLease({
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
