import type { Billed } from '../charges/bill'
import type { EnvironmentStatus, InstanceStatus } from './environment'

/** What is there according to a status; nothing before there is one. */
export function billedOf(
  status:
    Pick<EnvironmentStatus, 'costPerHour' | 'instances' | 'loadBalancers' | 'metered'> | null | undefined,
): Billed & Required<Pick<Billed, 'split'>> {
  const { costPerHour: instancesPerHour = 0, instances = [], loadBalancers = [], metered } = status ?? {}
  const running = instances.filter(
    ({ instanceId, phase }) => instanceId !== undefined && phase !== 'Terminating',
  )
  const spot = priceOf(running.filter(({ market }) => market === 'spot'))
  return {
    instancesPerHour,
    numInstances: running.length,
    numLoadBalancers: new Set(loadBalancers.flatMap(({ loadBalancerId }) => loadBalancerId ?? [])).size,
    split: {
      // The sum is that of the pass before where instances came or went since.
      spotPerHour: Math.min(spot, instancesPerHour),
      surplusCpuPerHour: Math.max(0, instancesPerHour - priceOf(running)),
    },
    ...(metered && {
      metered: { logBytes: metered.logBytes, capacityUnitHours: metered.capacityUnitHours ?? 0 },
    }),
  }
}

/** USD an hour of an instance alone: AWS bills Spot by the market and on-demand as it was chosen. */
export const presentPriceOf = ({
  pricePerHour,
  marketPricePerHour,
}: Pick<InstanceStatus, 'pricePerHour' | 'marketPricePerHour'>): number => marketPricePerHour ?? pricePerHour

const priceOf = (instances: readonly InstanceStatus[]): number =>
  instances.reduce((sum, instance) => sum + presentPriceOf(instance), 0)
