import { surplusPerHour } from '../../core/charges/charges'
import { presentPriceOf } from '../../core/resources/billed'
import type { EnvironmentStatus, ProcessStatus } from '../../core/resources/environment'

/**
 * USD an hour of instances that run and are not being terminated, with CPU above the baseline of burstable types: what their processes were
 * measured to use, or else ask for.
 */
export function fleetCost(
  { instances, processes, cpuUse = [] }: Pick<EnvironmentStatus, 'instances' | 'processes' | 'cpuUse'>,
  askedBy: (process: ProcessStatus) => number | undefined,
): number {
  const measured = new Map(cpuUse.map(({ applicationId, cores }) => [applicationId, cores]))
  const coresOn = new Map<string, number>()
  for (const process of processes) {
    const { clientToken, applicationId } = process
    const asked = askedBy(process) ?? 0
    const cores = Math.min(asked, measured.get(applicationId) ?? asked)
    coresOn.set(clientToken, (coresOn.get(clientToken) ?? 0) + cores)
  }
  return instances
    .filter(({ phase, instanceId }) => instanceId !== undefined && phase !== 'Terminating')
    .reduce(
      (sum, instance) =>
        sum + presentPriceOf(instance) + surplusPerHour(instance, coresOn.get(instance.clientToken) ?? 0),
      0,
    )
}
