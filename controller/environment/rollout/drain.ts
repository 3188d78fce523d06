import { isOnItsWayOut } from '../../../core/process/process-phases'
import type { InstanceStatus, ProcessStatus } from '../../../core/resources/environment'
import type { Limits } from '../policy'
import { isInService, type Selection, type Selections } from '../workload/selection'

interface Departure {
  process: ProcessStatus
  /** Draining: out of the load balancers first. Stopping: nobody uses it. */
  to: 'Draining' | 'Stopping'
}

/**
 * Decides which surplus processes may go now. One that was never healthy may go at any time. One that was goes only when what replaces it
 * serves: the rest of its own release if that is still wanted, otherwise everything wanted of its application. The exception is an
 * instance that the cloud is about to take: then it is drained in time as long as another process of the application serves.
 */
export function decideDepartures(
  { selections, surplus }: Selections,
  instances: InstanceStatus[],
  now: number,
  limits: Pick<Limits, 'interruptionDrainSeconds'>,
): Departure[] {
  return surplus.flatMap((process): Departure[] => {
    if (isOnItsWayOut(process)) return []
    if (process.healthyEpoch === undefined) return [{ process, to: 'Stopping' }]
    const ofApplication = selections.filter(
      ({ demand }) => demand.application.applicationId === process.applicationId,
    )
    const sameRelease = ofApplication.filter(({ demand }) => demand.releaseId === process.releaseId)
    const successors = sameRelease.length > 0 ? sameRelease : ofApplication
    const isReplaced = successors.every(({ isServed }) => isServed)
    if (isReplaced || (isRunningOutOfTime(process, instances, now, limits) && isShared(ofApplication)))
      return [{ process, to: 'Draining' }]
    return []
  })
}

function isRunningOutOfTime(
  { clientToken }: ProcessStatus,
  instances: InstanceStatus[],
  now: number,
  { interruptionDrainSeconds }: Pick<Limits, 'interruptionDrainSeconds'>,
): boolean {
  const interruptedEpoch = instances.find((one) => one.clientToken === clientToken)?.interruptedEpoch
  return interruptedEpoch !== undefined && now - interruptedEpoch >= interruptionDrainSeconds * 1000
}

const isShared = (ofApplication: Selection[]) =>
  ofApplication.some(({ demand, kept }) => kept.some((one) => isInService(one, demand.application)))
