import { randomUUID } from 'node:crypto'
import type { FieldErrors } from '../../../core/errors'
import { User } from '../../../db/models/user'
import { isValidEmail, tidyEmail } from '../../input/email-address'
import { findPersonNameFault } from '../../input/names'
import { invitationMail } from '../../mail/invitation-mail'
import { accountMessages } from '../../messages/account-messages'
import type { HumanActor } from '../actor/actor'
import { requireOpenAddress, unlessOwned } from '../addresses/open-address'
import { invitationAttempt } from '../attempts/attempt-key'
import { reserveAttempt } from '../attempts/attempt-limit'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { queueMail } from '../mail/queue-mail'
import { hashPassword } from '../password-hashing/password'
import { laneOfUser } from '../password-hashing/password-lane'
import { isAcceptablePassword } from '../passwords/acceptable-password'
import { lastingWrite } from '../passwords/lasting-write'
import { requireRoom } from '../quotas/quotas'

export const createHumanUserResults = ['SUCCESS', 'DUPLICATE_EMAIL', 'FAILURE'] as const

interface CreateHumanUserInput {
  name: string
  email: string
  password: string
  /** The password as it was typed a second time, where people type it. */
  passwordConfirmation?: string
  /** The actor's own; may be absent soon after logging in. */
  currentPassword?: string
}

interface HumanUserCreated {
  result: (typeof createHumanUserResults)[number]
  /** Id of the new person, with SUCCESS. */
  id?: string
  /** The faults by field, with FAILURE. */
  fields?: FieldErrors
}

/**
 * Adds a person to the actor's team, no admin yet. At the first login they verify their e-mail address and replace the
 * password, which the admin knows.
 *
 * @throws DomainError as `lastingWrite`; `throttled` when a team adds or tries many
 */
export async function createHumanUser(
  dependencies: Dependencies,
  actor: HumanActor,
  { currentPassword, ...input }: CreateHumanUserInput,
  submissionId?: string,
): Promise<HumanUserCreated> {
  const details = { name: input.name.trim(), email: tidyEmail(input.email) }
  const fields = findFaults({ ...input, ...details })
  if (Object.keys(fields).length > 0) return { result: 'FAILURE', fields }
  await reserveAttempt(dependencies, invitationAttempt(actor.teamId), accountMessages.humanUsersThrottled)
  const passwordHash = await hashPassword(input.password, laneOfUser(actor.userId))
  const submission = { id: submissionId, content: input }
  const write = { access: 'admin', reach: 'team', submission, currentPassword } as const
  return unlessOwned<HumanUserCreated>(
    () =>
      lastingWrite<HumanUserCreated>(dependencies, actor, write, async (actor) => ({
        result: 'SUCCESS',
        id: await insertUser(dependencies, actor, { ...details, passwordHash }),
      })),
    () => ({ result: 'DUPLICATE_EMAIL' }),
  )
}

function findFaults({
  name,
  email,
  password,
  passwordConfirmation = password,
}: CreateHumanUserInput): FieldErrors {
  const nameFault = findPersonNameFault(name)
  return {
    ...(nameFault !== undefined && { name: nameFault }),
    ...(!isValidEmail(email) && {
      email: email === '' ? accountMessages.emailMissing : accountMessages.invalidEmail(email),
    }),
    ...(!isAcceptablePassword(password, { name, email }) && { password: accountMessages.badPassword.text }),
    ...(passwordConfirmation !== password && { passwordConfirmation: accountMessages.passwordMismatch }),
  }
}

async function insertUser(
  dependencies: Dependencies,
  actor: HumanActor,
  columns: { name: string; email: string; passwordHash: string },
): Promise<string> {
  await requireOpenAddress(dependencies, columns.email, actor.teamId)
  requireRoom(dependencies, 'people', await User.count({ where: { teamId: actor.teamId } }))
  const user = await User.create({
    id: randomUUID(),
    teamId: actor.teamId,
    ...columns,
    isAdmin: false,
    forcePasswordChange: true,
    createdAt: new Date(dependencies.clock.now()),
  })
  const { email } = user
  await recordAudit(dependencies, actor, {
    action: 'user.create',
    target: user,
    after: { email, isAdmin: false },
  })
  const { publicUrl } = dependencies
  await queueMail(dependencies, email, invitationMail({ invitedBy: actor.email, publicUrl }))
  return user.id
}
