import { instanceLines } from '../../../core/environment-log/instance-lines'
import { CloudError } from '../../cloud/cloud'
import type { Work } from '../concern'
import { isMovingNetwork } from '../workload/places'
import type { Selections } from '../workload/selection'
import { askForReview } from './ask-planner'

/**
 * Looks for a cheaper fleet, to be called while nothing else goes on. Instances that are not worth their price are marked as leaving, and then the same
 * happens as after a Spot warning, without its hurry: what runs on them is replaced elsewhere before it goes.
 */
export async function consolidate(work: Work, selections: Selections): Promise<void> {
  const { draft } = work
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

/** Between two looks, in seconds. What the first one said may be lost with a status that could not be written. */
export const pauseSeconds = ({ draft, pass: { limits } }: Work): number =>
  draft.status.strategyCosts ? limits.consolidationSeconds : limits.surveySeconds

/** To save money can wait: whoever is refused what there is to launch, misses nothing at rest. */
async function ask(work: Work, selections: Selections) {
  try {
    return await askForReview(work, selections)
  } catch (error) {
    if (!(error instanceof CloudError)) throw error
    work.pass.dependencies.log.debug({ err: error }, 'no look for a cheaper fleet')
    return undefined
  }
}

/** The desired deployment is live, and nothing is on its way. */
export const isSettled = ({ pass, draft: { status } }: Work, { selections, surplus }: Selections): boolean =>
  !isMovingNetwork(status) &&
  surplus.length === 0 &&
  selections.every(({ isServed }) => isServed) &&
  pass.goal.desired?.status?.phase === 'Live' &&
  status.instances.every(({ phase }) => phase === 'Running')
