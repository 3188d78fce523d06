import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { World } from '../world'

/** Owner and end of session credentials. */
interface SessionIdentity {
  accountNumber: string
  roleName: string
  expirationEpoch: number
}

export interface MintedCredentials extends SessionIdentity {
  accessKeyId: string
  secretAccessKey: string
  sessionToken: string
}

const identitySchema = z.object({
  accountNumber: z.string(),
  roleName: z.string(),
  expirationEpoch: z.number(),
})

/** Credentials say themselves whose they are, sealed with a secret of the cloud: they stay good when the cloud is started again. */
export function mintCredentials(world: World, identity: SessionIdentity): MintedCredentials {
  const payload = Buffer.from(JSON.stringify(identity)).toString('base64url')
  const sessionToken = `${payload}.${seal(world, 'token', payload)}`
  const accessKeyId = `ASIA${seal(world, 'key', sessionToken)
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, 16)
    .toUpperCase()}`
  return { ...identity, accessKeyId, secretAccessKey: seal(world, 'secret', sessionToken), sessionToken }
}

/** The owner of a session token; undefined for one that was not minted here, or has expired. */
export function identify(world: World, sessionToken: string): SessionIdentity | undefined {
  const [payload = '', signature = ''] = sessionToken.split('.')
  if (!isSame(signature, seal(world, 'token', payload))) return undefined
  const identity = identitySchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')))
  return identity.expirationEpoch > world.clock.now() ? identity : undefined
}

function seal({ state }: World, purpose: string, text: string): string {
  state.credentialSecret ??= randomBytes(32).toString('base64')
  return createHmac('sha256', state.credentialSecret).update(`${purpose} ${text}`).digest('base64url')
}

const isSame = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
