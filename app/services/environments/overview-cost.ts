import { publishedInstanceTypes } from '../../../core/catalogue/instance-types'
import { loadBalancerPerHour } from '../../../core/catalogue/figures'
import { estimateCost, type EstimatedApplication } from '../pricing/estimate'
import { fargatePerHour } from '../pricing/fargate'
import { sumOfKnown } from '../pricing/charges'
import type { OverviewCost } from './overview-views'

interface Costing {
  /** USD an hour of the instances that run. */
  instancesPerHour: number
  loadBalancers: number
  /** Applications that are wanted. */
  applications: readonly EstimatedApplication[]
}

/** Cost of an environment an hour, and of its processes elsewhere at published prices. */
export function overviewCost({ instancesPerHour, loadBalancers, applications }: Costing): OverviewCost {
  const loadBalancersPerHour = loadBalancers * loadBalancerPerHour
  const withLoadBalancers = (perHour: number | undefined) =>
    perHour === undefined ? undefined : perHour + loadBalancersPerHour
  return {
    instances: instancesPerHour,
    loadBalancers: loadBalancersPerHour,
    total: instancesPerHour + loadBalancersPerHour,
    ...(applications.length > 0 && {
      onDemand: withLoadBalancers(estimateCost(applications, publishedInstanceTypes)?.onDemandPerHour),
      oneInstanceEach: withLoadBalancers(oneInstanceEach(applications)),
      fargate: withLoadBalancers(fargatePerHour(applications)),
    }),
  }
}

/** USD an hour of an instance of its own for each process, on-demand. */
const oneInstanceEach = (applications: readonly EstimatedApplication[]): number | undefined =>
  sumOfKnown(
    applications.map((application) => {
      const one = estimateCost([{ ...application, numProcesses: 1 }], publishedInstanceTypes)
      return one && one.onDemandPerHour * application.numProcesses
    }),
  )
