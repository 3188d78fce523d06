import type { LoadBalancerState } from '../state'
import { removeThing } from '../things'
import { removeFrom, everyOf, type EntriesOf } from './thing'

/** Load balancers, what they listen with and whom they ask. */
export const loadBalancingThings = {
  loadBalancers: ({ loadBalancers }) => everyOf(loadBalancers),
  listener: (account) =>
    Object.values(account.loadBalancers).flatMap((balancer) =>
      balancer.listeners.map((listener) => ({
        id: `${balancer.id}/listener/${listener.port}`,
        tags: balancer.tags,
        remove: () => removeFrom(balancer.listeners, listener),
      })),
    ),
  listenerRule: (account) =>
    Object.values(account.loadBalancers).flatMap(({ listeners, tags }) =>
      listeners.flatMap(({ rules = [] }) =>
        rules.map((rule) => ({ id: rule.id, tags, remove: () => removeFrom(rules, rule) })),
      ),
    ),
  certificates: (account) =>
    everyOf(account.certificates, (id) => {
      for (const balancer of Object.values(account.loadBalancers)) takeOff(balancer, id)
      removeThing(account.certificates, id)
    }),
  targetGroups: (account) =>
    everyOf(account.targetGroups, (id) => {
      for (const balancer of Object.values(account.loadBalancers)) {
        balancer.listeners = balancer.listeners.filter(({ targetGroupId }) => targetGroupId !== id)
        for (const listener of balancer.listeners)
          listener.rules = listener.rules?.filter((rule) => rule.targetGroupId !== id)
      }
      removeThing(account.targetGroups, id)
    }),
  target: (account, { targetGroups }) =>
    Object.values(account.targetGroups).flatMap((group) =>
      group.targets.map(({ instanceId, port }) => ({
        id: `${group.id}/target/${instanceId}:${port}`,
        tags: group.tags,
        remove: () => targetGroups.deregister(group, [{ instanceId, port }]),
      })),
    ),
} satisfies Record<string, EntriesOf>

/** A listener whose only certificate it was goes with it. */
function takeOff(balancer: LoadBalancerState, certificateId: string): void {
  for (const listener of [...balancer.listeners])
    if (listener.certificateIds.includes(certificateId)) {
      listener.certificateIds = listener.certificateIds.filter((one) => one !== certificateId)
      if (listener.certificateIds.length === 0) removeFrom(balancer.listeners, listener)
    }
}
