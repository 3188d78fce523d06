import { z } from 'zod'
import type { IntegrationToken } from '../../../db/models/integration-token'
import type { User } from '../../../db/models/user'
import { authenticationStates, type HumanActor } from '../actor/actor'
import { nextCursorSchema } from '../answers/pages'

const humanUserSchema = z.object({
  id: z.string(),
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  isAdmin: z.boolean(),
  isSelf: z.boolean(),
  state: z.enum(authenticationStates),
})
export type HumanUserJson = z.infer<typeof humanUserSchema>

export const toHumanUserJson = (
  user: Pick<User, 'id' | 'name' | 'email' | 'isAdmin'>,
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

const integrationUserSchema = z.object({
  id: z.string(),
  name: z.string(),
  tokens: z.array(tokenSchema),
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
