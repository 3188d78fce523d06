import type { Billed } from '../charges/bill'
import type { EnvironmentStatus } from './environment'

/** What is there according to a status; nothing before there is one. */
export const billedOf = (
  status: Pick<EnvironmentStatus, 'costPerHour' | 'instances' | 'loadBalancers'> | null | undefined,
): Billed => ({
  instancesPerHour: status?.costPerHour ?? 0,
  numInstances: (status?.instances ?? []).filter(
    ({ instanceId, phase }) => instanceId !== undefined && phase !== 'Terminating',
  ).length,
  numLoadBalancers: (status?.loadBalancers ?? []).filter(({ loadBalancerId }) => loadBalancerId !== undefined)
    .length,
})
