import type { IngressRule, SecurityGroup, SecurityGroups } from '../../controller/cloud/cloud'
import type { AccountApi } from '../api'
import { newId, type Random } from '../ids'
import type { AccountState, SecurityGroupState } from '../state'
import { callsOf, ec2Table } from '../table'
import { refusal } from '../refusal'
import { requireKnown } from '../things'
import { late, shown } from '../world'
import { networkInterfaces } from './dependencies'

const sameRule = (one: IngressRule, other: IngressRule): boolean =>
  one.fromPort === other.fromPort &&
  one.toPort === other.toPort &&
  one.cidr === other.cidr &&
  one.securityGroupId === other.securityGroupId

const securityGroups = ec2Table<
  SecurityGroupState,
  SecurityGroup,
  Parameters<SecurityGroups['createSecurityGroup']>[0]
>({
  type: 'security-group',
  name: 'SecurityGroup',
  prefix: 'sg',
  noun: 'security group',
  vpcOf: ({ vpcId }) => vpcId,
  make(account, { vpcId, name, description }, world) {
    requireKnown(world, account.vpcs, vpcId, 'VPC')
    if (!name || !description || name.startsWith('sg-') || Math.max(name.length, description.length) > 255)
      throw refusal(
        'InvalidParameterValue',
        'A security group needs a name that does not start with sg- and a description, each up to 255 characters.',
      )
    if (Object.values(account.securityGroups).some((group) => group.vpcId === vpcId && group.name === name))
      throw refusal(
        'InvalidGroup.Duplicate',
        `The security group '${name}' already exists for VPC '${vpcId}'`,
      )
    return { vpcId, name, description, ingress: [] }
  },
  see: ({ id, vpcId, name, ingress, tags }, world) => ({
    id,
    vpcId,
    name,
    ingress: shown(world, ingress),
    tags,
  }),
  users: (account, id, { clock }) => [
    ...(account.securityGroups[id]?.isDefault ? ['its VPC'] : []),
    ...networkInterfaces(account, clock.now(), ({ securityGroupIds }) => securityGroupIds.includes(id)),
    ...Object.values(account.securityGroups)
      .filter((group) => group.id !== id && group.ingress.some((rule) => rule.securityGroupId === id))
      .map((group) => `a rule of ${group.id}`),
  ],
})

/** Gives a new VPC the group that it always has. Its rule, for traffic of its own members by any protocol, is none that SDO would see. */
export function addDefaultGroup(account: AccountState, random: Random, vpcId: string): void {
  const id = newId('sg', random)
  const description = 'default VPC security group'
  const group = {
    id,
    vpcId,
    name: 'default',
    description,
    isDefault: true,
    ingress: [],
    tags: {},
    visibleEpoch: 0,
  }
  account.securityGroups[id] = group
}

export function securityGroupsOf(api: AccountApi): SecurityGroups {
  const calls = callsOf(api, securityGroups)
  return {
    listSecurityGroups: calls.list,
    createSecurityGroup: calls.create,
    deleteSecurityGroup: calls.delete,

    allowIngress: (securityGroupId, rules) =>
      api.call(
        'ec2:AuthorizeSecurityGroupIngress',
        { on: [api.ec2('security-group', securityGroupId)] },
        (account) => {
          const group = requireKnown(api.world, account.securityGroups, securityGroupId, 'security group')
          for (const rule of rules)
            if (rule.securityGroupId !== undefined)
              requireKnown(api.world, account.securityGroups, rule.securityGroupId, 'security group')
          const { rulesOfSecurityGroup = Infinity } = api.world.profile.limits
          if (group.ingress.length + rules.length > rulesOfSecurityGroup)
            throw refusal(
              'RulesPerSecurityGroupLimitExceeded',
              'The maximum number of rules per security group has been reached.',
            )
          return rules.filter((rule) => {
            const { fromPort, toPort, cidr, securityGroupId: from } = rule
            const isMissing = !group.ingress.some((present) => sameRule(present, rule))
            if (isMissing)
              group.ingress.push(late(api.world, { fromPort, toPort, cidr, securityGroupId: from }))
            return isMissing
          })
        },
      ),

    revokeIngress: (securityGroupId, rules) =>
      api.call(
        'ec2:RevokeSecurityGroupIngress',
        { on: [api.ec2('security-group', securityGroupId)] },
        ({ securityGroups }) => {
          const group = securityGroups[securityGroupId]
          if (group)
            group.ingress = group.ingress.filter((present) => !rules.some((rule) => sameRule(present, rule)))
        },
      ),
  }
}
