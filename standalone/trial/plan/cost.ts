import { publishedInstanceTypes } from '../../../core/catalogue/instance-types'
import { charges, instancePerHour, loadBalancerWithAddressesPerHour } from '../../../core/charges/charges'

/** How much of each there is at a time at most. */
export interface Most {
  /** From its start to the end of the removal. */
  hours: number
  /** One serves; while it is moved or replaced, another one does, and one more beside it. */
  instances: number
  /** Of the largest instance that is planned with. */
  vcpu: number
  loadBalancers: number
  /** The experiment that takes an instance back gives its warning two minutes before. */
  experimentMinutes: number
}

export const most: Most = { hours: 2.5, instances: 3, vcpu: 2, loadBalancers: 2, experimentMinutes: 2 }

/** One line of what the trial costs at most, in USD. */
interface CostLine {
  what: string
  usd: number
}

/** What the trial can cost at most: all that there is at any time, all the time. Traffic, logs and the storage of two bundles are below a cent. */
export function mostCost({ hours, instances, vcpu, loadBalancers, experimentMinutes }: Most): {
  lines: CostLine[]
  usd: number
} {
  const prices = publishedInstanceTypes
    .filter((type) => type.vcpu <= vcpu)
    .map(({ onDemandPricePerHour }) => onDemandPricePerHour)
  const lines = [
    {
      what: `${instances} on-demand instances of up to ${vcpu} vCPUs, with disk and address`,
      usd: hours * instances * (Math.max(...prices) + instancePerHour),
    },
    {
      what: `${loadBalancers} load balancers with their addresses, and one capacity unit each`,
      usd: hours * loadBalancers * (loadBalancerWithAddressesPerHour + charges.loadBalancerCapacity.usd),
    },
    {
      what: `${experimentMinutes} minutes of the Fault Injection Service`,
      usd: experimentMinutes * charges.faultInjection.usd,
    },
  ]
  return { lines, usd: lines.reduce((sum, { usd }) => sum + usd, 0) }
}
