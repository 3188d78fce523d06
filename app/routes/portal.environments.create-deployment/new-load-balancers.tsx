import { MonthlyPrice } from '../../components/price'
import type { PatchApplication } from '../../services/deployments/deployment-views'

type Added = Pick<PatchApplication, 'numNewLoadBalancers' | 'newLoadBalancersPerHour'>

/** What the ports of an application add to the bill when it is deployed; nothing where each has its load balancer. */
export function NewLoadBalancers({ numNewLoadBalancers, newLoadBalancersPerHour }: Added) {
  if (numNewLoadBalancers === 0) return null
  return (
    <>
      {numNewLoadBalancers === 1 ? 'A new load balancer, ' : `${numNewLoadBalancers} new load balancers, `}
      <MonthlyPrice perHour={newLoadBalancersPerHour} />
      {' a month before traffic.'}
    </>
  )
}
