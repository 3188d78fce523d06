import { CloudError } from '../../cloud/cloud'
import type { Concern, Learned, Work } from '../concern'
import type { ProcessesFacts } from '../facts'
import { takeLogBytes, type SaidLogBytes } from './log-bytes'
import { takeSpotPrices } from './spot-prices'

/** What AWS bills by the market and by use, and not by what was chosen. */
export class Metering implements Concern {
  readonly condition = 'CostMeasured'
  readonly isNonBlocking = true
  readonly readyMessage = 'What AWS bills by the market and by use is looked at.'
  /** Epoch of the last look at prices. */
  private pricedEpoch = 0
  private readonly said: SaidLogBytes = new Map()

  async observe(work: Work, { reports }: ProcessesFacts): Promise<Learned> {
    takeLogBytes(work.draft.status, reports, this.said, work.pass.now)
    await this.lookAtPrices(work)
    return {}
  }

  private async lookAtPrices({ pass, draft }: Work): Promise<void> {
    const { instances } = draft.status
    const hasSpot = instances.some(({ market, instanceId }) => market === 'spot' && instanceId !== undefined)
    if (!hasSpot || pass.secondsSince(this.pricedEpoch) < pass.limits.consolidationSeconds) return
    try {
      const offerings = await pass.account.offerings.list()
      takeSpotPrices(instances, offerings, { now: pass.now, lookedEpoch: this.pricedEpoch })
      this.pricedEpoch = pass.now
    } catch (error) {
      // What was known last counts; whoever launches says that AWS refuses.
      if (!(error instanceof CloudError)) throw error
      pass.dependencies.log.debug({ err: error }, 'Spot prices could not be read')
    }
  }
}
