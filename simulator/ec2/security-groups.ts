import { CloudError, type IngressRule, type SecurityGroups } from '../../controller/cloud/cloud'
import type { AccountApi } from '../api'
import { networkUsers, requireUnused } from './dependencies'
import { newId } from '../ids'
import { listed } from '../world'
import { removeThing, requireThing, visible } from '../things'

const sameRule = (one: IngressRule, other: IngressRule): boolean =>
  one.fromPort === other.fromPort &&
  one.toPort === other.toPort &&
  one.cidr === other.cidr &&
  one.securityGroupId === other.securityGroupId

export function securityGroupsOf(api: AccountApi): SecurityGroups {
  const { world } = api
  return {
    listSecurityGroups: (tags) =>
      api.call('ec2:DescribeSecurityGroups', {}, (account) =>
        visible(world, account.securityGroups, tags).map(({ id, vpcId, name, tags }) => ({
          id,
          vpcId,
          name,
          tags,
        })),
      ),

    createSecurityGroup: ({ vpcId, name, description, tags }) =>
      api.call(
        'ec2:CreateSecurityGroup',
        api.making('security-group', tags, [api.ec2('vpc', vpcId)]),
        (account) => {
          requireThing(account.vpcs, vpcId, 'VPC')
          if (
            !name ||
            !description ||
            name.startsWith('sg-') ||
            Math.max(name.length, description.length) > 255
          )
            throw new CloudError(
              'invalid',
              'A security group needs a name that does not start with sg- and a description, each up to 255 characters.',
            )
          if (
            Object.values(account.securityGroups).some(
              (group) => group.vpcId === vpcId && group.name === name,
            )
          )
            throw new CloudError('invalid', `${vpcId} has a security group named ${name} already.`)
          const id = newId('sg', world.random)
          account.securityGroups[id] = listed(world, { id, vpcId, name, description, ingress: [], tags })
          return { id, vpcId, name, tags }
        },
      ),

    allowIngress: (securityGroupId, rules) =>
      api.call(
        'ec2:AuthorizeSecurityGroupIngress',
        { on: [api.ec2('security-group', securityGroupId)] },
        (account) => {
          const group = requireThing(account.securityGroups, securityGroupId, 'security group')
          for (const rule of rules)
            if (rule.securityGroupId !== undefined)
              requireThing(account.securityGroups, rule.securityGroupId, 'security group')
          return rules.filter((rule) => {
            const { fromPort, toPort, cidr, securityGroupId: from } = rule
            const isMissing = !group.ingress.some((present) => sameRule(present, rule))
            if (isMissing) group.ingress.push({ fromPort, toPort, cidr, securityGroupId: from })
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

    deleteSecurityGroup: (id) =>
      api.call('ec2:DeleteSecurityGroup', { on: [api.ec2('security-group', id)] }, (account) => {
        const users = networkUsers(account, world.clock.now()).filter(({ securityGroupIds }) =>
          securityGroupIds.includes(id),
        )
        const referrers = Object.values(account.securityGroups)
          .filter((group) => group.id !== id && group.ingress.some((rule) => rule.securityGroupId === id))
          .map((group) => `a rule of ${group.id}`)
        requireUnused('security group', id, [
          ...(users.length > 0 ? [`${users.length} network interfaces`] : []),
          ...referrers,
        ])
        removeThing(account.securityGroups, id)
      }),
  }
}
