import { DomainError } from '../../../core/errors'
import type { Environment } from '../../../db/models/environment'
import { User } from '../../../db/models/user'
import { authorizedWrite } from '../access/authorized-write'
import { lockEnvironment } from '../access/lock-environment'
import type { HumanActor } from '../actor/actor'
import type { AuditAction } from '../audit/audit-actions'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { requireSecond } from '../deployments/second-person'
import type { ProtectionSet } from './environment-views'
import { accessMessages } from '../../messages/access-messages'

interface SetProtectionInput {
  id: string
  isProtected: boolean
}

/**
 * Protects an environment: what is deployed there waits until an admin other than whoever asked approves it. Protection ends when two admins
 * have asked for that; asking for protection again takes such a request back.
 *
 * @throws DomainError `forbidden` for no admin, and for one who is not another person than the first; `conflict` in a team without a second one, where nothing could be approved
 */
export const setProtection = (
  dependencies: Dependencies,
  actor: HumanActor,
  { id, isProtected }: SetProtectionInput,
): Promise<ProtectionSet> =>
  // Counts the team's admins, who must not change meanwhile.
  authorizedWrite<'admin', ProtectionSet>(
    dependencies,
    actor,
    { access: 'admin', reach: 'team' },
    async (actor) => {
      const environment = await lockEnvironment(actor, id, 'decides')
      const before = stateOf(environment)
      if (isProtected) await protect(environment)
      else await unprotect(dependencies, environment, actor)
      const after = stateOf(environment)
      await recordAudit(dependencies, actor, {
        action: actionOf(before, after),
        target: environment,
        before: { isProtected: before.isProtected },
        after: { isProtected: after.isProtected },
      })
      return { result: 'SUCCESS', isProtected: after.isProtected }
    },
  )

const stateOf = ({ isProtected, unprotectRequestedBy }: Environment) => ({
  isProtected,
  isEndRequested: unprotectRequestedBy !== null,
})

type State = ReturnType<typeof stateOf>

function actionOf(before: State, after: State): AuditAction {
  if (!after.isProtected) return 'environment.unprotect'
  return before.isProtected && after.isEndRequested ? 'environment.request-unprotect' : 'environment.protect'
}

async function protect(environment: Environment): Promise<void> {
  const admins = await User.count({ where: { teamId: environment.teamId, isAdmin: true } })
  if (admins < 2) throw new DomainError('conflict', accessMessages.oneAdmin)
  await environment.update({ isProtected: true, unprotectRequestedBy: null })
}

async function unprotect(
  dependencies: Dependencies,
  environment: Environment,
  actor: HumanActor,
): Promise<void> {
  if (!environment.isProtected) return
  const { userId, teamId } = actor
  const id = environment.unprotectRequestedBy
  // Who is an admin no more has no say.
  const other = id !== null && id !== userId && (await User.findOne({ where: { id, teamId, isAdmin: true } }))
  if (other) await requireSecond(dependencies, actor, { requestedBy: id })
  await environment.update(
    other ? { isProtected: false, unprotectRequestedBy: null } : { unprotectRequestedBy: userId },
  )
}
