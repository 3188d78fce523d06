import { z } from 'zod'
import type { IntegrationToken, IntegrationTrust } from '../../../db/models/integration-user'
import type { User } from '../../../db/models/user'
import { authenticationStates, type HumanActor } from '../actor/actor'
import { nextCursorSchema } from '../answers/pages'
import type { Dependencies } from '../dependencies'

const humanUserSchema = z.object({
  id: z.string(),
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  isAdmin: z.boolean(),
  isSelf: z.boolean(),
  state: z.enum(authenticationStates),
  /** When the invitation that they did not use yet expires; null for who has none. */
  invitationExpirationEpoch: z.int().nullable(),
})
export type HumanUserJson = z.infer<typeof humanUserSchema>

export const toHumanUserJson = (
  user: Pick<User, 'id' | 'name' | 'email' | 'isAdmin'> & { invitedUntil: Date | null },
  actor: HumanActor,
  state: HumanActor['state'],
): HumanUserJson => ({
  id: user.id,
  userId: user.id,
  name: user.name,
  email: user.email,
  isAdmin: user.isAdmin,
  isSelf: user.id === actor.userId,
  state,
  invitationExpirationEpoch: user.invitedUntil?.getTime() ?? null,
})

const tokenSchema = z.object({
  id: z.string(),
  maskedToken: z.string(),
  createdEpoch: z.int(),
  expirationEpoch: z.int(),
  /** When it last logged in; null for never. */
  lastUsedEpoch: z.int().nullable(),
})
export type TokenJson = z.infer<typeof tokenSchema>

export const toTokenJson = (
  token: Pick<IntegrationToken, 'id' | 'maskedToken' | 'createdAt' | 'expiresAt' | 'lastUsedAt'>,
): TokenJson => ({
  id: token.id,
  maskedToken: token.maskedToken,
  createdEpoch: token.createdAt.getTime(),
  expirationEpoch: token.expiresAt.getTime(),
  lastUsedEpoch: token.lastUsedAt?.getTime() ?? null,
})

const trustSchema = z.object({
  id: z.string(),
  /** The `iss` of its tokens, and what that is called. */
  issuer: z.string(),
  issuerName: z.string(),
  /** Whether the operator of SDO still takes tokens of the issuer. */
  isIssuerTaken: z.boolean(),
  /** With `*` for any characters of one part. */
  subjectPattern: z.string(),
  audience: z.string(),
  environment: z.string().nullable(),
  createdEpoch: z.int(),
  /** When an identity last logged in by it, and which; null for never. */
  lastUsedEpoch: z.int().nullable(),
  lastSubject: z.string().nullable(),
})
export type TrustJson = z.infer<typeof trustSchema>

type Trust = Pick<
  IntegrationTrust,
  'id' | 'issuer' | 'subject' | 'audience' | 'environment' | 'createdAt' | 'lastUsedAt' | 'lastSubject'
>

export function toTrustJson(
  { identities, publicUrl }: Pick<Dependencies, 'identities' | 'publicUrl'>,
  trust: Trust,
): TrustJson {
  const issuer = identities.issuers.find(({ address }) => address === trust.issuer)
  return {
    id: trust.id,
    issuer: trust.issuer,
    issuerName: issuer?.name ?? trust.issuer,
    isIssuerTaken: issuer !== undefined,
    subjectPattern: trust.subject,
    audience: trust.audience ?? publicUrl,
    environment: trust.environment,
    createdEpoch: trust.createdAt.getTime(),
    lastUsedEpoch: trust.lastUsedAt?.getTime() ?? null,
    lastSubject: trust.lastSubject,
  }
}

const integrationUserSchema = z.object({
  id: z.string(),
  name: z.string(),
  tokens: z.array(tokenSchema),
  trusts: z.array(trustSchema),
})
export type IntegrationUserJson = z.infer<typeof integrationUserSchema>

export const userListSchema = z.object({
  humanUsers: z.array(humanUserSchema),
  /** Where the people go on; the integration users are there in every part. */
  nextCursor: nextCursorSchema,
  integrationUsers: z.array(integrationUserSchema),
  showAdminControls: z.boolean(),
  /** When this was said, by the server's clock: a token is expired when its expiry is not after it. */
  nowEpoch: z.int(),
})
export type UserList = z.infer<typeof userListSchema>
