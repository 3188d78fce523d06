import { generateSync } from 'otplib'
import type { HumanActor } from '../../app/services/actor/actor'
import { builtPassword, type buildAccountServices } from './accounts'
import { createServices } from '../../app/services/services'

/** The code that an authenticator app with the key `secret` shows at `epoch` in milliseconds. */
export const codeAt = (secret: string, epoch: number): string =>
  generateSync({ secret, epoch: Math.floor(epoch / 1000) })

type Bench = Pick<ReturnType<typeof buildAccountServices>, 'clock' | 'dependencies'>

/** Gives `actor` a second factor, whose first code was used to activate it, and recovery codes with the first one. */
export async function buildAuthenticator({ clock, dependencies }: Bench, actor: HumanActor) {
  const secondFactor = createServices(dependencies).secondFactor
  const { secretId, code: secret } = await secondFactor.createAuthenticatorToken(actor)
  const code = (epoch = clock.now()) => codeAt(secret, epoch)
  const { isActive, recoveryCodes } = await secondFactor.activateAuthenticatorToken(actor, {
    id: secretId,
    token: code(),
    currentPassword: builtPassword,
    showsRecoveryCodes: true,
  })
  if (!isActive) throw new Error('The authenticator token was not activated.')
  return { id: secretId, code, recoveryCodes }
}
