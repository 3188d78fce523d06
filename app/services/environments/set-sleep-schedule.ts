import { settleSleep } from '../../../core/environment/sleep'
import { nextRevision } from '../../../db/desired-revision'
import { readInput } from '../../input/rule'
import { sleepScheduleRule, type SentSleepSchedule } from '../../input/sleep-schedule'
import { authorizedWrite } from '../access/authorized-write'
import { lockEnvironment } from '../access/lock-environment'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'

interface SetSleepScheduleInput {
  id: string
  /** null: none any more. */
  schedule: SentSleepSchedule | null
}

/**
 * Has an environment sleep again and again, or no longer. Whether it sleeps now stays until the schedule comes for the first time; without
 * one, until a person or a deployment changes it.
 *
 * @throws DomainError `invalid`, `not-found`, `conflict` while it is being deleted, `forbidden` for no admin where it is protected
 */
export async function setSleepSchedule(
  dependencies: Dependencies,
  actor: HumanActor,
  { id, schedule: sent }: SetSleepScheduleInput,
): Promise<Success> {
  const schedule = sent ? readInput(sleepScheduleRule, sent) : undefined
  return authorizedWrite(dependencies, actor, { access: 'member' }, async (actor) => {
    const environment = await lockEnvironment(actor, id, 'admins')
    const before = environment.sleep ?? {}
    await environment.update({
      sleep: settleSleep(before, schedule, dependencies.clock.now()),
      desiredRevision: nextRevision,
    })
    await recordAudit(dependencies, actor, {
      action: schedule ? 'environment.set-sleep-schedule' : 'environment.remove-sleep-schedule',
      target: environment,
      before: factsOf(before.schedule),
      after: factsOf(schedule),
    })
    return success
  })
}

const factsOf = ({ timeZone, sleep, wake }: Partial<SentSleepSchedule> = {}) => ({
  timeZone: timeZone ?? null,
  sleep: sleep ?? null,
  wake: wake ?? null,
})
