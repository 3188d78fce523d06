import { randomUUID } from 'node:crypto'
import { accountMessages } from '../../../core/account-messages'
import { isValidEmail, tidyEmail } from '../../../core/email-address'
import type { FieldErrors } from '../../../core/errors'
import { maximumPersonNameLength, nameTooLong } from '../../../core/names'
import { User } from '../../../db/models/user'
import { invitationMail } from '../../mail/invitation-mail'
import { isAcceptablePassword } from '../accounts/acceptable-password'
import { countFailure, invitationAttempt, requireAttempt } from '../accounts/attempt-limit'
import { hashPassword } from '../accounts/password'
import type { HumanActor } from '../actor'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { queueMail } from '../mail/queue-mail'
import { requireAdmin } from '../require-admin'
import { once } from '../submission'
import { orWhenTaken } from '../unique-violation'

export const createHumanUserResults = ['SUCCESS', 'DUPLICATE_EMAIL', 'FAILURE'] as const

export interface CreateHumanUserInput {
  name: string
  email: string
  password: string
}

export interface HumanUserCreated {
  result: (typeof createHumanUserResults)[number]
  /** With SUCCESS. */
  id?: string
  /** With FAILURE: what is wrong with which field. */
  fields?: FieldErrors
}

/**
 * Adds a person to the actor's team, no admin yet. At the first login they verify their e-mail address and replace the
 * password, which the admin knows.
 *
 * @throws DomainError `throttled` when a team adds or tries many
 */
export async function createHumanUser(
  dependencies: Dependencies,
  actor: HumanActor,
  input: CreateHumanUserInput,
  submissionId?: string,
): Promise<HumanUserCreated> {
  requireAdmin(actor)
  const details = { name: input.name.trim(), email: tidyEmail(input.email) }
  const fields = findFaults({ ...details, password: input.password })
  if (Object.keys(fields).length > 0) return { result: 'FAILURE', fields }
  const attempt = invitationAttempt(actor.teamId)
  await requireAttempt(dependencies, attempt, accountMessages.humanUsersThrottled)
  await countFailure(dependencies, attempt)
  const passwordHash = await hashPassword(input.password)
  return orWhenTaken<HumanUserCreated>(
    () =>
      once<HumanUserCreated>(dependencies, actor, submissionId, async () => ({
        result: 'SUCCESS',
        id: await insertUser(dependencies, actor, { ...details, passwordHash }),
      })),
    { users_email: () => ({ result: 'DUPLICATE_EMAIL' }) },
  )
}

function findFaults({ name, email, password }: CreateHumanUserInput): FieldErrors {
  return {
    ...(name === '' && { name: accountMessages.invalidName }),
    ...(name.length > maximumPersonNameLength && { name: nameTooLong(maximumPersonNameLength) }),
    ...(!isValidEmail(email) && {
      email: email === '' ? accountMessages.emailMissing : accountMessages.invalidEmail(email),
    }),
    ...(!isAcceptablePassword(password, { name, email }) && { password: accountMessages.badPassword }),
  }
}

async function insertUser(
  dependencies: Dependencies,
  actor: HumanActor,
  columns: { name: string; email: string; passwordHash: string },
): Promise<string> {
  const user = await User.create({
    id: randomUUID(),
    teamId: actor.teamId,
    ...columns,
    isAdmin: false,
    forcePasswordChange: true,
    createdAt: new Date(dependencies.clock.now()),
  })
  const { name, email } = user
  await recordAudit(dependencies, actor, {
    action: 'user.create',
    target: user,
    after: { email, isAdmin: false },
  })
  const { publicUrl } = dependencies
  await queueMail(dependencies, email, invitationMail({ name, invitedBy: actor.name, publicUrl }))
  return user.id
}
