import { Op } from 'sequelize'
import { z } from 'zod'
import { DomainError, invalid } from '../../../core/errors'
import { DeviceLogin } from '../../../db/models/device-login'
import { deviceLoginMessages } from '../../messages/device-login-messages'
import { authorizedWrite } from '../access/authorized-write'
import type { HumanActor } from '../actor/actor'
import { userCodeAttempt } from '../attempts/attempt-key'
import { giveBack, reserveAttempt } from '../attempts/attempt-limit'
import type { Dependencies } from '../dependencies'
import { hashesOfUserCode, readUserCode } from './user-code'
import { toRequest } from './waiting-login'

export const deviceLoginRequestSchema = z.object({
  id: z.string(),
  /** Address that the command line asks from. */
  address: z.string(),
  /** How it calls itself, which nobody has checked. */
  userAgent: z.string(),
  createdEpoch: z.int(),
})
type DeviceLoginRequest = z.infer<typeof deviceLoginRequestSchema>

/**
 * Finds the command line that waits with the code `typed`, and makes it the actor's to decide about: nobody else sees it from then on. What
 * the page is called by afterwards is the id, which nobody guesses.
 *
 * @throws DomainError `invalid` at the field `code` where none waits with it; `throttled` after many of those
 */
export async function claimDeviceLogin(
  dependencies: Dependencies,
  actor: HumanActor,
  typed: string,
): Promise<DeviceLoginRequest> {
  const reserved = await reserveAttempt(dependencies, userCodeAttempt(actor.userId))
  try {
    const code = readUserCode(typed)
    if (code === undefined) throw unknownCode()
    const claimed = await claim(dependencies, actor, code)
    await giveBack(dependencies, reserved)
    return claimed
  } catch (failure) {
    const isWrong = failure instanceof DomainError && failure.code === 'invalid'
    if (!isWrong) await giveBack(dependencies, reserved)
    throw failure
  }
}

const claim = (dependencies: Dependencies, actor: HumanActor, code: string): Promise<DeviceLoginRequest> =>
  authorizedWrite(dependencies, actor, { access: 'member', reach: 'own-login' }, async ({ userId }) => {
    const waiting = await DeviceLogin.findOne({
      where: {
        userCodeHash: hashesOfUserCode(dependencies, code),
        state: 'pending',
        expiresAt: { [Op.gt]: new Date(dependencies.clock.now()) },
      },
      lock: true,
    })
    if (!waiting || (waiting.userId !== null && waiting.userId !== userId)) throw unknownCode()
    await waiting.update({ userId })
    return toRequest(waiting)
  })

function unknownCode(): DomainError {
  const message = deviceLoginMessages.codeUnknown
  return invalid(message, { code: message })
}
