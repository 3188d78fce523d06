import { isOnItsWayOut } from '../../../core/process/process-phases'
import type { AgentProcess } from '../../../core/agent/protocol'
import type { ProcessStatus } from '../../../core/resources/environment'
import type { Moment } from '../rest/moment'

/** `restarted`: it ended and is healthy again, and nobody looked in between. */
type ProcessChange = 'became-healthy' | 'fell-ill' | 'restarted' | undefined

/**
 * Takes over what an agent says of a process, in place. Whether a healthy one also serves is for its load balancers to say; a process on
 * its way out is no longer judged.
 */
export function observeProcess(process: ProcessStatus, report: AgentProcess, moment: Moment): ProcessChange {
  if (process.phase === 'Pending') {
    process.phase = 'Starting'
    process.requestedEpoch = moment.stamp
  }
  const isRestarted = report.restarts > process.restarts
  process.restarts = report.restarts
  observeMemory(process, report, moment.stamp)
  // By the clock of the instance, which may be wrong: it was neither before it was asked for nor after now.
  const plausible = (epoch: number) => Math.min(Math.max(epoch, process.requestedEpoch), moment.now)
  if (report.pulledEpoch !== undefined) process.pulledEpoch ??= plausible(report.pulledEpoch)
  if (report.startedEpoch !== undefined) process.startedEpoch ??= plausible(report.startedEpoch)
  if (report.ports.length > 0) process.ports = report.ports
  if (isOnItsWayOut(process)) return undefined
  if (report.state === 'healthy') {
    delete process.message
    if (process.phase !== 'Starting') return isRestarted ? 'restarted' : undefined
    process.healthyEpoch ??= moment.stamp
    process.healthMilliseconds = report.healthMilliseconds
    process.phase = 'Healthy'
    return 'became-healthy'
  }
  if (report.message) process.message = report.message
  const wasHealthy = process.phase !== 'Starting'
  process.phase = 'Starting'
  return wasHealthy ? 'fell-ill' : undefined
}

/** Counts that begin anew, with an agent that kept none, are no more that were killed. */
function observeMemory(process: ProcessStatus, report: AgentProcess, now: number): void {
  for (const name of ['memoryKills', 'memoryEnds'] as const) {
    const count = report[name]
    if (count === undefined) continue
    if (count > (process[name] ?? 0)) process.memoryEpoch = now
    process[name] = count
  }
}
