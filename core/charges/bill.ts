import { instancePerHour, loadBalancerWithAddressesPerHour } from './charges'

/** What AWS charges an environment for by the hour. */
export interface Billed {
  /** USD an hour of the instances alone, with CPU above the baseline of burstable types. */
  instancesPerHour: number
  numInstances: number
  numLoadBalancers: number
}

/** USD an hour, all that AWS charges but for traffic and logs. */
interface Bill {
  instances: number
  /** A public address and a disk of each instance. */
  addressesAndDisks: number
  /** With their public addresses. */
  loadBalancers: number
  total: number
}

export function billOf({ instancesPerHour, numInstances, numLoadBalancers }: Billed): Bill {
  const addressesAndDisks = numInstances * instancePerHour
  const loadBalancers = numLoadBalancers * loadBalancerWithAddressesPerHour
  return {
    instances: instancesPerHour,
    addressesAndDisks,
    loadBalancers,
    total: instancesPerHour + addressesAndDisks + loadBalancers,
  }
}
