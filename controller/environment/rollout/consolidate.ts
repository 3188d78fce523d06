import { instanceLines } from '../../../core/environment-log/instance-lines'
import { CloudError } from '../../cloud/cloud'
import type { Work } from '../concern'
import { isMovingNetwork } from '../workload/places'
import type { Selections } from '../workload/selection'
import { askForPrices, askForReview } from './ask-planner'
import type { RolloutMemory } from './memory'
import { fingerprintOfWanted } from './price-strategies'

/**
 * Looks for a cheaper fleet while nothing else goes on. Instances that are not worth their price are marked as leaving, and then the same
 * happens as after a Spot warning, without its hurry: what runs on them is replaced elsewhere before it goes.
 */
export async function consolidate(work: Work<RolloutMemory>, selections: Selections): Promise<void> {
  const { pass, draft, memory } = work
  const wanted = fingerprintOfWanted(pass.goal.wanted)
  const { strategyCosts } = draft.status
  if (strategyCosts && strategyCosts.wanted !== wanted) {
    delete draft.status.strategyCosts
    memory.priced = undefined
  }
  // What was proven holds for what was at rest then.
  if (!isSettled(work, selections)) delete draft.status.proof
  else if (pass.secondsSince(memory.consolidatedEpoch) >= pauseOf(work)) {
    memory.consolidatedEpoch = pass.now
    const review = await unlessRefused(work, () => askForReview(work, selections))
    draft.status.proof = review?.proof
    if (!review) return
    await price(work, selections, wanted)
    const { consolidation } = review
    if (!consolidation) return
    const { leaving, savingPerHour, why } = consolidation
    for (const instance of draft.status.instances)
      if (leaving.includes(instance.clientToken)) instance.phase = 'Draining'
    draft.fleetEvent(savingPerHour, instanceLines.cheaper, { why })
  } else if (memory.priced !== wanted) await price(work, selections, wanted)
}

/** Between two looks, in seconds. What the first one said may be lost with a status that could not be written. */
const pauseOf = ({ draft, pass: { limits } }: Work<RolloutMemory>): number =>
  draft.status.strategyCosts ? limits.consolidationSeconds : limits.surveySeconds

/** People choose a strategy by these: what is wanted now is priced as soon as it rests. */
async function price(work: Work<RolloutMemory>, selections: Selections, wanted: string): Promise<void> {
  work.memory.priced = wanted
  work.draft.status.strategyCosts = await unlessRefused(work, () => askForPrices(work, selections))
}

/** To save money can wait: whoever is refused what there is to launch, misses nothing at rest. */
async function unlessRefused<Answer>(
  work: Work<RolloutMemory>,
  ask: () => Promise<Answer>,
): Promise<Answer | undefined> {
  try {
    return await ask()
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
