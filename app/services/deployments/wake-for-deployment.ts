import { sleepAt } from '../../../core/environment/sleep'
import { nextRevision } from '../../../db/desired-revision'
import type { Environment } from '../../../db/models/environment'
import type { Dependencies } from '../dependencies'

/** What changes of an environment when a deployment to it is queued: one that sleeps wakes, until its schedule comes again. */
export function wakeForDeployment(
  { clock }: Pick<Dependencies, 'clock'>,
  { sleep }: Pick<Environment, 'sleep'>,
) {
  const now = clock.now()
  const isAsleep = sleep !== null && sleepAt(sleep, now).isAsleep
  const lastAct = { isAsleep: false, epoch: now, by: 'deployment' as const }
  return {
    ...(isAsleep && { sleep: { ...sleep, lastAct }, sleepActBy: null }),
    desiredRevision: nextRevision,
  }
}
