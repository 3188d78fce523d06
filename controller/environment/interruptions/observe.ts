import { instanceLines } from '../../../core/environment-log/instance-lines'
import type { SpotNotices } from '../../../core/agent/protocol'
import type { InstanceStatus } from '../../../core/resources/environment'
import type { Learned, Work } from '../concern'
import type { Pass } from '../pass'

/**
 * Acts on the Spot warnings that stand in the status (controller/interruptions puts them there). An interrupted instance counts as leaving:
 * its processes are replaced elsewhere at once, and keep serving until then.
 */
export function observe({ pass, draft, observed }: Work): Learned {
  const interruptedPools: InstanceStatus[] = []
  const riskyPools: InstanceStatus[] = []
  for (const instance of draft.status.instances) {
    const spot = observed.reports.get(instance.clientToken)?.spot
    noteWhatItSays(pass, instance, spot)
    if (spot?.rebalanceEpoch !== undefined && instance.rebalanceEpoch === undefined) {
      instance.rebalanceEpoch = spot.rebalanceEpoch
      riskyPools.push(instance)
    }
    if (instance.interruptedEpoch === undefined || !isStaying(instance)) continue
    instance.phase = 'Draining'
    interruptedPools.push(instance)
    const when = describeNotice(pass.now, instance)
    draft.event(instanceLines.warned, { id: instance.instanceId, when, plan: describePlan(pass, instance) })
  }
  const outcome = pass.dependencies.spotWarnings.of(pass.environment.spec.awsAccount)
  return { interruptedPools, riskyPools, outcome }
}

/** Sentence for the log on the plan of the two minutes, counted from now. */
function describePlan({ now, limits }: Pass, { takenBackEpoch = now + 120_000 }: InstanceStatus): string {
  const left = Math.max(0, Math.round((takenBackEpoch - now) / 1000))
  const onDemand = Math.max(0, left - limits.lastSpotSeconds)
  return (
    `The plan: its replacement is asked for at once, from +${onDemand} s on on-demand if Spot has none; ` +
    `when that serves, or at +${limits.interruptionDrainSeconds} s if others share the work, it gets no new requests; at +${left} s it is gone.`
  )
}

/** The instance itself heard of its end, perhaps before the queue did. */
function noteWhatItSays({ now }: Pass, instance: InstanceStatus, spot: SpotNotices | undefined): void {
  if (instance.market !== 'spot' || spot?.takenBackEpoch === undefined) return
  instance.interruptedEpoch ??= now
  instance.takenBackEpoch ??= spot.takenBackEpoch
}

const isStaying = ({ phase }: InstanceStatus) => phase === 'Launching' || phase === 'Running'

function describeNotice(now: number, { takenBackEpoch }: InstanceStatus): string {
  if (takenBackEpoch === undefined) return 'soon'
  const seconds = Math.max(0, Math.round((takenBackEpoch - now) / 1000))
  return `in ${seconds} seconds`
}
