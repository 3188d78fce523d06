import type { InstanceStatus } from '../../../core/resources/environment'
import type { Learned, Work } from '../concern'

/**
 * Acts on the Spot warnings that stand in the status (controller/interruptions puts them there). An interrupted instance counts as leaving:
 * its processes are replaced elsewhere at once, and keep serving until then.
 */
export function observe({ pass, draft }: Work): Learned {
  for (const instance of draft.status.instances) {
    if (instance.interruptedEpoch === undefined || !isStaying(instance)) continue
    instance.phase = 'Draining'
    draft.event(
      'network',
      `AWS takes back ${instance.instanceId} ${describeNotice(pass.now, instance)}. What runs on it is replaced.`,
    )
  }
  return { outcome: pass.dependencies.spotWarnings.of(pass.environment.spec.awsAccount) }
}

const isStaying = ({ phase }: InstanceStatus) => phase === 'Launching' || phase === 'Running'

function describeNotice(now: number, { takenBackEpoch }: InstanceStatus): string {
  if (takenBackEpoch === undefined) return 'soon'
  const seconds = Math.max(0, Math.round((takenBackEpoch - now) / 1000))
  return `in ${seconds} seconds`
}
