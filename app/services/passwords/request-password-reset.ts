import { randomUUID } from 'node:crypto'
import { PasswordResetRequest } from '../../../db/models/password-reset'
import { success, type Success } from '../answers/success'
import { resetAttempt } from '../attempts/attempt-key'
import { reserveAttempt } from '../attempts/attempt-limit'
import type { Dependencies } from '../dependencies'
import { sealResetAddress } from './password-reset'

/**
 * Notes that somebody wants a link to set a new password for `email`. Whether that is anybody's is looked for later and by
 * somebody else (`sendPasswordResets`), so that neither this answer nor what is asked next takes longer for an address that is.
 *
 * @throws DomainError `throttled` when one place asks too often
 */
export async function requestPasswordReset(
  dependencies: Dependencies,
  { email }: { email: string },
): Promise<Success> {
  await reserveAttempt(dependencies, resetAttempt())
  const id = randomUUID()
  await PasswordResetRequest.create({
    id,
    address: sealResetAddress(dependencies, id, email),
    createdAt: new Date(dependencies.clock.now()),
  })
  return success
}
