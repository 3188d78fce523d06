import { instanceLines } from '../../../core/environment-log/instance-lines'
import type { InstanceStatus } from '../../../core/resources/environment'
import type { Learned, Work } from '../concern'
import { networkOf, workloadIn } from '../workload/places'
import { selectProcesses } from '../workload/selection'

/** Notes of each instance that AWS takes back when what ran on it serves elsewhere, and what became of the plan until then. */
export function decide(work: Work): Learned {
  for (const instance of work.draft.status.instances) {
    const { phase, interruptedEpoch, replacedEpoch } = instance
    if (phase !== 'Draining' || interruptedEpoch === undefined || replacedEpoch !== undefined) continue
    if (isReplaced(work, instance)) note(work, instance, interruptedEpoch)
  }
  return {}
}

/** Whether all applications that have processes on it are complete without it; when it has none any more, whether all are. */
function isReplaced({ pass, draft: { status } }: Work, instance: InstanceStatus): boolean {
  const { clientToken } = instance
  const here = workloadIn(status, networkOf(status, instance) ?? status.network)
  const { selections } = selectProcesses(pass.goal.wanted, here, pass.environment.spec.spotStrategy)
  const applications = new Set(
    status.processes.flatMap((process) => (process.clientToken === clientToken ? process.applicationId : [])),
  )
  return selections.every(
    ({ demand, isServed }) =>
      isServed || (applications.size > 0 && !applications.has(demand.application.applicationId)),
  )
}

function note({ pass: { now }, draft }: Work, instance: InstanceStatus, interruptedEpoch: number): void {
  instance.replacedEpoch = now
  const launches = draft.status.instances.flatMap(({ launchedEpoch = 0 }) =>
    launchedEpoch >= interruptedEpoch ? launchedEpoch : [],
  )
  const after = (epoch: number) => `+${Math.round((epoch - interruptedEpoch) / 100) / 10} s`
  const asked =
    launches.length > 0
      ? `its replacement was asked for at ${after(Math.min(...launches))}, and serves`
      : 'others had room, and serve what ran on it'
  const end =
    instance.takenBackEpoch === undefined ? '' : ` AWS takes it at ${after(instance.takenBackEpoch)}.`
  draft.event(instanceLines.replaced, { id: instance.instanceId, asked, served: after(now), end })
}
