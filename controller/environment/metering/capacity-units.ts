import { CloudError } from '../../cloud/cloud'
import type { Work } from '../concern'
import { hourMilliseconds } from '../../../core/time/durations'

/** CloudWatch has the figures of an hour some minutes after its end. */
const settledMilliseconds = 15 * 60_000
/** Before it is tried again after a refusal. */
const pauseMilliseconds = hourMilliseconds

/** Reads what load balancers consumed, once an hour: each reading of one costs a hundred-thousandth of a dollar. */
export class CapacityUnits {
  /** When load balancers were last there, until the hour is read in which they went. */
  private readonly seenEpochs = new Map<string, number>()
  /** Until when they consumed nothing since the last time that is written down. */
  private idleUntilEpoch = 0
  private pausedUntilEpoch = 0

  async read({ pass, draft: { status } }: Work): Promise<void> {
    for (const { loadBalancerId } of status.loadBalancers)
      if (loadBalancerId) this.seenEpochs.set(loadBalancerId, pass.stamp)
    const { metered } = status
    if (!metered) return
    const untilEpoch = pass.moment.beginOfTurn(hourMilliseconds, -settledMilliseconds) - settledMilliseconds
    metered.capacityUnitHours ??= 0
    metered.capacityUnitsUntilEpoch ??= untilEpoch
    const fromEpoch = Math.max(metered.capacityUnitsUntilEpoch, this.idleUntilEpoch)
    // Only what is written down is known: a status that could not be written is read anew.
    for (const [id, epoch] of this.seenEpochs) if (epoch < fromEpoch) this.seenEpochs.delete(id)
    if (this.seenEpochs.size === 0 || untilEpoch <= fromEpoch || !pass.hasPassed(0, this.pausedUntilEpoch))
      return
    try {
      const loadBalancerIds = [...this.seenEpochs.keys()]
      const units = await pass.account.metrics.sumCapacityUnits({ loadBalancerIds, fromEpoch, untilEpoch })
      delete metered.lacksCapacityUnits
      if (units === 0) {
        this.idleUntilEpoch = untilEpoch
        return
      }
      metered.capacityUnitHours += units
      metered.capacityUnitsUntilEpoch = untilEpoch
    } catch (error) {
      if (!(error instanceof CloudError)) throw error
      // Roles of earlier templates may not read it. Nobody else needs it, so that nothing but the bill says so.
      if (error.kind === 'access-denied') metered.lacksCapacityUnits = true
      this.pausedUntilEpoch = pass.now + pauseMilliseconds
      pass.dependencies.log.debug({ err: error }, 'Metrics of load balancers could not be read')
    }
  }
}
