import { publishedInstanceTypes } from '../../../core/catalogue/instance-types'
import type { GoesOnWithout } from '../../../core/resources/environment'
import { billOf, type Billed } from '../../../core/charges/bill'
import { estimateCost, totalPerHour, type EstimatedApplication } from '../pricing/estimate'
import { fargatePerHour } from '../pricing/fargate'
import { sumOfKnown } from '../pricing/charges'
import type { OverviewCost } from './overview-views'

interface Costing extends Billed {
  /** Applications that are wanted. */
  applications: readonly EstimatedApplication[]
  goesOnWithout: GoesOnWithout
}

/** Cost of an environment an hour, and of its processes elsewhere at published prices. */
export function overviewCost({ applications, goesOnWithout, ...billed }: Costing): OverviewCost {
  const bill = billOf(billed)
  const withLoadBalancers = (perHour: number | undefined) => sumOfKnown([perHour, bill.loadBalancers])
  const packed = estimateCost(applications, publishedInstanceTypes, goesOnWithout)
  return {
    ...bill,
    ...(applications.length > 0 && {
      onDemand: withLoadBalancers(packed && totalPerHour(packed)),
      oneInstanceEach: withLoadBalancers(oneInstanceEach(applications)),
      fargate: withLoadBalancers(fargatePerHour(applications)),
    }),
  }
}

/** USD an hour of an instance of its own for each process, on-demand. */
const oneInstanceEach = (applications: readonly EstimatedApplication[]): number | undefined =>
  sumOfKnown(
    applications.map((application) => {
      const one = estimateCost([{ ...application, count: 1 }], publishedInstanceTypes)
      return one && totalPerHour(one) * application.count
    }),
  )
