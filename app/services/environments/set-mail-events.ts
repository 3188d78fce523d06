import { mailEvents, type MailEvent } from '../../../core/deployment/mail-events'
import { authorizedWrite } from '../access/authorized-write'
import { lockEnvironment } from '../access/require-environment'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'

interface SetMailEventsInput {
  id: string
  /** All that is to be mailed; none for nothing. */
  mailEvents: MailEvent[]
}

/** Says what of an environment's deployments the admins, and whoever asked for them, are mailed about. */
export const setMailEvents = (
  dependencies: Dependencies,
  actor: HumanActor,
  { id, mailEvents: chosen }: SetMailEventsInput,
): Promise<Success> =>
  authorizedWrite(dependencies, actor, { access: 'member' }, async (actor) => {
    const environment = await lockEnvironment(actor, id)
    const before = { mailEvents: environment.mailEvents }
    const after = { mailEvents: mailEvents.filter((event) => chosen.includes(event)) }
    await environment.update(after)
    await recordAudit(dependencies, actor, {
      action: 'environment.set-mail-events',
      target: environment,
      before,
      after,
    })
    return success
  })
