import { firstFaults, type FieldErrors } from '../../../core/errors'
import { randomUUID } from 'node:crypto'
import type { Message } from '../../../core/messages/declare-messages'
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
import { isAcceptablePassword } from '../passwords/guessable-password'
import { sendInvitation } from '../passwords/invitation'
import { lastingWrite } from '../passwords/lasting-write'
import { requireRoom } from '../quotas/quotas'
import { createSecretToken } from '../secrets/secret-token'

export const createHumanUserResults = ['SUCCESS', 'DUPLICATE_EMAIL', 'FAILURE'] as const

interface CreateHumanUserInput {
  name: string
  email: string
  /** Absent or empty for an invitation. */
  password?: string
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
 * Adds a person to the actor's team, no admin yet. Without a password they are mailed an invitation, by which they choose one. With one,
 * which the admin knows, they verify their e-mail address and replace it at the first login.
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
  if (Object.keys(fields).length > 0) return { result: 'FAILURE', fields: firstFaults(fields).fields }
  await reserveAttempt(dependencies, invitationAttempt(actor.teamId), accountMessages.humanUsersThrottled)
  const isInvited = !input.password
  // Nobody knows the password of who is invited: it only holds the place of the one that they choose.
  const password = input.password || createSecretToken()
  const passwordHash = await hashPassword(password, laneOfUser(actor.userId))
  const submission = { id: submissionId, content: input }
  const write = { access: 'admin', reach: 'team', submission, currentPassword } as const
  return unlessOwned<HumanUserCreated>(
    () =>
      lastingWrite<HumanUserCreated>(dependencies, actor, write, async (actor) => ({
        result: 'SUCCESS',
        id: await insertUser(dependencies, actor, { ...details, passwordHash }, isInvited),
      })),
    () => ({ result: 'DUPLICATE_EMAIL' }),
  )
}

function findFaults({
  name,
  email,
  password = '',
  passwordConfirmation = password,
}: CreateHumanUserInput): Record<string, Message> {
  const nameFault = findPersonNameFault(name)
  return {
    ...(nameFault !== undefined && { name: nameFault }),
    ...(!isValidEmail(email) && {
      email: email === '' ? accountMessages.emailMissing : accountMessages.invalidEmail(email),
    }),
    ...(password !== '' &&
      !isAcceptablePassword(password, { name, email }) && { password: accountMessages.badPassword }),
    ...(passwordConfirmation !== password && { passwordConfirmation: accountMessages.passwordMismatch }),
  }
}

async function insertUser(
  dependencies: Dependencies,
  actor: HumanActor,
  columns: { name: string; email: string; passwordHash: string },
  isInvited: boolean,
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
    after: { email, isAdmin: false, isInvited },
  })
  const { publicUrl } = dependencies
  if (isInvited) await sendInvitation(dependencies, actor, user)
  else await queueMail(dependencies, email, invitationMail({ invitedBy: actor.email, publicUrl }))
  return user.id
}
