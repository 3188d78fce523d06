import { instanceLines } from '../../../core/environment-log/instance-lines'
import { CloudError } from '../../cloud/cloud'
import type { Work } from '../concern'
import { isMovingNetwork } from '../workload/places'
import type { Selections } from '../workload/selection'
import { askForPrices, askForReview } from './ask-planner'
import { fingerprintOfWanted } from './price-strategies'

/**
 * Looks for a cheaper fleet while nothing else goes on. Instances that are not worth their price are marked as leaving, and then the same
 * happens as after a Spot warning, without its hurry: what runs on them is replaced elsewhere before it goes.
 */
export class Consolidation {
  private consolidatedEpoch = 0
  /** Which processes, under which strategy, were last priced. */
  private priced: string | undefined

  async consolidate(work: Work, selections: Selections): Promise<void> {
    const { pass, draft } = work
    const { spec } = pass.environment
    const wanted = fingerprintOfWanted(pass.goal.wanted, spec)
    // What another choice costs is said under the present Spot strategy.
    const asked = `${wanted} ${spec.spotStrategy}`
    const { strategyCosts } = draft.status
    if (strategyCosts && strategyCosts.wanted !== wanted) {
      delete draft.status.strategyCosts
      this.priced = undefined
    }
    // What was proven holds for what was at rest then.
    if (!isSettled(work, selections)) delete draft.status.proof
    else if (pass.hasPassed(pauseOf(work), this.consolidatedEpoch)) {
      this.consolidatedEpoch = pass.stamp
      const review = await unlessRefused(work, () => askForReview(work, selections))
      draft.status.proof = review?.proof
      if (!review) return
      await this.price(work, selections, asked)
      const { consolidation } = review
      if (!consolidation) return
      const { leaving, savingPerHour, why } = consolidation
      for (const instance of draft.status.instances)
        if (leaving.includes(instance.clientToken)) instance.phase = 'Draining'
      draft.fleetEvent(savingPerHour, instanceLines.cheaper, { why })
    } else if (this.priced !== asked) await this.price(work, selections, asked)
  }

  /** People choose a strategy by these: what is wanted now is priced as soon as it rests. */
  private async price(work: Work, selections: Selections, asked: string): Promise<void> {
    this.priced = asked
    work.draft.status.strategyCosts = await unlessRefused(work, () => askForPrices(work, selections))
  }
}

/** Between two looks, in seconds. What the first one said may be lost with a status that could not be written. */
const pauseOf = ({ draft, pass: { limits } }: Work): number =>
  draft.status.strategyCosts ? limits.consolidationSeconds : limits.surveySeconds

/** To save money can wait: whoever is refused what there is to launch, misses nothing at rest. */
async function unlessRefused<Answer>(work: Work, ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof CloudError)) throw error
    work.pass.dependencies.log.debug({ err: error }, 'no look for a cheaper fleet')
    return undefined
  }
}

/** The desired deployment is live, and nothing is on its way. */
const isSettled = ({ pass, draft: { status } }: Work, { selections, surplus }: Selections): boolean =>
  !isMovingNetwork(status) &&
  surplus.length === 0 &&
  selections.every(({ isServed }) => isServed) &&
  pass.goal.desired?.status?.phase === 'Live' &&
  status.instances.every(({ phase }) => phase === 'Running')
