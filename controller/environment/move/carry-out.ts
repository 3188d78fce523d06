import { moveLines } from '../../../core/environment-log/network-lines'
import { joinOutcomes, ready, waiting, type Outcome } from '../../reconcile/outcome'
import { attempt, settlingSeconds, type Learned } from '../concern'
import { ensureNetwork } from '../network/ensure-network'
import { memoryOf, type MoveWork } from './memory'
import { removeFormer } from './remove-former'

/** Makes the network to which the environment moves, and takes away the one that it left. */
export async function carryOut(work: MoveWork): Promise<Learned> {
  const { pass, observed, memory } = work
  const made = await attempt(async () => ({ outcome: await makeNext(work) }), pass.limits)
  if (made.outcome?.kind !== 'waiting')
    memory.refusal = made.outcome?.kind === 'stalled' ? made.outcome : undefined
  const obstacle = memory.refusal ? [memory.refusal] : []
  const removed = await attempt(async () => ({ outcome: await removeFormerOnce(work) }), pass.limits)
  return {
    moveObstacles: [...observed.moveObstacles, ...obstacle],
    outcome: joinOutcomes([made, removed].map(({ outcome = ready }) => outcome)),
  }
}

async function makeNext(work: MoveWork): Promise<Outcome> {
  const { pass, draft } = work
  const { next } = draft.status
  if (!next) return ready
  const found = await ensureNetwork(pass, draft, memoryOf(work, next), {
    which: 'next',
    isReady: next.phase !== 'Making',
    isBegun: next.cidr !== undefined && next.rangeClaimedEpoch === undefined,
  })
  if (found.is === 'missed' || found.is === 'awaited')
    return found.outcome.kind === 'waiting'
      ? waiting('Working', 'Making a network beside the present one.', found.outcome.seconds)
      : found.outcome
  if (found.is === 'whole' && next.phase === 'Making') {
    delete next.told
    Object.assign(next, { phase: 'Equipping', phaseEpoch: pass.now })
    draft.event(moveLines.networkReady, { cidr: next.cidr })
  }
  return ready
}

const removeFormerOnce = (work: MoveWork): Promise<Outcome> =>
  settlingSeconds(work) > 0 ? Promise.resolve(ready) : removeFormer(work)
