import { instanceLines } from '../../../core/environment-log/instance-lines'
import { CloudError } from '../../cloud/cloud'
import type { Work } from '../concern'
import { isMovingNetwork } from '../workload/places'
import type { Selections } from '../workload/selection'
import { askForReview } from './ask-planner'
import type { RolloutMemory } from './memory'

/**
 * Looks for a cheaper fleet while nothing else goes on. Instances that are not worth their price are marked as leaving, and then the same
 * happens as after a Spot warning, without its hurry: what runs on them is replaced elsewhere before it goes.
 */
export async function consolidate(work: Work<RolloutMemory>, selections: Selections): Promise<void> {
  const { pass, draft, memory } = work
  // What was proven holds for what was at rest then.
  if (!isSettled(work, selections)) delete draft.status.proof
  else if (pass.secondsSince(memory.consolidatedEpoch) >= pauseOf(work)) {
    memory.consolidatedEpoch = pass.now
    const review = await ask(work, selections)
    draft.status.proof = review?.proof
    if (!review) return
    draft.status.strategyCosts = review.strategyCosts
    const { consolidation } = review
    if (!consolidation) return
    const { leaving, savingPerHour, why } = consolidation
    for (const instance of draft.status.instances)
      if (leaving.includes(instance.clientToken)) instance.phase = 'Draining'
    draft.fleetEvent(savingPerHour, instanceLines.cheaper, { why })
  }
}

/** Between two looks, in seconds. What the first one said may be lost with a status that could not be written. */
const pauseOf = ({ draft, pass: { limits } }: Work<RolloutMemory>): number =>
  draft.status.strategyCosts ? limits.consolidationSeconds : limits.surveySeconds

/** To save money can wait: whoever is refused what there is to launch, misses nothing at rest. */
async function ask(work: Work<RolloutMemory>, selections: Selections) {
  try {
    return await askForReview(work, selections)
  } catch (error) {
    if (!(error instanceof CloudError)) throw error
    work.pass.dependencies.log.debug({ err: error }, 'no look for a cheaper fleet')
    return undefined
  }
}

/** The desired deployment is live, and nothing is on its way. */
const isSettled = (
  { pass, draft: { status } }: Work<RolloutMemory>,
  { selections, surplus }: Selections,
): boolean =>
  !isMovingNetwork(status) &&
  surplus.length === 0 &&
  selections.every(({ isServed }) => isServed) &&
  pass.goal.desired?.status?.phase === 'Live' &&
  status.instances.every(({ phase }) => phase === 'Running')
