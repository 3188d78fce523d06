import type { LoadBalancer, LoadBalancers } from '../../controller/cloud/cloud'
import type { AccountApi } from '../api'
import { aliasOf } from '../dns/alias-targets'
import { newLoadBalancingArn } from '../ids'
import { listenersOf } from './listeners'
import type { LoadBalancerPorts } from './load-balancer-ports'
import { loadBalancingResource, requireCreatable, requireSameSettings } from './load-balancing-rules'
import type { LoadBalancerState } from '../state'
import { targetGroupsOf } from './target-group-api'
import type { TargetGroups } from './target-groups'
import { listed } from '../world'
import { removeThing, visible } from '../things'

/** Elastic Load Balancing (application load balancers) as far as SDO uses it. `certificateApi` has the role for HTTPS. */
export const loadBalancersOf = (
  api: AccountApi,
  certificateApi: AccountApi,
  ports: LoadBalancerPorts,
  targetGroups: TargetGroups,
): LoadBalancers => ({
  ...balancersOf(api, ports, targetGroups),
  ...listenersOf(certificateApi, ports, targetGroups),
  ensureListener: listenersOf(api, ports, targetGroups).ensureListener,
  ...targetGroupsOf(api, targetGroups),
})

type Balancers = Pick<LoadBalancers, 'list' | 'create' | 'delete'>

function balancersOf(api: AccountApi, ports: LoadBalancerPorts, targetGroups: TargetGroups): Balancers {
  const { world } = api
  const existing = (id: string) =>
    loadBalancingResource(id, world.state.accounts[api.accountNumber]?.loadBalancers ?? {})
  const toLoadBalancer = (balancer: LoadBalancerState): LoadBalancer => ({
    id: balancer.id,
    name: balancer.name,
    url: balancer.url,
    ...(balancer.httpsUrl && { httpsUrl: balancer.httpsUrl }),
    tags: balancer.tags,
    listenerPorts: balancer.listeners.map(({ port }) => port),
    alias: aliasOf(balancer),
    state: world.clock.now() < balancer.activeEpoch ? 'provisioning' : 'active',
  })
  return {
    list: (tags) =>
      api.call(
        'elasticloadbalancing:DescribeLoadBalancers',
        { alsoNeeds: [{ action: 'elasticloadbalancing:DescribeTags' }] },
        (account) => visible(world, account.loadBalancers, tags).map(toLoadBalancer),
      ),

    async create(input) {
      const { name, subnetIds, securityGroupIds, tags } = input
      const id = newLoadBalancingArn('loadbalancer/app', api.accountNumber, name, world.random)
      const on = [{ arn: id, tags: {} }]
      const port = await ports.open(id, 0)
      try {
        return await api.call(
          'elasticloadbalancing:CreateLoadBalancer',
          { on, requestTags: tags, alsoNeeds: [{ action: 'elasticloadbalancing:AddTags', on }] },
          (account) => {
            const earlier = Object.values(account.loadBalancers).find((other) => other.name === name)
            if (earlier) {
              requireSameSettings(earlier, input)
              return toLoadBalancer(earlier)
            }
            requireCreatable(account, input)
            const loadBalancer = listed<LoadBalancerState>(world, {
              id,
              name,
              url: port.url,
              tags,
              activeEpoch: world.clock.now() + world.timings.loadBalancerProvisioningMs,
              subnetIds,
              securityGroupIds,
              localPort: port.port,
              listeners: [],
            })
            account.loadBalancers[id] = loadBalancer
            return toLoadBalancer(loadBalancer)
          },
        )
      } finally {
        await ports.closeUnused(id)
      }
    },

    async delete(id) {
      await api.call('elasticloadbalancing:DeleteLoadBalancer', { on: [existing(id)] }, (account) => {
        const loadBalancer = account.loadBalancers[id]
        if (!loadBalancer) return
        const { subnetIds, securityGroupIds } = loadBalancer
        const releasedEpoch = world.clock.now() + world.timings.interfaceReleaseMs
        account.lingeringInterfaces = [
          ...account.lingeringInterfaces.filter((other) => other.releasedEpoch > world.clock.now()),
          { subnetIds, securityGroupIds, releasedEpoch },
        ]
        removeThing(account.loadBalancers, id)
        targetGroups.sync()
      })
      await ports.closeUnused(id)
    },
  }
}
