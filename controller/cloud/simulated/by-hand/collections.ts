import { peeringsOf, tagsSeenBy } from '../ec2/peering-sides'
import { endPeering, isAlive } from '../ec2/end-peering'
import { removeVpc } from '../ec2/remove-vpc'
import { removeRole, removeStack } from '../iam/stacks'
import type { AccountState, LoadBalancerState } from '../state'
import { removeThing } from '../things'
import { arnOf, removeFrom, type EntriesOf } from './entries'
import { removePublicAddresses, removeSubnet, removeUsers } from './remove-users'

/** What of an account's state is a collection of things by id. */
export type Collection = {
  [Key in keyof AccountState]-?: AccountState[Key] extends Record<string, unknown> ? Key : never
}[keyof AccountState]

/** One row for each collection: a new one of the state does not compile before it is here. */
export const collections: Record<Collection, EntriesOf> = {
  stacks: (account) =>
    Object.keys(account.stacks).map((name) => ({
      id: arnOf(account, 'cloudformation', `stack/${name}`),
      remove: () => removeStack(account, name),
    })),
  roles: (account) =>
    Object.values(account.roles).map(({ name, path }) => ({
      id: `arn:aws:iam::${account.accountNumber}:role${path}${name}`,
      remove: () => removeRole(account, name),
    })),
  instanceProfiles: (account) =>
    Object.values(account.instanceProfiles).map(({ name, path }) => ({
      id: `arn:aws:iam::${account.accountNumber}:instance-profile${path}${name}`,
      remove: () => removeThing(account.instanceProfiles, name),
    })),
  vpcs: (account, surroundings) =>
    Object.values(account.vpcs).map(({ id, tags }) => ({
      id,
      tags,
      remove() {
        const { subnets, securityGroups, internetGateways } = account
        for (const subnet of Object.values(subnets))
          if (subnet.vpcId === id) removeSubnet(account, subnet.id, surroundings)
        for (const group of Object.values(securityGroups))
          if (group.vpcId === id) removeThing(securityGroups, group.id)
        for (const gateway of Object.values(internetGateways))
          if (gateway.attachedVpcId === id)
            Object.assign(gateway, { attachedVpcId: undefined, isDefaultRoute: false })
        removeVpc(surroundings.world.state, account, id)
      },
    })),
  subnets: (account, surroundings) =>
    Object.values(account.subnets).map(({ id, tags }) => ({
      id,
      tags,
      remove: () => removeSubnet(account, id, surroundings),
    })),
  routeTables: (account) =>
    Object.values(account.routeTables).map(({ id, vpcId, tags }) => ({
      id,
      tags,
      remove() {
        for (const gateway of Object.values(account.internetGateways))
          if (gateway.attachedVpcId === vpcId) gateway.isDefaultRoute = false
        removeThing(account.routeTables, id)
      },
    })),
  // As either side sees it.
  peerings: (account, { world }) =>
    peeringsOf(world.state, account.accountNumber)
      .filter(isAlive)
      .map((peering) => ({
        id: peering.id,
        tags: tagsSeenBy(account, peering),
        remove: () => endPeering(peering, 'deleted'),
      })),
  internetGateways: (account, surroundings) =>
    Object.values(account.internetGateways).map(({ id, tags, attachedVpcId }) => ({
      id,
      tags,
      remove() {
        removePublicAddresses(account, attachedVpcId, surroundings)
        removeThing(account.internetGateways, id)
      },
    })),
  securityGroups: (account, surroundings) =>
    Object.values(account.securityGroups).map(({ id, tags }) => ({
      id,
      tags,
      remove() {
        removeUsers(account, ({ securityGroupIds }) => securityGroupIds.includes(id), surroundings)
        for (const group of Object.values(account.securityGroups))
          group.ingress = group.ingress.filter(({ securityGroupId }) => securityGroupId !== id)
        removeThing(account.securityGroups, id)
      },
    })),
  instances: (account, { lifecycle }) =>
    Object.values(account.instances)
      .filter(({ terminatedEpoch }) => terminatedEpoch === undefined)
      .map((instance) => ({
        id: instance.id,
        tags: instance.tags,
        remove: () => lifecycle.terminate(instance, 0),
      })),
  loadBalancers: (account) =>
    Object.values(account.loadBalancers).map(({ id, tags }) => ({
      id,
      tags,
      remove: () => removeThing(account.loadBalancers, id),
    })),
  certificates: (account) =>
    Object.values(account.certificates).map(({ id, tags }) => ({
      id,
      tags,
      remove() {
        for (const balancer of Object.values(account.loadBalancers)) takeOff(balancer, id)
        removeThing(account.certificates, id)
      },
    })),
  targetGroups: (account) =>
    Object.values(account.targetGroups).map(({ id, tags }) => ({
      id,
      tags,
      remove() {
        for (const balancer of Object.values(account.loadBalancers))
          balancer.listeners = balancer.listeners.filter(({ targetGroupId }) => targetGroupId !== id)
        removeThing(account.targetGroups, id)
      },
    })),

  hostedZones: ({ hostedZones }) =>
    Object.values(hostedZones).map(({ id }) => ({ id, remove: () => removeThing(hostedZones, id) })),
  // Nothing but the memory of AWS.
  recordChanges: () => [],
  logGroups: (account, { logStreams }) =>
    Object.values(account.logGroups).map(({ name }) => ({
      id: arnOf(account, 'logs', `log-group:${name}`),
      remove() {
        removeThing(account.logGroups, name)
        logStreams.forgetGroup(account.accountNumber, name)
      },
    })),
  secrets: ({ secrets }) =>
    Object.keys(secrets).map((id) => ({ id, remove: () => removeThing(secrets, id) })),
}

/** A listener whose only certificate it was goes with it. */
function takeOff(balancer: LoadBalancerState, certificateId: string): void {
  for (const listener of [...balancer.listeners])
    if (listener.certificateIds.includes(certificateId)) {
      listener.certificateIds = listener.certificateIds.filter((one) => one !== certificateId)
      if (listener.certificateIds.length === 0) removeFrom(balancer.listeners, listener)
    }
}
