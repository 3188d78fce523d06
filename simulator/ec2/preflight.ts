import { isOurs, ownerTags, type Tags } from '../../core/aws/ownership'
import { region } from '../../core/aws/region'
import {
  ec2Writes,
  hasDryRun,
  type DryRunWrite,
  type Ec2Write,
} from '../../core/roles/environment-manager/ec2-writes'
import type { DryRuns, LaunchRequest, Preflight } from '../../controller/cloud/cloud'
import type { AccountApi, ApiCall } from '../api'
import type { AccountState } from '../state'
import { launchPermissions } from './instances'
import { toldQuotaOf } from '../quotas'

const tags = ownerTags('preflight', 'preflight')
const nothing = 'of-nothing'

/** The questions of a preflight. What was ordered to be refused for good is refused here too; a fault of one call is left to that call. */
export const preflightOf = (api: AccountApi): Preflight => ({
  async dryRun(isThorough) {
    const needs = ['ec2:DescribeSubnets', 'ec2:DescribeSecurityGroups'].map((action) => ({ action }))
    const place = await api.call('ec2:DescribeVpcs', { alsoNeeds: needs }, placeIn)
    const { whole, part, launch, change } = ec2Writes
    const writes: readonly Ec2Write[] = [
      ...whole,
      ...(isThorough || place ? [...part, ...launch] : []),
      ...(isThorough ? change : []),
    ]
    const answer: DryRuns = { asked: writes.filter(hasDryRun), refused: [] }
    for (const write of answer.asked) {
      const error = api.refusalOf(write, permissionsOf(api, write, place))
      const isOfNothing = isOneOf(change, write) || (!isOneOf(whole, write) && !place)
      // What is nothing carries no tag of ours.
      const isUnknown = isOfNothing && error?.kind === 'access-denied' && !error.isDeniedFromAbove
      if (error && !isUnknown) answer.refused.push({ write, error })
    }
    return answer
  },

  quota: (name) =>
    api.call('servicequotas:GetServiceQuota', {}, (account) => toldQuotaOf(api.world, account, name)),

  countLoadBalancers: () =>
    api.call(
      'elasticloadbalancing:DescribeLoadBalancers',
      {},
      ({ loadBalancers }) => Object.keys(loadBalancers).length,
    ),

  ownDiskKey: () =>
    api.call('ec2:GetEbsDefaultKmsKeyId', {}, ({ accountNumber, diskKey }) =>
      diskKey ? `arn:aws:kms:${region}:${accountNumber}:key/of-the-account` : undefined,
    ),
})

const isOneOf = (writes: readonly Ec2Write[], write: Ec2Write): boolean => writes.includes(write)

interface Place {
  vpcId: string
  subnetId: string
  securityGroupId: string
}

/** A network of ours in which an instance could be launched. */
function placeIn(account: AccountState): Place | undefined {
  const partOf = (parts: Record<string, { id: string; vpcId: string; tags: Tags }>, vpcId: string) =>
    Object.values(parts).find((one) => one.vpcId === vpcId && isOurs(one.tags))?.id
  return Object.values(account.vpcs)
    .filter((vpc) => isOurs(vpc.tags))
    .flatMap(({ id: vpcId }): Place[] => {
      const subnetId = partOf(account.subnets, vpcId)
      const securityGroupId = partOf(account.securityGroups, vpcId)
      return subnetId && securityGroupId ? [{ vpcId, subnetId, securityGroupId }] : []
    })[0]
}

/** `ec2:CreateSubnet` makes a `subnet`. */
const madeBy = (write: DryRunWrite): string =>
  write
    .replace('ec2:Create', '')
    .replace(/(?!^)[A-Z]/g, (letter) => `-${letter}`)
    .toLowerCase()

function permissionsOf(api: AccountApi, write: DryRunWrite, place: Place | undefined): ApiCall {
  const { vpcId, subnetId, securityGroupId } = place ?? {
    vpcId: nothing,
    subnetId: nothing,
    securityGroupId: nothing,
  }
  if (write === 'ec2:RunInstances') {
    const launch: LaunchRequest = {
      clientToken: 'preflight',
      instanceType: 'c6g.medium',
      zone: api.world.profile.zones[0]?.name ?? '',
      market: 'spot',
      subnetId,
      securityGroupIds: [securityGroupId],
      bootstrap: { instance: 'preflight', key: '' },
      tags,
    }
    return launchPermissions(api, launch)
  }
  if (isOneOf(ec2Writes.change, write)) return { on: [api.ec2('vpc', nothing)] }
  const made = { arn: `arn:aws:ec2:${region}:${api.accountNumber}:${madeBy(write)}/new`, tags: {} }
  return {
    on: [made, ...(isOneOf(ec2Writes.part, write) ? [api.ec2('vpc', vpcId)] : [])],
    requestTags: tags,
    alsoNeeds: [{ action: 'ec2:CreateTags', on: [made] }],
  }
}
