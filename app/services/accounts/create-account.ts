import { randomUUID } from 'node:crypto'
import { UniqueConstraintError } from 'sequelize'
import { accountMessages } from '../../../core/account-messages'
import { isValidEmail, tidyEmail } from '../../../core/email-address'
import { maximumPersonNameLength } from '../../../core/names'
import { DomainError } from '../../../core/errors'
import { Team } from '../../../db/models/team'
import { TermsAcceptance } from '../../../db/models/terms-acceptance'
import { User } from '../../../db/models/user'
import type { Actor, AuthenticationState } from '../actor'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { once } from '../submission'
import { isAcceptablePassword } from './acceptable-password'
import { countFailure, registrationAttempt, requireAttempt } from './attempt-limit'
import { findCurrentTerms } from './get-terms'
import { sendVerificationCode } from './issue-verification-token'
import { hashPassword, isPassword } from './password'
import { readAuthenticationState } from './read-authentication-state'
import { startSession, type StartedSession } from './start-session'

export const createAccountResults = [
  'SUCCESS',
  'DUPLICATE_EMAIL',
  'INVALID_EMAIL',
  'INVALID_NAME',
  'BAD_PASSWORD',
  'OUTDATED_TERMS',
] as const
export type CreateAccountResult = (typeof createAccountResults)[number]

export interface CreateAccountInput {
  name: string
  email: string
  password: string
  acceptedTermsId: string
}

export interface CreatedAccount {
  result: CreateAccountResult
  /** With SUCCESS: the new admin is signed in and has to verify the address. */
  session?: StartedSession
  state: AuthenticationState
}

const refused = (result: CreateAccountResult): CreatedAccount => ({ result, state: 'NOT_LOGGED_IN' })

/**
 * Makes a team with its first admin, records which terms were accepted, sends the verification code and signs in.
 *
 * @throws DomainError `forbidden` while registration is closed; `throttled` when one place makes or tries many
 */
export async function createAccount(
  dependencies: Dependencies,
  actor: Actor,
  input: CreateAccountInput,
  submissionId?: string,
): Promise<CreatedAccount> {
  if (!dependencies.registrationOpen) throw new DomainError('forbidden', accountMessages.registrationClosed)
  const details = { ...input, name: input.name.trim(), email: tidyEmail(input.email) }
  const problem = await findProblem(dependencies, details)
  if (problem) return refused(problem)
  const attempt = registrationAttempt()
  await requireAttempt(dependencies, attempt, () => accountMessages.registrationFailed)
  await countFailure(dependencies, attempt)
  const passwordHash = await hashPassword(details.password)
  try {
    // Strangers share one space of keys; the address keeps theirs apart.
    const key = submissionId && `${submissionId} ${details.email.toLowerCase()}`
    const { userId } = await once(dependencies, actor, key, () =>
      insertAccount(dependencies, details, passwordHash),
    )
    const user = await User.findByPk(userId)
    // A form sent twice finds the account of the first time; whoever repeats it must still know the password.
    if (!user || !(await isPassword(details.password, user.passwordHash))) return refused('DUPLICATE_EMAIL')
    const session = await startSession(dependencies, actor, { userId })
    return { result: 'SUCCESS', session, state: await readAuthenticationState(dependencies, user) }
  } catch (failure) {
    if (failure instanceof UniqueConstraintError) return refused('DUPLICATE_EMAIL')
    throw failure
  }
}

async function findProblem(
  dependencies: Dependencies,
  { name, email, password, acceptedTermsId }: CreateAccountInput,
): Promise<CreateAccountResult | undefined> {
  if (name === '' || name.length > maximumPersonNameLength) return 'INVALID_NAME'
  if (!isValidEmail(email)) return 'INVALID_EMAIL'
  if (!isAcceptablePassword(password, { name, email })) return 'BAD_PASSWORD'
  const terms = await findCurrentTerms(dependencies)
  return terms?.id === acceptedTermsId ? undefined : 'OUTDATED_TERMS'
}

async function insertAccount(
  dependencies: Dependencies,
  { name, email, acceptedTermsId }: CreateAccountInput,
  passwordHash: string,
): Promise<{ userId: string }> {
  const now = new Date(dependencies.clock.now())
  const team = await Team.create({ id: randomUUID(), createdAt: now })
  const user = await User.create({
    id: randomUUID(),
    teamId: team.id,
    name,
    email,
    passwordHash,
    isAdmin: true,
    createdAt: now,
  })
  await recordAudit(
    dependencies,
    { kind: 'human', userId: user.id, teamId: team.id, name, email },
    { action: 'account.create', target: { id: team.id, name }, after: { email, acceptedTermsId } },
  )
  await TermsAcceptance.create({ userId: user.id, termsId: acceptedTermsId, acceptedAt: now })
  await sendVerificationCode(dependencies, user)
  return { userId: user.id }
}
