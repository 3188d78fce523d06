import type { LookedUp, Lookup } from '../controller/cloud/cloud'
import type { AccountApi } from './api'
import type { AccountState } from './state'

const wheres = {
  vpc: ['ec2:DescribeVpcs', 'vpcs'],
  subnet: ['ec2:DescribeSubnets', 'subnets'],
  'route-table': ['ec2:DescribeRouteTables', 'routeTables'],
  'internet-gateway': ['ec2:DescribeInternetGateways', 'internetGateways'],
  'security-group': ['ec2:DescribeSecurityGroups', 'securityGroups'],
  'load-balancer': ['elasticloadbalancing:DescribeLoadBalancers', 'loadBalancers'],
  'target-group': ['elasticloadbalancing:DescribeTargetGroups', 'targetGroups'],
} as const satisfies Record<LookedUp, [action: string, collection: keyof AccountState]>

/** Of what is not listed yet, AWS says that there is none by its id, too. */
export const lookupOf = (api: AccountApi): Lookup => ({
  find(kind, id) {
    const [action, collection] = wheres[kind]
    return api.call(action, {}, (account) => {
      const thing = account[collection][id]
      if (!thing || thing.visibleEpoch > api.world.clock.now()) return undefined
      return { id, tags: thing.tags }
    })
  },
})
