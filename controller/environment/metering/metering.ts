import type { InstanceStatus } from '../../../core/resources/environment'
import { environmentManagerRoleName } from '../../../core/roles/names'
import { hourMilliseconds } from '../../../core/time/durations'
import { CloudError } from '../../cloud/cloud'
import type { Concern, Learned, Work } from '../concern'
import type { ProcessesFacts } from '../facts'
import { CapacityUnits } from './capacity-units'
import { hearLogBytes, takeLogBytes, type SaidLogBytes } from './log-bytes'
import { takeSpotPrices } from './spot-prices'

/** What AWS bills by the market and by use, and not by what was chosen. */
export class Metering implements Concern {
  readonly condition = 'CostMeasured'
  readonly isNonBlocking = true
  /** Epoch of the last look at prices. */
  private pricedEpoch = 0
  private readonly said: SaidLogBytes = new Map()
  private readonly capacityUnits = new CapacityUnits()

  async observe(work: Work, { reports }: ProcessesFacts): Promise<Learned> {
    hearLogBytes(this.said, work.pass.hints.heard.answers)
    takeLogBytes(work.draft.status, reports, this.said, work.pass.moment)
    await this.lookAtPrices(work)
    await this.capacityUnits.read(work)
    say(work)
    return {}
  }

  private async lookAtPrices({ pass, draft }: Work): Promise<void> {
    const { instances } = draft.status
    // AWS bills an instance's price at the beginning of each of its hours.
    const isDue = ({ market, instanceId, launchedEpoch = 0 }: InstanceStatus) =>
      market === 'spot' &&
      instanceId !== undefined &&
      pass.moment.isTurn(hourMilliseconds, Math.max(this.pricedEpoch, launchedEpoch), -launchedEpoch)
    if (!instances.some(isDue)) return
    try {
      const offerings = await pass.account.offerings.list()
      takeSpotPrices(instances, offerings, { now: pass.now, lookedEpoch: this.pricedEpoch })
      this.pricedEpoch = pass.stamp
    } catch (error) {
      // What was known last counts; whoever launches says that AWS refuses.
      if (!(error instanceof CloudError)) throw error
      pass.dependencies.log.debug({ err: error }, 'Spot prices could not be read')
    }
  }
}

/** It stops nobody: no sum is wrong by it, as each says what it leaves out. */
function say({ draft }: Work): void {
  const isDenied = draft.status.metered?.lacksCapacityUnits
  draft.condition({
    type: 'CostMeasured',
    status: isDenied ? 'False' : 'True',
    reason: isDenied ? 'AccessDenied' : 'Ready',
    message: isDenied
      ? `The role ${environmentManagerRoleName} may not read how much load balancers are used, which AWS charges for. Apply the CloudFormation template of the account again.`
      : 'What AWS bills by the market and by use is looked at.',
  })
}
