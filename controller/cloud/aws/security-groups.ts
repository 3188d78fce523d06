import {
  AuthorizeSecurityGroupIngressCommand,
  CreateSecurityGroupCommand,
  DeleteSecurityGroupCommand,
  DescribeSecurityGroupsCommand,
  RevokeSecurityGroupIngressCommand,
  paginateDescribeSecurityGroups,
  type IpPermission,
  type SecurityGroup as AwsSecurityGroup,
} from '@aws-sdk/client-ec2'
import type { IngressRule, SecurityGroups, SecurityGroup } from '../cloud'
import { everyItem } from './bounded-answers'
import { hasCode, unlessGone } from './aws-errors'
import { fromAwsTags, tagFilters, tagSpecification } from './aws-tags'
import { requireAnswer } from './answers'
import type { ClientsOf } from './role-sessions'

export const createSecurityGroups = (clientsOf: ClientsOf): SecurityGroups => ({
  async listSecurityGroups(tags) {
    const { ec2 } = await clientsOf()
    const pages = paginateDescribeSecurityGroups({ client: ec2 }, { Filters: tagFilters(tags) })
    return (await everyItem(pages, ({ SecurityGroups }) => SecurityGroups)).map(toGroup)
  },

  async createSecurityGroup({ vpcId, name, description, tags }) {
    const { ec2 } = await clientsOf()
    const { GroupId } = await ec2.send(
      new CreateSecurityGroupCommand({
        VpcId: vpcId,
        GroupName: name,
        Description: description,
        TagSpecifications: [tagSpecification('security-group', tags)],
      }),
    )
    const id = requireAnswer(GroupId, 'which security group it made')
    return { id, vpcId, name, ingress: [], tags }
  },

  async allowIngress(securityGroupId, rules) {
    const { ec2 } = await clientsOf()
    const { SecurityGroups } = await ec2.send(
      new DescribeSecurityGroupsCommand({ Filters: [{ Name: 'group-id', Values: [securityGroupId] }] }),
    )
    const present = SecurityGroups?.[0]?.IpPermissions ?? []
    // Rule by rule: one that is there after all would make AWS refuse all of them.
    const missing = rules.filter((candidate) => !present.some((permission) => covers(permission, candidate)))
    const added: IngressRule[] = []
    for (const rule of missing)
      try {
        await ec2.send(
          new AuthorizeSecurityGroupIngressCommand({
            GroupId: securityGroupId,
            IpPermissions: [toPermission(rule)],
          }),
        )
        added.push(rule)
      } catch (error) {
        // What we read may lag behind what we did.
        if (!hasCode(error, 'InvalidPermission.Duplicate')) throw error
      }
    return added
  },

  async revokeIngress(securityGroupId, rules) {
    const { ec2 } = await clientsOf()
    // Rule by rule: one that is gone already would make AWS refuse all of them.
    for (const rule of rules)
      try {
        await unlessGone(
          ec2.send(
            new RevokeSecurityGroupIngressCommand({
              GroupId: securityGroupId,
              IpPermissions: [toPermission(rule)],
            }),
          ),
        )
      } catch (error) {
        if (!hasCode(error, 'InvalidPermission.NotFound')) throw error
      }
  },

  async deleteSecurityGroup(id) {
    const { ec2 } = await clientsOf()
    await unlessGone(ec2.send(new DeleteSecurityGroupCommand({ GroupId: id })))
  },
})

const covers = (
  permission: IpPermission,
  { fromPort, toPort, cidr, securityGroupId }: IngressRule,
): boolean =>
  permission.IpProtocol === 'tcp' &&
  permission.FromPort === fromPort &&
  permission.ToPort === toPort &&
  (cidr === undefined || permission.IpRanges?.some(({ CidrIp }) => CidrIp === cidr) === true) &&
  (securityGroupId === undefined ||
    permission.UserIdGroupPairs?.some(({ GroupId }) => GroupId === securityGroupId) === true)

const toPermission = ({ fromPort, toPort, cidr, securityGroupId }: IngressRule) => ({
  IpProtocol: 'tcp',
  FromPort: fromPort,
  ToPort: toPort,
  ...(cidr && { IpRanges: [{ CidrIp: cidr }] }),
  ...(securityGroupId && { UserIdGroupPairs: [{ GroupId: securityGroupId }] }),
})

/** One for each that may come in; those of other protocols, and of IPv6, are left out. */
function toRules(permission: IpPermission): IngressRule[] {
  const { IpProtocol, FromPort: fromPort, ToPort: toPort, IpRanges = [], UserIdGroupPairs = [] } = permission
  if (IpProtocol !== 'tcp' || fromPort === undefined || toPort === undefined) return []
  return [
    ...IpRanges.flatMap(({ CidrIp: cidr }) => (cidr ? [{ fromPort, toPort, cidr }] : [])),
    ...UserIdGroupPairs.flatMap(({ GroupId: securityGroupId }) =>
      securityGroupId ? [{ fromPort, toPort, securityGroupId }] : [],
    ),
  ]
}

const toGroup = ({ GroupId, VpcId, GroupName, IpPermissions, Tags }: AwsSecurityGroup): SecurityGroup => ({
  id: requireAnswer(GroupId, 'the id of a security group'),
  vpcId: requireAnswer(VpcId, 'the VPC of a security group'),
  name: requireAnswer(GroupName, 'the name of a security group'),
  ingress: (IpPermissions ?? []).flatMap(toRules),
  tags: fromAwsTags(Tags),
})
