import type { LoadBalancer, LoadBalancers } from '../../controller/cloud/cloud'
import type { AccountApi } from '../api'
import { aliasOf } from '../dns/alias-targets'
import { newLoadBalancingArn } from '../ids'
import { hostRulesOf } from './host-rules'
import { listenersOf } from './listeners'
import { isPlain, type LoadBalancerPorts } from './load-balancer-ports'
import { loadBalancingTable, requireCreatable, requireSameSettings } from './load-balancing-rules'
import type { LoadBalancerState } from '../state'
import { targetGroupsOf } from './target-group-api'
import type { TargetGroups } from './target-groups'
import { callsOf } from '../table'
import { removeThing } from '../things'
import type { OpenPort } from './traffic'

/** Elastic Load Balancing (application load balancers) as far as SDO uses it. `certificateApi` has the role for HTTPS. */
export const loadBalancersOf = (
  api: AccountApi,
  certificateApi: AccountApi,
  ports: LoadBalancerPorts,
  targetGroups: TargetGroups,
): LoadBalancers => ({
  ...balancersOf(api, ports, targetGroups),
  ...listenersOf(certificateApi, ports, targetGroups),
  ...hostRulesOf(certificateApi, targetGroups),
  ensureListener: listenersOf(api, ports, targetGroups).ensureListener,
  ...targetGroupsOf(api, targetGroups),
})

type CreateInput = Parameters<LoadBalancers['create']>[0]

const loadBalancers = loadBalancingTable<
  LoadBalancerState,
  LoadBalancer,
  CreateInput & { id: string; port: OpenPort }
>({
  type: 'LoadBalancer',
  noun: 'load balancer',
  requireSame: requireSameSettings,
  make(account, input, world) {
    requireCreatable(account, input, world)
    const { name, subnetIds, securityGroupIds, port } = input
    return {
      name,
      url: port.url,
      activeEpoch: world.clock.now() + world.timings.loadBalancerProvisioningMs,
      subnetIds,
      securityGroupIds,
      localPort: port.port,
      listeners: [],
    }
  },
  see: (balancer, { clock }) => ({
    id: balancer.id,
    name: balancer.name,
    url: balancer.url,
    ...(balancer.httpsUrl && { httpsUrl: balancer.httpsUrl }),
    tags: balancer.tags,
    listenerPorts: balancer.listeners.map(({ port }) => port),
    addresses: balancer.listeners.filter(isPlain).map(({ port, url = balancer.url }) => ({ port, url })),
    alias: aliasOf(balancer),
    state: clock.now() < balancer.activeEpoch ? 'provisioning' : 'active',
  }),
  // Its network interfaces stay for a while.
  remove(account, id, { clock, timings }) {
    const loadBalancer = account.loadBalancers[id]
    if (!loadBalancer) return
    const { subnetIds, securityGroupIds } = loadBalancer
    account.lingeringInterfaces = [
      ...account.lingeringInterfaces.filter((other) => other.releasedEpoch > clock.now()),
      { subnetIds, securityGroupIds, releasedEpoch: clock.now() + timings.interfaceReleaseMs },
    ]
    removeThing(account.loadBalancers, id)
  },
})

function balancersOf(
  api: AccountApi,
  ports: LoadBalancerPorts,
  targetGroups: TargetGroups,
): Pick<LoadBalancers, 'list' | 'create' | 'delete'> {
  const calls = callsOf(api, loadBalancers, () => targetGroups.sync())
  return {
    list: calls.list,

    async create(input) {
      const id = newLoadBalancingArn('loadbalancer/app', api.accountNumber, input.name, api.world.random)
      const port = await ports.open(id, 0)
      try {
        return await calls.create({ ...input, id, port })
      } finally {
        await ports.closeUnused(id)
      }
    },

    async delete(id) {
      await calls.delete(id)
      await ports.closeUnused(id)
    },
  }
}
