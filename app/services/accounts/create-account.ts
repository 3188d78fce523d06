import { randomUUID } from 'node:crypto'
import { DomainError } from '../../../core/errors'
import { Team } from '../../../db/models/team'
import { TermsAcceptance } from '../../../db/models/terms'
import { User } from '../../../db/models/user'
import { inTransaction } from '../../../db/transaction'
import { isValidEmail, tidyEmail } from '../../input/email-address'
import { findPersonNameFault } from '../../input/names'
import { accountMessages } from '../../messages/account-messages'
import { authorizedWrite } from '../access/authorized-write'
import { lockUser } from '../access/users'
import type { Actor, AuthenticationState } from '../actor/actor'
import { readAuthenticationState } from '../actor/authentication-state'
import { requireOpenAddress, unlessOwned } from '../addresses/open-address'
import { registeredAddressAttempt, registrationAttempt } from '../attempts/attempt-key'
import { reserveAttempt } from '../attempts/attempt-limit'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { sendVerificationCode } from '../email-verification/issue-verification-token'
import { hashPassword, isPassword } from '../password-hashing/password'
import { laneOfPlace, inLane } from '../password-hashing/password-lane'
import { isAcceptablePassword } from '../passwords/guessable-password'
import { countAuthenticatorTokens } from '../second-factor/second-factor'
import { startSession, type StartedSession } from '../sessions/start-session'
import { findCurrentTerms } from '../terms/get-terms'
import type { Message } from '../../../core/messages/declare-messages'

export const createAccountResults = [
  'SUCCESS',
  'DUPLICATE_EMAIL',
  'INVALID_EMAIL',
  'INVALID_NAME',
  'BAD_PASSWORD',
  'OUTDATED_TERMS',
] as const
type CreateAccountResult = (typeof createAccountResults)[number]

interface CreateAccountInput {
  name: string
  email: string
  password: string
  /** The password as it was typed a second time, where people type it. */
  passwordConfirmation?: string
  acceptedTermsId: string
}

interface CreatedAccount {
  /** Otherwise the first of what is wrong. */
  result: CreateAccountResult
  /** Unless SUCCESS: all that is wrong, with which field. */
  fields?: Record<string, Message>
  /** The session, with SUCCESS: the new admin is signed in and has to verify the address. */
  session?: StartedSession
  state: AuthenticationState
}

interface Fault {
  result: Exclude<CreateAccountResult, 'SUCCESS'>
  field: keyof CreateAccountInput
  message: Message
}

const refused = (faults: [Fault, ...Fault[]]): CreatedAccount => ({
  result: faults[0].result,
  fields: Object.fromEntries(faults.map(({ field, message }) => [field, message])),
  state: 'NOT_LOGGED_IN',
})

const duplicate: Fault = {
  result: 'DUPLICATE_EMAIL',
  field: 'email',
  message: accountMessages.duplicateEmail,
}

/**
 * Makes a team with its first admin, records which terms were accepted, sends the verification code and signs in.
 *
 * @throws DomainError `forbidden` while registration is closed; `throttled` when one place makes or tries many;
 * `unavailable` when too many passwords are hashed at once
 */
export async function createAccount(
  dependencies: Dependencies,
  actor: Actor,
  input: CreateAccountInput,
  submissionId?: string,
): Promise<CreatedAccount> {
  if (!dependencies.registrationOpen) throw new DomainError('forbidden', accountMessages.registrationClosed)
  return inLane(laneOfPlace(), () => register(dependencies, actor, input, submissionId))
}

async function register(
  dependencies: Dependencies,
  actor: Actor,
  input: CreateAccountInput,
  submissionId: string | undefined,
): Promise<CreatedAccount> {
  const details = { ...input, name: input.name.trim(), email: tidyEmail(input.email) }
  const [fault, ...others] = await findFaults(dependencies, details)
  if (fault) return refused([fault, ...others])
  const attempt = [...registrationAttempt(), ...registeredAddressAttempt(details.email)]
  await reserveAttempt(dependencies, attempt, () => accountMessages.registrationFailed)
  const passwordHash = await hashPassword(details.password)
  const submission = { id: submissionId, content: input }
  const made = await unlessOwned<{ userId: string } | undefined>(
    () =>
      authorizedWrite(dependencies, actor, { access: 'public', submission }, () =>
        insertAccount(dependencies, details, passwordHash),
      ),
    () => undefined,
  )
  const user = made && (await User.findByPk(made.userId))
  // A form sent twice finds the account of the first time; whoever repeats it must still know the password.
  if (!user || !(await isPassword(details.password, user.passwordHash))) return refused([duplicate])
  return inTransaction(dependencies.sequelize, () => openSession(dependencies, actor, user))
}

/** Opens the session of an admin who registered before, in a transaction of its own. `verified` is how they were when the password was looked at. */
async function openSession(
  dependencies: Dependencies,
  actor: Actor,
  verified: User,
): Promise<CreatedAccount> {
  const user = await lockUser(verified)
  // Of an account that is in use already, an old form is no way in.
  const isFresh =
    user?.passwordHash === verified.passwordHash && (await countAuthenticatorTokens(user.id)) === 0
  if (!isFresh) return refused([duplicate])
  const session = await startSession(dependencies, actor, { user })
  return { result: 'SUCCESS', session, state: await readAuthenticationState(dependencies, user) }
}

/** Faults of the input, one at most for each field. */
async function findFaults(
  dependencies: Dependencies,
  { name, email, password, passwordConfirmation, acceptedTermsId }: CreateAccountInput,
): Promise<Fault[]> {
  const faults: Fault[] = []
  const nameFault = findPersonNameFault(name)
  if (nameFault !== undefined) faults.push({ result: 'INVALID_NAME', field: 'name', message: nameFault })
  if (!isValidEmail(email)) {
    const message = email === '' ? accountMessages.emailMissing : accountMessages.invalidEmail(email)
    faults.push({ result: 'INVALID_EMAIL', field: 'email', message })
  }
  if (!isAcceptablePassword(password, { name, email }))
    faults.push({
      result: 'BAD_PASSWORD',
      field: 'password',
      message: password === '' ? accountMessages.passwordMissing : accountMessages.badPassword,
    })
  if (passwordConfirmation !== undefined && passwordConfirmation !== password)
    faults.push({
      result: 'BAD_PASSWORD',
      field: 'passwordConfirmation',
      message:
        passwordConfirmation === ''
          ? accountMessages.passwordConfirmationMissing
          : accountMessages.passwordMismatch,
    })
  const terms = await findCurrentTerms(dependencies)
  if (terms?.id !== acceptedTermsId)
    faults.push({
      result: 'OUTDATED_TERMS',
      field: 'acceptedTermsId',
      message: acceptedTermsId === '' ? accountMessages.termsNotAccepted : accountMessages.termsOutdated,
    })
  return faults
}

async function insertAccount(
  dependencies: Dependencies,
  { name, email, acceptedTermsId }: CreateAccountInput,
  passwordHash: string,
): Promise<{ userId: string }> {
  await requireOpenAddress(dependencies, email)
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

/** The content of the registration page: whether it is open, and the terms to accept. */
export async function getRegistration({ registrationOpen, clock }: Dependencies) {
  const terms = await findCurrentTerms({ clock })
  return { isOpen: registrationOpen && terms !== null, currentTermsId: terms?.id ?? '' }
}
