import type { Sequelize } from 'sequelize'
import type { AuthenticatorToken } from '../models/authenticator-token'
import { select, selectFirst } from '../sql'

const selectActive = `
  SELECT id, created_at AS "createdAt", last_used_at AS "lastUsedAt" FROM authenticator_tokens
  WHERE user_id = $1 AND activated_at IS NOT NULL ORDER BY created_at DESC, id`

/** A person's authenticator apps in use, newest first. */
export const listAuthenticators = (sequelize: Sequelize, userId: string) =>
  select<Pick<AuthenticatorToken, 'id' | 'createdAt' | 'lastUsedAt'>>(sequelize, selectActive, [userId])

const countCodes = 'SELECT count(*)::integer AS "left" FROM recovery_codes WHERE user_id = $1'

export const countRecoveryCodes = async (sequelize: Sequelize, userId: string): Promise<number> =>
  (await selectFirst<{ left: number }>(sequelize, countCodes, [userId]))?.left ?? 0
