import { moveLines } from '../../../core/environment-log/network-lines'
import type { NextNetwork } from '../../../core/resources/environment'
import { joinOutcomes, ready, waiting, type Outcome } from '../../reconcile/outcome'
import { fingerprintOf } from '../../../core/resources/fingerprint'
import { findCondition } from '../../../core/resources/find-condition'
import { settlingSeconds, type Learned } from '../concern'
import type { Draft } from '../draft'
import { isComplete, partsOf } from '../network/parts'
import { generationOf } from '../workload/places'
import { announce } from './announce'
import type { MoveWork } from './memory'
import { advanceMove } from './phases'

/**
 * Begins to move to another range when that of the environment does not do, takes the next step of a move, and gives up one that nobody needs
 * any more, or whose new range does not do either. Names have one way only: once they change, the move goes on to its end.
 */
export function decide(work: MoveWork): Learned {
  const { draft, observed } = work
  if (settlingSeconds(work) > 0) return {}
  const { next, former } = draft.status
  const { present, next: ofNext, isKnown } = observed.overlap ?? {}
  if (next) {
    const isReversible = next.phase !== 'Leading' && next.phase !== 'Waiting'
    if (isReversible && ofNext !== undefined)
      giveUp(work, next, `The new range does not do either: ${ofNext}.`)
    else if (isReversible && isKnown && present === undefined)
      giveUp(work, next, 'The range of the environment overlaps nothing any more.')
    else return { outcome: say(work, advanceMove(work, next)) }
  } else if (!former && present !== undefined && isComplete(draft.status.network)) begin(work, present)
  return { outcome: say(work, ready) }
}

function begin(work: MoveWork, because: string): void {
  const { pass, draft } = work
  const { status } = draft
  const generation = generationOf(status.network) + 1
  announce(work, because)
  status.next = { generation, subnets: [], because, phase: 'Making', phaseEpoch: pass.now }
}

/** Ends a move before anybody noticed it: the new network goes. */
function giveUp({ draft }: MoveWork, next: NextNetwork, why: string): void {
  draft.status.former = partsOf(next)
  delete draft.status.next
  draft.event(moveLines.givenUp, { why })
}

/** Writes the progress of a move into the condition, for environments that have moved or are about to. */
function say({ pass, draft, observed }: MoveWork, progress: Outcome): Outcome {
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
    : 'Removing the network that the environment had before.'
  const obstacles = next ? observed.moveObstacles : []
  const outcome = obstacles.length > 0 ? joinOutcomes([...obstacles]) : progress
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
