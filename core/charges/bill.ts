import { charges, instancePerHour, loadBalancerWithAddressesPerHour, logByteUsd } from './charges'

/** What AWS charges an environment for. */
export interface Billed {
  /** USD an hour of the instances alone, with CPU above the baseline of burstable types. */
  instancesPerHour: number
  numInstances: number
  numLoadBalancers: number
  /** How that of the instances splits; absent where nobody said it. */
  split?: {
    /** USD an hour of the Spot instances alone. */
    spotPerHour: number
    /** USD an hour of CPU above the baseline of burstable types. */
    surplusCpuPerHour: number
  }
  /** What AWS charges by use, in all since the environment was created; absent where nobody measured it. */
  metered?: Metered
}

export interface Metered {
  /** Bytes that CloudWatch Logs took in. */
  logBytes: number
  /** LCU-hours of load balancers. */
  capacityUnitHours: number
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

/** The lines of a bill. What releases recorded that did not split it is a line of its own. */
export const billLines = [
  'spot',
  'onDemand',
  'surplusCpu',
  'addresses',
  'disks',
  'loadBalancers',
  'capacityUnits',
  'logs',
  'notSplit',
] as const
export type BillLine = (typeof billLines)[number]

/** What a bill is worked out of: USD of instances, hours of what has a fixed price, and what is charged by use. Each adds up over time. */
export const billQuantities = [
  'spot',
  'onDemand',
  'surplusCpu',
  'instances',
  'loadBalancers',
  'logBytes',
  'capacityUnitHours',
] as const
export type BillQuantities = Record<(typeof billQuantities)[number], number>

/** USD of what is charged by use. */
export const meteredUsd = ({ logBytes, capacityUnitHours }: Metered): number =>
  logBytes * logByteUsd + capacityUnitHours * charges.loadBalancerCapacity.usd

/** The lines of a bill of `total` USD, of which the quantities are known. */
export function linesOf(total: number, quantities: BillQuantities): Record<BillLine, number> {
  const { spot, onDemand, surplusCpu, instances, loadBalancers, logBytes, capacityUnitHours } = quantities
  const split = {
    spot,
    onDemand,
    surplusCpu,
    addresses:
      instances * charges.publicAddress.usd +
      loadBalancers * (loadBalancerWithAddressesPerHour - charges.loadBalancer.usd),
    disks: instances * (instancePerHour - charges.publicAddress.usd),
    loadBalancers: loadBalancers * charges.loadBalancer.usd,
    capacityUnits: capacityUnitHours * charges.loadBalancerCapacity.usd,
    logs: logBytes * logByteUsd,
  }
  const known = Object.values(split).reduce((sum, usd) => sum + usd, 0)
  // What adding up in binary leaves is no cost.
  const rest = total - known
  return { ...split, notSplit: rest > leastUsd ? rest : 0 }
}

const leastUsd = 1e-6

/** Describes for people the price and the effects of a move of an environment to another range of addresses. */
export function describeCostOfMove(billed: Billed): string {
  const twice = `It runs twice until the new network serves, for about $${billOf(billed).total.toFixed(4)}/h more.`
  return billed.numLoadBalancers === 0
    ? twice
    : `${twice} Load balancers are made anew: names of a linked hosted zone follow, the addresses that AWS gave them change.`
}
