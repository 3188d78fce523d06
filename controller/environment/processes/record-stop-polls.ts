import type { AgentProcess } from '../../../core/agent/protocol'
import type { ProcessStatus } from '../../../core/resources/environment'
import type { Moment } from '../rest/moment'

/** While a process stops, a status is written at most this often only to say that it still asks. */
const resolutionMs = 10_000

/** Keeps whether a process asks its stop endpoint, and while it stops how lately its agent said so: in place. */
export function recordStopPolls(
  process: ProcessStatus,
  { isPollingStop }: AgentProcess,
  moment: Moment,
): void {
  if (!isPollingStop) delete process.stopPolledEpoch
  else if (
    process.stopPolledEpoch === undefined ||
    (process.phase === 'Stopping' && moment.isPast(process.stopPolledEpoch + resolutionMs))
  )
    process.stopPolledEpoch = moment.stamp
}
