import { instanceOverhead, megabytesPerMebibyte } from '../../../core/catalogue/figures'
import { presentPriceOf } from '../../../core/resources/billed'
import type { InstanceStatus } from '../../../core/resources/environment'
import type { Environment } from '../../../db/models/environment'
import { byText } from '../answers/lists'
import { readDeployedSpecs } from './deployed-specs'
import type { OverviewInstance } from './overview-views'
import { readRunningProcesses } from './read-running-processes'

/** The instances of an environment with what runs on each, the dearest first. */
export async function readInstances(environment: Environment): Promise<OverviewInstance[]> {
  const { instances = [], processes = [] } = environment.status ?? {}
  const specs = await readDeployedSpecs(environment)
  const running = await readRunningProcesses(environment, specs)
  return instances
    .map((instance) => {
      const held = processes.filter(({ clientToken }) => clientToken === instance.clientToken)
      const sizes = held.flatMap(
        ({ deployment, applicationId }) => specs.get(deployment)?.get(applicationId) ?? [],
      )
      const { instanceId, instanceType, zone, market, phase, launchedEpoch } = instance
      return {
        instanceId,
        instanceType,
        zone,
        market,
        phase,
        pricePerHour: presentPriceOf(instance),
        launchedEpoch,
        ...sharesOf(instance, sizes),
        processes: running
          .filter(({ id }) => held.some((process) => process.id === id))
          .map(({ id, applicationName, phase, message, isUnstable }) => ({
            id,
            applicationName,
            phase,
            message,
            ...(isUnstable && { isUnstable }),
          }))
          .sort(byText(({ applicationName, id }) => `${applicationName} ${id}`)),
      }
    })
    .sort((a, b) => b.pricePerHour - a.pricePerHour)
}

/** How much of the room for processes is taken. */
function sharesOf({ vcpu, memoryMib }: InstanceStatus, sizes: { cpu: number; memoryMb: number }[]) {
  const cpu = sizes.reduce((sum, size) => sum + size.cpu, 0)
  const memoryMb = sizes.reduce((sum, size) => sum + size.memoryMb, 0)
  return {
    cpuShare: Math.min(1, cpu / (vcpu - instanceOverhead.cpu)),
    memoryShare: Math.min(1, memoryMb / (memoryMib * megabytesPerMebibyte - instanceOverhead.memoryMb)),
  }
}
