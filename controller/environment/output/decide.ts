import { outputLines } from '../../../core/environment-log/process-lines'
import { isOf } from '../shortened'
import type { Learned, Work } from '../concern'
import { applicationOf } from '../workload/application-of'
import { nameOf } from '../workload/goal'
import type { OutputMemory } from './memory'

/** Takes over why processes are not heard, and says it once for each application. */
export function decide({ pass, draft, observed }: Work<OutputMemory>): Learned {
  const { processes } = draft.status
  for (const process of processes) {
    const report = observed.reports.get(process.clientToken)?.processes.find(({ id }) => id === process.id)
    if (!report || isOf(process.outputFault, report.outputFault)) continue
    const isKnown = processes.some(
      (other) => other.applicationId === process.applicationId && isOf(other.outputFault, report.outputFault),
    )
    const application = applicationOf(pass, process)
    if (report.outputFault === undefined) delete process.outputFault
    else process.outputFault = report.outputFault
    if (report.outputFault !== undefined && application && !isKnown)
      draft.event(outputLines.unheard, { name: nameOf({ application }), why: report.outputFault })
  }
  return {}
}
