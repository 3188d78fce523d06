import { invalid } from '../../../core/errors'
import { longestWatchMinutes } from '../../../core/deployment/deployment-state'
import { authorizedWrite } from '../access/authorized-write'
import { lockEnvironment } from '../access/require-environment'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'

interface SetWatchTimeInput {
  id: string
  /** 0 for never. */
  watchMinutes: number
}

/**
 * Says for how long after it is live a deployment that gets unhealthy is undone by itself.
 *
 * @throws DomainError `invalid`
 */
export async function setWatchTime(
  dependencies: Dependencies,
  actor: HumanActor,
  { id, watchMinutes }: SetWatchTimeInput,
): Promise<Success> {
  if (!Number.isInteger(watchMinutes) || watchMinutes < 0 || watchMinutes > longestWatchMinutes) {
    const message = `The watch time is a whole number of minutes, from 0 (never undo) to ${longestWatchMinutes}.`
    throw invalid(message, { watchMinutes: message })
  }
  return authorizedWrite(dependencies, actor, { access: 'member' }, async (actor) => {
    const environment = await lockEnvironment(actor, id, 'admins')
    const before = { watchMinutes: environment.watchMinutes }
    await environment.update({ watchMinutes })
    await recordAudit(dependencies, actor, {
      action: 'environment.set-watch-time',
      target: environment,
      before,
      after: { watchMinutes },
    })
    return success
  })
}
