import { moveLines, networkLines } from '../../../core/environment-log/network-lines'
import { isOurs } from '../../../core/aws/ownership'
import type { EnvironmentStatus, FormerNetwork } from '../../../core/resources/environment'
import type { Tagged } from '../../cloud/cloud'
import { ready, waiting, type Outcome } from '../../reconcile/outcome'
import type { Work } from '../concern'
import type { Pass } from '../pass'
import { describeInUse, retryOf } from '../removal/in-the-way'
import { networkKinds } from '../removal/remains'
import { removeKinds } from '../removal/remove-remains'
import { standsIn } from '../../../core/resources/leading-balancers'
import { purposeIn } from '../workload/places'

const message = 'Removing the former network.'

/** Once nothing stands in it any more. Two looks that are some time apart must both find nothing: what was made last may not be listed yet. */
export async function removeFormer({ pass, draft }: Work): Promise<Outcome> {
  const { limits } = pass
  const { former } = draft.status
  if (!former) return ready
  if (!isEmpty(draft.status, former)) return waiting('Working', message, limits.pollSeconds)
  const found = await listParts(pass, former)
  const isAnyFound = Object.values(found).some((parts) => parts.length > 0)
  if (isAnyFound || former.absentEpoch === undefined) {
    const inUse = await removeKinds(pass.live, networkKinds, found, { network: former })
    if (inUse === undefined) {
      former.absentEpoch = pass.stamp
      delete former.inUse
      return waiting('Working', message, limits.pollSeconds)
    }
    delete former.absentEpoch
    return sayInUse({ pass, draft }, former, inUse)
  }
  const seconds = limits.visibilitySeconds - pass.secondsSince(former.absentEpoch)
  if (seconds > 0) return waiting('Working', message, seconds)
  delete draft.status.former
  draft.event(moveLines.formerGone, { cidr: former.cidr })
  return ready
}

async function sayInUse({ pass, draft }: Work, former: FormerNetwork, inUse: string): Promise<Outcome> {
  former.inUse ??= { epoch: pass.now }
  const { isForeign, seconds } = retryOf(pass, pass.secondsSince(former.inUse.epoch))
  if (!isForeign) return waiting('Working', message, seconds)
  const said = await describeInUse(pass, [former], inUse)
  if (!former.inUse.isSaid) draft.event(networkLines.obstructed, { message: said })
  former.inUse.isSaid = true
  return waiting('DependencyViolation', said, seconds)
}

const isEmpty = ({ instances, loadBalancers, peerings = [] }: EnvironmentStatus, former: FormerNetwork) =>
  !instances.some(standsIn(former)) &&
  !loadBalancers.some(standsIn(former)) &&
  !peerings.some(({ ownVpcId }) => ownVpcId === former.vpcId)

/** Lists the parts of the former network, those without a record too: whoever made them may have died before. */
async function listParts(pass: Pass, former: FormerNetwork) {
  const api = pass.live.network
  const [vpcs, gateways, subnets, groups] = await Promise.all([
    api.listVpcs(pass.tags(purposeIn(former, 'vpc'))),
    api.listInternetGateways(pass.tags(purposeIn(former, 'internet-gateway'))),
    api.listSubnets(pass.environmentTags),
    api.listSecurityGroups(pass.environmentTags),
  ])
  const vpcIds = [former.vpcId, ...vpcs.map(({ id }) => id)]
  const isInside = ({ vpcId }: { vpcId: string }) => vpcIds.includes(vpcId)
  const ours = <T extends Tagged>(parts: T[]) => parts.filter(({ tags }) => isOurs(tags))
  return {
    vpcs: ours(vpcs),
    internetGateways: ours(gateways),
    subnets: ours(subnets).filter(isInside),
    securityGroups: ours(groups).filter(isInside),
  }
}
