import { ownerTag, ownerValue } from '../../../../core/aws/ownership'
import { interruptionQueueName } from '../../../../core/roles/names'
import { ownerOf } from '../dns/record-owner'
import { peeringsOf } from '../ec2/peering-sides'
import { arnOf, removeFrom, type EntriesOf } from './entries'
import { removePublicAddresses } from './remove-users'

/** Things that stand in the state as part of others. */
export type Part =
  | 'listener'
  | 'target'
  | 'securityGroupRule'
  | 'gatewayAttachment'
  | 'defaultRoute'
  | 'route'
  | 'dnsRecord'
  | 'interruptionQueue'
  | 'interruptionRule'

export const parts: Record<Part, EntriesOf> = {
  dnsRecord: ({ hostedZones }) =>
    Object.values(hostedZones).flatMap((zone) =>
      zone.records.map((record) => ({
        id: `${zone.id}/record/${record.name}/${record.type}`,
        tags: ownerOf(record),
        remove: () => removeFrom(zone.records, record),
      })),
    ),
  listener: (account) =>
    Object.values(account.loadBalancers).flatMap((balancer) =>
      balancer.listeners.map((listener) => ({
        id: `${balancer.id}/listener/${listener.port}`,
        tags: balancer.tags,
        remove: () => removeFrom(balancer.listeners, listener),
      })),
    ),
  target: (account, { targetGroups }) =>
    Object.values(account.targetGroups).flatMap((group) =>
      group.targets.map(({ instanceId, port }) => ({
        id: `${group.id}/target/${instanceId}:${port}`,
        tags: group.tags,
        remove: () => targetGroups.deregister(group, [{ instanceId, port }]),
      })),
    ),
  securityGroupRule: (account) =>
    Object.values(account.securityGroups).flatMap((group) =>
      group.ingress.map((rule) => ({
        id: `${group.id}/rule/${rule.fromPort}-${rule.toPort}/${rule.cidr ?? rule.securityGroupId}`,
        tags: group.tags,
        remove: () => removeFrom(group.ingress, rule),
      })),
    ),
  gatewayAttachment: (account, surroundings) =>
    Object.values(account.internetGateways)
      .filter(({ attachedVpcId }) => attachedVpcId !== undefined)
      .map((gateway) => ({
        id: `${gateway.id}/attachment`,
        tags: gateway.tags,
        remove() {
          removePublicAddresses(account, gateway.attachedVpcId, surroundings)
          Object.assign(gateway, { attachedVpcId: undefined, isDefaultRoute: false })
        },
      })),
  defaultRoute: (account) =>
    Object.values(account.internetGateways)
      .filter(({ isDefaultRoute }) => isDefaultRoute)
      .map((gateway) => ({
        id: `${gateway.id}/default-route`,
        tags: gateway.tags,
        remove: () => Object.assign(gateway, { isDefaultRoute: false }),
      })),
  route: (account, { world }) =>
    Object.values(account.routeTables).flatMap((table) =>
      table.routes.map((route) => ({
        id: `${table.id}/route/${route.destination}`,
        tags: peeringsOf(world.state, account.accountNumber).find(({ id }) => id === route.target)?.tags,
        remove: () => removeFrom(table.routes, route),
      })),
    ),
  interruptionQueue: (account) =>
    account.warnings === undefined
      ? []
      : [
          {
            id: arnOf(account, 'sqs', interruptionQueueName),
            tags: { [ownerTag]: ownerValue },
            remove: () => Object.assign(account, { warnings: undefined }),
          },
        ],
  interruptionRule: (account) =>
    account.warnings === undefined || account.isInterruptionRuleGone
      ? []
      : [
          {
            id: arnOf(account, 'events', `rule/${interruptionQueueName}`),
            tags: { [ownerTag]: ownerValue },
            remove: () => Object.assign(account, { isInterruptionRuleGone: true }),
          },
        ],
}
