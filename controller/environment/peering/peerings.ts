import type { EnvironmentStatus, NetworkStatus, PeeringStatus } from '../../../core/resources/environment'
import { isToGo } from '../../../core/resources/metadata'
import type { Peering } from '../../cloud/cloud'
import { joinOutcomes, ready, stalled, waiting, type Outcome } from '../../reconcile/outcome'
import { settlingSeconds, type Concern, type Learned, type Work } from '../concern'
import type { FleetFacts, PeeringFacts } from '../facts'
import { standsIn } from '../../../core/resources/leading-balancers'
import { connect } from './connect'
import { decideLink, type LinkVerdict } from './decide-link'
import { disconnect } from './disconnect'
import { refusalOf } from './refusal'

/** Connections with the linked external networks, which may be in other accounts. */
export class Peerings implements Concern {
  readonly condition = 'NetworksConnected'
  readonly isNonBlocking = true
  readonly intents = ({ peerings }: EnvironmentStatus) =>
    peerings?.map(({ seenEpoch: _seenEpoch, ...peering }) => peering)
  /** Before this time, a connection that failed is not asked for again; by VPC of the environment and name of the network. */
  private readonly retryEpoch = new Map<string, number>()

  recall(): PeeringFacts {
    return { overlap: undefined }
  }

  /** Makes the connections that are written down, looks after those that are there, and takes away those that go. */
  async carryOut(work: Work): Promise<Learned> {
    const { pass, draft } = work
    const due = (draft.status.peerings ?? []).filter((peering) => isDue(work, peering))
    if (due.length === 0) return {}
    const { peerings } = due.every(({ phase }) => phase === 'Connected') ? pass.account : pass.live
    const present = await peerings.list(pass.environmentTags)
    const outcomes: Outcome[] = []
    for (const peering of due) outcomes.push(await this.tend(work, peering, present))
    return { outcome: joinOutcomes(outcomes) }
  }

  /**
   * Writes down which connections are to be made, and which go: of the network that the environment has and of that to which it moves. Those of the
   * former one stay as long as anything runs there.
   */
  async decide(work: Work, fleet: Pick<FleetFacts, 'isRecordLost'>): Promise<Learned<PeeringFacts>> {
    const { pass, draft } = work
    const { network, next, former } = draft.status
    const links = isToGo(pass.environment.metadata) ? [] : (pass.environment.spec.linkedNetworks ?? [])
    if (links.length === 0 && !draft.status.peerings) return { overlap: noOverlap }
    const peerings = (draft.status.peerings ??= [])
    const kept = [network, next, isInUse(work, former) ? former : undefined].flatMap(
      (one) => one?.vpcId ?? [],
    )
    const isSettled = settlingSeconds(pass, fleet) === 0
    for (const peering of peerings)
      if (isSettled && (!links.includes(peering.network) || !kept.includes(peering.ownVpcId)))
        peering.phase = 'Removing'
    const present: LinkVerdict[] = []
    const coming: LinkVerdict[] = []
    for (const name of links) {
      present.push(await decideLink(work, peerings, name, network))
      if (next?.vpcId) coming.push(await decideLink(work, peerings, name, next))
    }
    const isChanging = peerings.some(({ phase }) => phase !== 'Connected')
    if (links.length === 0 && peerings.length === 0) delete draft.status.peerings
    const outcome = joinOutcomes([
      ...[...present, ...coming].map((one) => one.outcome),
      isChanging ? waiting('Working', 'Connecting networks.', pass.limits.pollSeconds) : ready,
    ])
    if (outcome.kind === 'ready')
      draft.condition({
        type: this.condition,
        status: 'True',
        reason: 'Ready',
        message: describe(peerings),
      })
    const isKnown = isSettled && ![...present, ...coming].some(({ isUnknown }) => isUnknown)
    const first = (verdicts: LinkVerdict[]) => verdicts.find(({ overlap }) => overlap !== undefined)?.overlap
    return { outcome, overlap: { present: first(present), next: first(coming), isKnown } }
  }

  /** Brings a connection one step on; one that is refused stops no other. */
  private async tend(work: Work, peering: PeeringStatus, present: Peering[]): Promise<Outcome> {
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
      return peering.phase === 'Removing'
        ? await disconnect(work, peering, awsAccount, both)
        : await connect({ ...work, retryEpoch: this.retryEpoch }, peering, awsAccount, both)
    } catch (error) {
      return refusalOf(error, peering.vpcId, pass.limits)
    }
  }
}

/** Whether a connection is to be looked at: one that stands only now and then. */
const isDue = ({ pass }: Work, { phase, seenEpoch = 0 }: PeeringStatus): boolean =>
  phase !== 'Connected' ||
  pass.isExaminationDue ||
  pass.hasPassed(pass.limits.networkSurveySeconds, seenEpoch)

const noOverlap = { present: undefined, next: undefined, isKnown: true }

const isInUse = ({ draft }: Work, network: NetworkStatus | undefined): boolean =>
  network !== undefined && draft.status.instances.some(standsIn(network))

const describe = (peerings: PeeringStatus[]): string =>
  peerings.length === 0
    ? 'No external network is linked.'
    : ['Every linked network is connected.', ...peerings.flatMap(({ message }) => message ?? [])].join(' ')
