import { instanceLines } from '../../../core/environment-log/instance-lines'
import type { AgentStatus } from '../../../core/agent/protocol'
import { bootSteps, type BootStep, type InstanceStatus } from '../../../core/resources/environment'
import type { Work } from '../concern'

/** Says once of each instance how long it took to be of use, when its first process is healthy. */
export function recordBoot(
  { pass, draft }: Work,
  instance: InstanceStatus,
  report: AgentStatus | undefined,
): void {
  const { launchedEpoch, boot } = instance
  if (boot || launchedEpoch === undefined || !report) return
  const timeline = bootTimelineOf(report, launchedEpoch, pass.stamp)
  if (!timeline) return
  instance.boot = timeline
  const { instanceId: id } = instance
  draft.event(instanceLines.ofUse, { id, seconds: timeline.healthy, steps: describeSteps(timeline) })
}

/** The instance's own clock may be this wrong without being noticed. */
const toleratedMilliseconds = 5000

/**
 * Seconds since the launch of each step that led to the first healthy process; undefined as long as there is none. An instance whose clock is
 * plainly wrong is taken to have become healthy just now, since only the distances between its times can be right.
 */
export function bootTimelineOf(
  { boot, processes }: Pick<AgentStatus, 'boot' | 'processes'>,
  launchedEpoch: number,
  now: number,
): InstanceStatus['boot'] {
  const [first] = processes
    .filter(({ healthyEpoch }) => healthyEpoch !== undefined)
    .sort((a, b) => (a.healthyEpoch ?? 0) - (b.healthyEpoch ?? 0))
  if (!boot || first?.healthyEpoch === undefined) return undefined
  const epochs: Partial<Record<BootStep, number>> = {
    kernel: boot.kernelEpoch,
    docker: boot.dockerEpoch,
    agent: boot.agentEpoch,
    pulled: first.pulledEpoch,
    started: first.startedEpoch,
    healthy: first.healthyEpoch,
  }
  const isPlausible = Object.values(epochs).every(
    (epoch) => epoch >= launchedEpoch - toleratedMilliseconds && epoch <= now + toleratedMilliseconds,
  )
  const shift = isPlausible ? 0 : now - first.healthyEpoch
  return Object.fromEntries(
    bootSteps.flatMap((step) => {
      const epoch = epochs[step]
      return epoch === undefined
        ? []
        : [[step, Math.max(0, Math.round((epoch + shift - launchedEpoch) / 100) / 10)]]
    }),
  )
}

const words: Record<BootStep, string> = {
  kernel: 'kernel',
  docker: 'Docker',
  agent: 'agent',
  pulled: 'image pulled',
  started: 'container started',
  healthy: 'healthy',
}

function describeSteps(timeline: NonNullable<InstanceStatus['boot']>): string {
  const steps = bootSteps.flatMap((step) =>
    timeline[step] === undefined ? [] : `${words[step]} at +${timeline[step]} s`,
  )
  return steps.join(', ')
}
