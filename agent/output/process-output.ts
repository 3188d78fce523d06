import { logStreamName } from '../../core/aws/log-groups'
import type { DesiredProcess } from '../../core/agent/protocol'
import type { Logger } from '../../core/logging/logger'
import type { Clock } from '../../core/time/clock'
import type { LogStream, LogStreams } from './log-streams'

/** Somebody may delete the stream of a process that runs, or take the right to it away. */
const usualIntervalMs = 5 * 60_000
const firstRetryMs = 2000
const longestRetryMs = 60_000

/** The output of processes on its way to its log streams. */
export interface ProcessOutput {
  /** For as long as the process is to live, whatever containers it has meanwhile. */
  open(definition: Pick<DesiredProcess, 'id' | 'logGroup'>): OpenOutput
}

export interface OpenOutput {
  /** Stream of the output; absent where it stays on the instance. */
  readonly stream: LogStream | undefined
  /** Why nothing can be written there, for people. */
  fault(): string | undefined
  close(): void
}

interface Dependencies {
  streams: LogStreams
  clock: Clock
  log: Logger
}

/**
 * Keeps a stream for each process in CloudWatch Logs. Docker makes it too, and tries again and again without saying why it cannot: who asks
 * beside it learns the reason, and puts back what was deleted.
 */
export const createProcessOutput = ({ streams, clock, log }: Dependencies): ProcessOutput => ({
  open({ id, logGroup: group }) {
    const stream = group === undefined ? undefined : { group, stream: logStreamName(id) }
    const closing = new AbortController()
    let fault: string | undefined

    async function keep(wanted: LogStream): Promise<void> {
      for (let retryMs = firstRetryMs; !closing.signal.aborted; retryMs *= 2) {
        const before = fault
        fault = await faultOf(streams.ensure(wanted))
        if (fault !== undefined && fault !== before) log.warn({ processId: id, fault }, 'Output is not sent')
        if (fault === undefined) retryMs = firstRetryMs
        const pauseMs = fault === undefined ? usualIntervalMs : Math.min(retryMs, longestRetryMs)
        await clock.sleep(pauseMs, closing.signal)
      }
    }

    if (stream) void keep(stream)
    return { stream, fault: () => fault, close: () => closing.abort() }
  },
})

const faultOf = (attempt: Promise<void>): Promise<string | undefined> =>
  attempt.then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
