import { Invitation } from '../../../db/models/password-reset'
import { User } from '../../../db/models/user'
import { inTransaction } from '../../../db/transaction'
import { lockUser } from '../access/users'
import { isProvedByAnother } from '../addresses/open-address'
import { removeRivals } from '../addresses/remove-claims'
import { mailboxAttempt } from '../attempts/attempt-key'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { orWhenTaken } from '../failures/unique-violation'
import { hashPassword, isPassword } from '../password-hashing/password'
import { laneOfUser } from '../password-hashing/password-lane'
import type { Lane } from '../password-hashing/password-queue'
import {
  checkSecondFactor,
  isPassed,
  type AuthenticationTokenResult,
  type TypedCode,
} from '../second-factor/second-factor'
import { attemptLogin, type Verdict } from '../signing-in/login-attempt'
import { recordFailedLogin } from '../signing-in/record-failed-login'
import { isAcceptablePassword } from './guessable-password'
import { findInvitation } from './invitation'
import { findReset } from './password-reset'
import { storePassword } from './store-password'

export const forgottenPasswordResults = ['SUCCESS', 'PASSWORD_INVALID', 'TOKEN_EXPIRED'] as const

interface ForgottenPasswordInput {
  /** The token of the mailed link, for a new password or of an invitation; works once. */
  forgotToken: string
  newPassword: string
  /** Code of the second factor or a recovery code, for who has them: a mailbox alone does not get past them. */
  authenticationToken?: string
}

interface ForgottenPasswordChange {
  /** About token and password alone. */
  result: (typeof forgottenPasswordResults)[number]
  /** About the second factor; the password is set when both agree. */
  tokenResult: AuthenticationTokenResult
  /** When it was a recovery code that was accepted: how many there still are. */
  recoveryCodesLeft?: number
}

const answer = (
  result: ForgottenPasswordChange['result'],
  tokenResult: AuthenticationTokenResult = 'AUTHENTICATION_TOKEN_NOT_NEEDED',
): ForgottenPasswordChange => ({ result, tokenResult })

/**
 * Sets a new password by the link of a mail and logs out everything that the old one had logged in. Who was invited proves their address
 * with it: nobody else has seen the link.
 *
 * @throws DomainError `throttled` after too many wrong codes; `unavailable` when too many passwords are to be hashed at once
 */
export async function setForgottenPassword(
  dependencies: Dependencies,
  { forgotToken, newPassword, authenticationToken }: ForgottenPasswordInput,
): Promise<ForgottenPasswordChange> {
  const link = await findLink(dependencies, forgotToken)
  const owner = link && (await User.findByPk(link.userId))
  if (!owner) return answer('TOKEN_EXPIRED')
  if (!isAcceptablePassword(newPassword, owner)) return answer('PASSWORD_INVALID')
  const change = await attemptLogin(dependencies, {
    email: owner.email,
    keys: mailboxAttempt(owner.id),
    lane: laneOfUser(owner.id),
    run: async ({ browser, lane }) => {
      if (await isGivenOne(owner, newPassword, lane)) return answer('PASSWORD_INVALID')
      const passwordHash = await hashPassword(newPassword, lane)
      const code = { typed: authenticationToken, proof: 'mailbox', browser } as const
      return orWhenTaken(
        () =>
          inTransaction(dependencies.sequelize, () =>
            setPassword(dependencies, { forgotToken, owner, passwordHash, code }),
          ),
        // Somebody else proved the address at the same moment.
        { users_proved_email: () => answer('TOKEN_EXPIRED') },
      )
    },
    verdictOn: verdictOnChange,
  })
  if (change.tokenResult === 'AUTHENTICATION_TOKEN_REJECTED')
    recordFailedLogin(dependencies, owner, 'second factor')
  return change
}

async function findLink(dependencies: Dependencies, token: string) {
  const reset = await findReset(dependencies, token)
  return reset ?? (await findInvitation(dependencies, token))
}

function verdictOnChange({ result, tokenResult }: ForgottenPasswordChange): Verdict {
  if (tokenResult === 'AUTHENTICATION_TOKEN_REJECTED') return 'wrong'
  return result === 'SUCCESS' && isPassed(tokenResult) ? 'right' : 'undecided'
}

/** Whether it is the password that somebody else chose for `owner`, and knows. */
const isGivenOne = async (
  { forcePasswordChange, passwordHash }: User,
  newPassword: string,
  lane: Lane,
): Promise<boolean> => forcePasswordChange && (await isPassword(newPassword, passwordHash, lane))

/** Checks the code and stores the password in one transaction, so that a code is used up by nothing but the change that it was typed for. */
async function setPassword(
  dependencies: Dependencies,
  {
    forgotToken,
    owner,
    passwordHash,
    code,
  }: { forgotToken: string; owner: User; passwordHash: string; code: TypedCode },
): Promise<ForgottenPasswordChange> {
  const user = await lockUser(owner)
  // Again: while the password was hashed it may have been used, replaced by another one, or become too old.
  const now = new Date(dependencies.clock.now())
  const link = await findLink(dependencies, forgotToken)
  if (!user || link?.userId !== owner.id) return answer('TOKEN_EXPIRED')
  const isProof = link instanceof Invitation && !user.verifiedAt
  if (isProof && (await isProvedByAnother(dependencies, user))) return answer('TOKEN_EXPIRED')
  const { tokenResult, recoveryCodesLeft } = await checkSecondFactor(dependencies, user, code)
  if (!isPassed(tokenResult)) return answer('SUCCESS', tokenResult)
  await storePassword(dependencies, user, passwordHash, isProof ? { provedAt: now } : {})
  if (isProof) await recordProof(dependencies, user)
  return { ...answer('SUCCESS', tokenResult), recoveryCodesLeft }
}

/** Everybody else who said that the address is theirs loses it to `user`, who proved it. */
async function recordProof(dependencies: Dependencies, user: User): Promise<void> {
  const { id: userId, teamId, name, email } = user
  await removeRivals(dependencies, user)
  await recordAudit(
    dependencies,
    { kind: 'human', userId, teamId, name, email },
    { action: 'user.verify', target: user },
  )
}
