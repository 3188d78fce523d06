import { instanceLines } from '../../../core/environment-log/instance-lines'
import type { SpotNotices } from '../../../core/agent/protocol'
import type { InstanceStatus } from '../../../core/resources/environment'
import type { Concern, Learned, Work } from '../concern'
import type { InterruptionsFacts, ProcessesFacts } from '../facts'
import type { Pass } from '../pass'
import { replacementSeconds } from './hurry'
import { networkOf, workloadIn } from '../workload/places'
import { selectProcesses } from '../workload/selection'

/** Spot warnings. */
export class Interruptions implements Concern {
  readonly condition = 'InterruptionsReady'
  readonly readyMessage = 'SDO receives Spot warnings wherever an instance may get one.'

  recall(): InterruptionsFacts {
    return { interruptedPools: [], riskyPools: [] }
  }

  /**
   * Acts on the Spot warnings that stand in the status (controller/interruptions puts them there). An interrupted instance counts as leaving:
   * its processes are replaced elsewhere at once, and keep serving until then.
   */
  observe(work: Work, { reports }: ProcessesFacts): Learned<InterruptionsFacts> {
    const { pass, draft } = work
    const interruptedPools: InstanceStatus[] = []
    const riskyPools: InstanceStatus[] = []
    for (const instance of draft.status.instances) {
      const spot = reports.get(instance.clientToken)?.spot
      recordNotices(pass, instance, spot)
      if (spot?.rebalanceEpoch !== undefined && instance.rebalanceEpoch === undefined) {
        instance.rebalanceEpoch = spot.rebalanceEpoch
        riskyPools.push(instance)
      }
      if (instance.interruptedEpoch === undefined || !isStaying(instance)) continue
      instance.phase = 'Draining'
      interruptedPools.push(instance)
      const when = describeNotice(pass.now, instance)
      draft.event(instanceLines.warned, { id: instance.instanceId, when, plan: describePlan(work, instance) })
    }
    const outcome = pass.dependencies.spotWarnings.of(pass.environment.spec.awsAccount)
    return { interruptedPools, riskyPools, outcome }
  }

  /** Notes of each instance that AWS takes back when what ran on it serves elsewhere, and what became of the plan until then. */
  decide(work: Work): Learned {
    for (const instance of work.draft.status.instances) {
      const { phase, interruptedEpoch, replacedEpoch } = instance
      if (phase !== 'Draining' || interruptedEpoch === undefined || replacedEpoch !== undefined) continue
      if (isReplaced(work, instance)) tellOfReplacement(work, instance, interruptedEpoch)
    }
    return {}
  }
}

/** Sentence for the log on the plan of the two minutes, counted from now. */
function describePlan({ pass: { now, limits }, draft }: Work, instance: InstanceStatus): string {
  const { takenBackEpoch = now + 120_000 } = instance
  const left = Math.max(0, Math.round((takenBackEpoch - now) / 1000))
  const onDemand = Math.max(0, Math.round(left - replacementSeconds(draft.status.instances, limits)))
  return (
    `The plan: its replacement is requested at once, from +${onDemand} s on on-demand if Spot has none. ` +
    `When that serves, or at +${limits.interruptionDrainSeconds} s if others share the work, it gets no new requests. At +${left} s it is gone.`
  )
}

/** The instance itself heard of its end, perhaps before the queue did. */
function recordNotices({ stamp }: Pass, instance: InstanceStatus, spot: SpotNotices | undefined): void {
  if (instance.market !== 'spot' || spot?.takenBackEpoch === undefined) return
  instance.interruptedEpoch ??= stamp
  instance.takenBackEpoch ??= spot.takenBackEpoch
}

const isStaying = ({ phase }: InstanceStatus) => phase === 'Launching' || phase === 'Running'

function describeNotice(now: number, { takenBackEpoch }: InstanceStatus): string {
  if (takenBackEpoch === undefined) return 'soon'
  const seconds = Math.max(0, Math.round((takenBackEpoch - now) / 1000))
  return `in ${seconds} seconds`
}

/** Whether all applications that have processes on it are complete without it; when it has none any more, whether all are. */
function isReplaced({ pass, draft: { status } }: Work, instance: InstanceStatus): boolean {
  const { clientToken } = instance
  const here = workloadIn(status, networkOf(status, instance) ?? status.network)
  const { selections } = selectProcesses(pass.goal.wanted, here, pass.environment.spec)
  const applications = new Set(
    status.processes.flatMap((process) => (process.clientToken === clientToken ? process.applicationId : [])),
  )
  return selections.every(
    ({ demand, isServed }) =>
      isServed || (applications.size > 0 && !applications.has(demand.application.applicationId)),
  )
}

function tellOfReplacement(
  { pass: { now }, draft }: Work,
  instance: InstanceStatus,
  interruptedEpoch: number,
): void {
  instance.replacedEpoch = now
  const launches = draft.status.instances.flatMap(({ launchedEpoch = 0 }) =>
    launchedEpoch >= interruptedEpoch ? launchedEpoch : [],
  )
  const after = (epoch: number) => `+${Math.round((epoch - interruptedEpoch) / 100) / 10} s`
  const asked =
    launches.length > 0
      ? `its replacement was requested at ${after(Math.min(...launches))}, and serves`
      : 'others had room, and serve what ran on it'
  const end =
    instance.takenBackEpoch === undefined ? '' : ` AWS takes it at ${after(instance.takenBackEpoch)}.`
  draft.event(instanceLines.replaced, { id: instance.instanceId, asked, served: after(now), end })
}
