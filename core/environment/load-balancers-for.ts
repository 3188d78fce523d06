import { loadBalancerWithAddressesPerHour } from '../charges/charges'
import type { ChoiceValue } from './choices'

type LoadBalancing = ChoiceValue<'loadBalancing'>

/** How many load balancers so many exposed ports need: one each, or one that all share. */
export const loadBalancersFor = (numPorts: number, kind: LoadBalancing): number =>
  kind === 'SHARED' ? Math.min(1, numPorts) : numPorts

/** USD an hour of the load balancers for so many exposed ports, with their addresses and before traffic. */
export const loadBalancersPerHour = (numPorts: number, kind: LoadBalancing): number =>
  loadBalancersFor(numPorts, kind) * loadBalancerWithAddressesPerHour
