import type { PeeringStatus } from '../../../core/resources/environment'
import type { Peering } from '../../cloud/cloud'
import { joinOutcomes, stalled, type Outcome } from '../../reconcile/outcome'
import type { Learned } from '../concern'
import { connect } from './connect'
import { disconnect } from './disconnect'
import type { PeeringWork } from './memory'
import { refusalOf } from './refusal'

/** Makes the connections that are written down, looks after those that are there, and takes away those that go. */
export async function carryOut(work: PeeringWork): Promise<Learned> {
  const { pass, draft } = work
  const due = (draft.status.peerings ?? []).filter((peering) => isDue(work, peering))
  if (due.length === 0) return {}
  const present = await pass.account.peerings.list(pass.environmentTags)
  const outcomes: Outcome[] = []
  for (const peering of due) outcomes.push(await tend(work, peering, present))
  return { outcome: joinOutcomes(outcomes) }
}

/** Whether a connection is to be looked at: one that stands only now and then. */
const isDue = ({ pass }: PeeringWork, { phase, seenEpoch = 0 }: PeeringStatus): boolean =>
  phase !== 'Connected' ||
  pass.isExaminationDue ||
  pass.secondsSince(seenEpoch) >= pass.limits.networkSurveySeconds

/** Brings a connection one step on; one that is refused stops no other. */
async function tend(work: PeeringWork, peering: PeeringStatus, present: Peering[]): Promise<Outcome> {
  const { pass } = work
  try {
    const awsAccount = await pass.dependencies.store.get('AwsAccount', peering.awsAccount)
    if (!awsAccount)
      return stalled(
        'CloudError',
        `The AWS account of ${peering.vpcId} is no longer linked. Link it again on the External Resources page.`,
        pass.limits.stalledSeconds,
      )
    const both = present.filter(
      ({ requesterVpcId, accepterVpcId }) =>
        requesterVpcId === peering.ownVpcId && accepterVpcId === peering.vpcId,
    )
    return await (peering.phase === 'Removing' ? disconnect : connect)(work, peering, awsAccount, both)
  } catch (error) {
    return refusalOf(error, peering.vpcId, pass.limits)
  }
}
