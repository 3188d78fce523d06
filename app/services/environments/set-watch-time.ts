import { longestWatchMinutes } from '../../../core/deployment/deployment-state'
import { readField } from '../../input/rule'
import { numberUpTo } from '../../input/typed-number'
import { authorizedWrite } from '../access/authorized-write'
import { lockEnvironment } from '../access/lock-environment'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import { updateRecorded } from '../audit/update-recorded'
import type { Dependencies } from '../dependencies'
import { deploymentMessages } from '../../messages/deployment-messages'

interface SetWatchTimeInput {
  id: string
  /** 0 for never. */
  watchMinutes: number | string
}

const watchMinutesRule = numberUpTo(longestWatchMinutes, {
  told: deploymentMessages.watchTimeWrong,
  rule: `The watch time is a whole number of minutes, from 0 (never undo) to ${longestWatchMinutes}`,
  isWhole: true,
  units: { min: 1, minutes: 1, h: 60 },
})

/**
 * Says for how long after it is live a deployment that gets unhealthy is rolled back automatically.
 *
 * @throws DomainError `invalid`
 */
export async function setWatchTime(
  dependencies: Dependencies,
  actor: HumanActor,
  { id, watchMinutes: typed }: SetWatchTimeInput,
): Promise<Success> {
  const watchMinutes = readField(watchMinutesRule, typed, 'watchMinutes')
  return authorizedWrite(dependencies, actor, { access: 'member' }, async (actor) => {
    const environment = await lockEnvironment(actor, id, 'admins')
    const action = 'environment.set-watch-time'
    await updateRecorded(dependencies, actor, { action, row: environment, to: { watchMinutes } })
    return success
  })
}
