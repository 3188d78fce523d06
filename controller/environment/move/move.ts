import { moveLines } from '../../../core/environment-log/network-lines'
import { loadBalancersFor } from '../../../core/environment/load-balancers-for'
import { billedOf } from '../../../core/resources/billed'
import { describeCostOfMove } from '../../../core/charges/bill'
import { generationOf, leadingKind } from '../../../core/resources/leading-balancers'
import { findCondition } from '../../../core/resources/find-condition'
import { fingerprintOf } from '../../../core/resources/fingerprint'
import type { EnvironmentStatus, NetworkStatus, NextNetwork } from '../../../core/resources/environment'
import { joinOutcomes, ready, waiting, type Outcome } from '../../reconcile/outcome'
import { attempt, settlingSeconds, type Concern, type Learned, type Work } from '../concern'
import type { Draft } from '../draft'
import type { FleetFacts, LoadBalancersFacts, MoveFacts, PeeringFacts, RolloutFacts } from '../facts'
import { emptyMemory, ensureNetwork, type NetworkMemory } from '../network/ensure-network'
import { isComplete, partsOf } from '../network/parts'
import { exposedPortsOf } from '../workload/exposed-ports'
import { advanceMove } from './phases'
import { removeFormer } from './remove-former'

type Known = FleetFacts & LoadBalancersFacts & MoveFacts & PeeringFacts & RolloutFacts

/** Another range for an environment whose own overlaps what it is linked to. */
export class Move implements Concern {
  readonly condition = 'RangeFree'
  readonly isNonBlocking = true
  readonly intents = ({ next, former }: EnvironmentStatus) => [next, former]
  /** Memory of the network that the environment moves to, with its generation. */
  private next: { generation: number; network: NetworkMemory } | undefined
  /** AWS's last refusal to make a part of it, until that part is there: between two attempts it is no less in the way. */
  private refusal: Outcome | undefined

  recall(): MoveFacts {
    return { networkObstacles: [] }
  }

  /** Makes the network to which the environment moves, and takes away the one that it left. */
  async carryOut(work: Work, fleet: FleetFacts): Promise<Learned<MoveFacts>> {
    const { pass } = work
    const made = await attempt(async () => ({ outcome: await this.makeNext(work) }), pass.limits)
    if (made.outcome?.kind !== 'waiting')
      this.refusal = made.outcome?.kind === 'stalled' ? made.outcome : undefined
    const isSettled = settlingSeconds(pass, fleet) === 0
    const removed = isSettled
      ? await attempt(async () => ({ outcome: await removeFormer(work) }), pass.limits)
      : {}
    return {
      networkObstacles: this.refusal ? [this.refusal] : [],
      outcome: joinOutcomes([made, removed].map(({ outcome = ready }) => outcome)),
    }
  }

  /**
   * Begins to move to another range when that of the environment does not do, takes the next step of a move, and gives up one that nobody needs
   * any more, or whose new range does not do either. Names have one way only: once they change, the move goes on to its end.
   */
  decide(work: Work, known: Known): Learned {
    const { pass, draft } = work
    if (settlingSeconds(pass, known) > 0) return {}
    const { next, former } = draft.status
    const { present, next: ofNext, isKnown } = known.overlap ?? {}
    if (next) {
      const isReversible = next.phase !== 'Leading' && next.phase !== 'Waiting'
      if (isReversible && ofNext !== undefined)
        giveUp(work, next, `The new range overlaps as well: ${ofNext}.`)
      else if (isReversible && isKnown && present === undefined)
        giveUp(work, next, 'The range of the environment no longer overlaps anything.')
      else return { outcome: say(work, known, advanceMove(work, known, next)) }
    } else if (
      !former &&
      !draft.status.balancing?.next &&
      present !== undefined &&
      isComplete(draft.status.network)
    )
      begin(work, present)
    return { outcome: say(work, known, ready) }
  }

  private async makeNext({ pass, draft }: Work): Promise<Outcome> {
    const { next } = draft.status
    if (!next) return ready
    const found = await ensureNetwork(pass, draft, this.memoryOf(next), {
      which: 'next',
      isReady: next.phase !== 'Making',
      isBegun: next.cidr !== undefined && next.rangeClaimedEpoch === undefined,
    })
    if (found.is === 'missed' || found.is === 'awaited')
      return found.outcome.kind === 'waiting'
        ? waiting('Working', 'Creating a network beside the current one.', found.outcome.seconds)
        : found.outcome
    if (found.is === 'whole' && next.phase === 'Making') {
      delete next.told
      Object.assign(next, { phase: 'Equipping', phaseEpoch: pass.now })
      draft.event(moveLines.networkReady, { cidr: next.cidr })
    }
    return ready
  }

  /** Memory of one network, which is not held against another. */
  private memoryOf(network: NetworkStatus): NetworkMemory {
    const generation = generationOf(network)
    if (this.next?.generation !== generation) this.next = { generation, network: emptyMemory() }
    return this.next.network
  }
}

function begin(work: Work, because: string): void {
  const { pass, draft } = work
  const { status } = draft
  const generation = generationOf(status.network) + 1
  announce(work, because)
  status.next = { generation, subnets: [], because, phase: 'Making', phaseEpoch: pass.now }
}

/** Says what is about to be done, and what it costs, before anything is. */
function announce({ pass, draft }: Work, because: string): void {
  const cost = describeCostOfMove({
    ...billedOf(draft.status),
    numLoadBalancers: loadBalancersFor(
      exposedPortsOf([...pass.goal.wanted, ...pass.goal.fallback]).length,
      leadingKind(draft.status),
    ),
  })
  draft.event(moveLines.announced, { because, cost })
}

/** Ends a move before anybody noticed it: the new network goes. */
function giveUp({ draft }: Work, next: NextNetwork, why: string): void {
  draft.status.former = partsOf(next)
  delete draft.status.next
  draft.event(moveLines.givenUp, { why })
}

/** Writes the progress of a move into the condition, for environments that have moved or are about to. */
function say(
  { pass, draft }: Work,
  { balancerObstacles, networkObstacles, placementObstacles }: Known,
  progress: Outcome,
): Outcome {
  const { next, former, conditions } = draft.status
  if (!next && !former) {
    if (findCondition(conditions, 'RangeFree'))
      draft.condition({
        type: 'RangeFree',
        status: 'True',
        reason: 'Ready',
        message: `The range ${draft.status.network.cidr} overlaps nothing that is linked.`,
      })
    return ready
  }
  const message = next
    ? `Moving to another range of addresses, because ${next.because}. Everything runs and is reached as before until that is done.`
    : 'Removing the former network.'
  const obstacles = next ? [...balancerObstacles, ...networkObstacles, ...placementObstacles] : []
  const outcome = obstacles.length > 0 ? joinOutcomes(obstacles) : progress
  if (next && outcome.kind === 'stalled') sayOnce(draft, next, outcome.message)
  const stepMessage = outcome.kind === 'ready' ? message : `${message} ${outcome.message}`
  return outcome.kind === 'ready'
    ? waiting('Working', message, pass.limits.resyncSeconds)
    : { ...outcome, message: stepMessage }
}

/** As many as anything waits for at once: AWS may say the same in ever other words. */
const mostTold = 10

/** In one phase. */
function sayOnce(draft: Draft, next: NextNetwork, why: string): void {
  const fingerprint = fingerprintOf(why)
  const told = next.told ?? []
  if (told.includes(fingerprint)) return
  next.told = [...told, fingerprint].slice(-mostTold)
  draft.event(moveLines.waits, { why })
}
