import { Op } from 'sequelize'
import { LoginChallenge } from '../../../db/models/login-challenge'
import { Session } from '../../../db/models/session'
import { inTransaction } from '../../../db/transaction'
import type { HumanActor } from '../actor'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { requireAdmin } from '../require-admin'
import { success, type Success } from '../success'
import { requireHumanUser } from './require-user'

/** Logs a person of the team out everywhere, half-finished logins included; the actor not out of the session that asks. */
export function endUserSessions(dependencies: Dependencies, actor: HumanActor, id: string): Promise<Success> {
  requireAdmin(actor)
  return inTransaction(dependencies.sequelize, async () => {
    const user = await requireHumanUser(actor, id)
    const userId = user.id
    await LoginChallenge.destroy({ where: { userId } })
    const ended = await Session.destroy({ where: { userId, id: { [Op.ne]: actor.sessionId } } })
    await recordAudit(dependencies, actor, { action: 'user.end-sessions', target: user, after: { ended } })
    return success
  })
}
