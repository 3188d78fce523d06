import { literal, type Sequelize } from 'sequelize'
import type { User } from '../models/user'
import { select, selectFirst } from '../sql'

/** Whether anybody else is in the team of the user `u`: who registered is alone until the address is proved, who was added never is. */
const hasColleagues = (u: string) =>
  `EXISTS (SELECT FROM users colleague WHERE colleague.team_id = ${u}.team_id AND colleague.id <> ${u}.id)`

/** Whether the user `u` has shown that the mailbox is theirs; in a session alone while somebody else knows the password. */
const hasProved = (u: string) =>
  `(${u}.verified_at IS NOT NULL OR EXISTS (SELECT FROM sessions s WHERE s.user_id = ${u}.id AND s.verified_at IS NOT NULL))`

/**
 * An order of those who say that one address is theirs: whoever proved it, then those whom a team added, for they can only log in,
 * while who registered has the session of that, and then the newest.
 */
const orderOfClaims = (u: string) =>
  `${u}.verified_at IS NULL, NOT ${hasColleagues(u)}, ${u}.created_at DESC, ${u}.id`

/** The same for those whom Sequelize finds. */
export const firstClaim = literal(orderOfClaims('"User"'))

const selectOwner = `
  SELECT u.id FROM users u WHERE lower(u.email) = lower($1) AND (${hasProved('u')} OR u.team_id = $2) LIMIT 1`

/** The person who proved the address `email`, however it is written, or is in the team with it. */
export const findAddressOwner = (sequelize: Sequelize, email: string, teamId?: string) =>
  selectFirst<{ id: string }>(sequelize, selectOwner, [email, teamId ?? null])

/** A person who has not proved the address. */
export type Claim = Pick<User, 'id' | 'teamId' | 'name' | 'email'> & { hasColleagues: boolean }

// Nobody who proves the address at this very moment: they hold their row.
const selectClaims = (where: string) => `
  SELECT u.id, u.team_id AS "teamId", u.name, u.email, ${hasColleagues('u')} AS "hasColleagues"
  FROM users u JOIN teams t ON t.id = u.team_id
  WHERE ${where} AND NOT ${hasProved('u')} ORDER BY u.created_at, u.id`
const andLock = 'FOR UPDATE OF u, t SKIP LOCKED'

const selectRivals = `${selectClaims('lower(u.email) = lower($1) AND u.id <> $2')} ${andLock}`

/** The others who said that `email` is theirs, with their teams, locked until the transaction ends. Who is writing just then is left out. */
export const lockRivals = (sequelize: Sequelize, email: string, id: string) =>
  select<Claim>(sequelize, selectRivals, [email, id])

const isInvited = `EXISTS (SELECT FROM invitations i WHERE i.user_id = u.id AND i.expires_at > $4)`
const selectStale = `${selectClaims(
  `u.created_at <= CASE WHEN ${hasColleagues('u')} THEN $2::timestamptz ELSE $1::timestamptz END AND NOT ${isInvited}`,
)} LIMIT $3 ${andLock}`

/** Who registered until `registered`, or was added until `added`, has not proved the address since and has no invitation at `now`; locked as above. */
export const lockStaleClaims = (
  sequelize: Sequelize,
  { registered, added, now, limit }: { registered: Date; added: Date; now: Date; limit: number },
) => select<Claim>(sequelize, selectStale, [registered, added, limit, now])
