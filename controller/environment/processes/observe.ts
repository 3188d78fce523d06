import type { ProcessStatus } from '../../../core/resources/environment'
import type { Pass } from '../pass'
import { nameOf } from '../rollout/verdict'
import { applicationOf } from '../workload/application-of'
import { noteHealth } from './note-health'
import { observeProcess } from './observe-process'

/** Takes over into the processes what the agents reported in this pass, and drops processes that have stopped. */
export function observeReports(pass: Pass): void {
  const { status, reports, now } = pass
  const recovered: ProcessStatus[] = []
  for (const process of status.processes) {
    const report = reports
      .get(process.clientToken)
      ?.processes.find((one) => one.id === process.id && one.state !== 'stopping')
    if (!report) continue
    const change = observeProcess(process, report, now)
    if (change === 'became-healthy') recovered.push(process)
    if (change === 'fell-ill')
      pass.event(
        'deployment',
        `A process of ${describe(pass, process)} is not healthy any more. ${process.message ?? ''}`.trim(),
        'ERROR',
      )
  }
  status.processes = status.processes.filter((process) => !hasStopped(pass, process))
  noteHealth(pass, recovered)
}

/** Left out of the list that its agent got, and no longer in the agent's own; or there is nobody left to ask. */
function hasStopped(pass: Pass, { id, phase, clientToken }: ProcessStatus): boolean {
  if (phase !== 'Stopping') return false
  if (!pass.status.instances.some((instance) => instance.clientToken === clientToken)) return true
  const report = pass.reports.get(clientToken)
  if (report) return report.processes.every((one) => one.id !== id)
  const silentSince = pass.memory.unreachableSince.get(clientToken) ?? pass.now
  return pass.secondsSince(silentSince) > pass.limits.unreachableSeconds
}

function describe(pass: Pass, process: ProcessStatus): string {
  const application = applicationOf(pass, process)
  return application ? nameOf({ application }) : 'an application'
}
