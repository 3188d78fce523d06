import { Op } from 'sequelize'
import { LoginChallenge } from '../../../db/models/login-challenge'
import { Session } from '../../../db/models/session'
import { inTransaction } from '../../../db/transaction'
import type { HumanActor } from '../actor'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { success, type Success } from '../success'

/** Logs the actor out wherever it is not this session that asks, half-finished logins included. */
export function endOtherSessions(dependencies: Dependencies, actor: HumanActor): Promise<Success> {
  const { userId, sessionId, name } = actor
  return inTransaction(dependencies.sequelize, async () => {
    await LoginChallenge.destroy({ where: { userId } })
    const ended = await Session.destroy({ where: { userId, id: { [Op.ne]: sessionId } } })
    if (ended > 0) {
      await recordAudit(dependencies, actor, {
        action: 'session.logout-others',
        target: { id: userId, name },
        after: { ended },
      })
    }
    return success
  })
}
