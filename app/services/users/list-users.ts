import { z } from 'zod'
import { select } from '../../../db/select'
import type { HumanActor } from '../actor/actor'
import { authenticationStateOf } from '../actor/authentication-state'
import { hasAcceptedTerms, joinTermsInForce } from '../actor/terms-in-force'
import { pageOf, type Page, type PageRequest } from '../answers/pages'
import { byName, byText } from '../answers/sorting'
import type { Dependencies } from '../dependencies'
import { toHumanUserJson, toTokenJson, type UserList } from './user-views'

interface PersonRow {
  id: string
  name: string
  email: string
  isAdmin: boolean
  verifiedAt: Date | null
  forcePasswordChange: boolean
  hasAcceptedTerms: boolean
}

interface TokenRow {
  id: string
  integrationUserId: string
  maskedToken: string
  createdAt: Date
  expiresAt: Date
  lastUsedAt: Date | null
}

const selectPeople = `
  SELECT u.id, u.name, u.email, u.is_admin AS "isAdmin", u.verified_at AS "verifiedAt",
    u.force_password_change AS "forcePasswordChange", ${hasAcceptedTerms} AS "hasAcceptedTerms"
  FROM users u ${joinTermsInForce}
  WHERE u.team_id = $2`

const selectIntegrations = 'SELECT id, name FROM integration_users WHERE team_id = $1 ORDER BY name'

const selectTokens = `
  SELECT t.id, t.integration_user_id AS "integrationUserId", t.masked_token AS "maskedToken", t.created_at AS "createdAt",
    t.expires_at AS "expiresAt", t.last_used_at AS "lastUsedAt"
  FROM integration_tokens t JOIN integration_users i ON i.id = t.integration_user_id
  WHERE i.team_id = $1 ORDER BY t.created_at`

const keySchema = z.object({ name: z.string(), email: z.string() })

const byEmail = byText((row: { email: string }) => row.email)
const byNameAndEmail = (a: z.infer<typeof keySchema>, b: z.infer<typeof keySchema>) =>
  byName(a, b) || byEmail(a, b)

/** The people of the actor's team, a part at a time, and its integrations, by name. @throws DomainError `invalid` for a cursor of another list */
export async function listUsers(
  { sequelize, clock }: Dependencies,
  actor: HumanActor,
  page: PageRequest = {},
): Promise<UserList & Omit<Page<unknown>, 'rows'>> {
  const [people, integrations, tokens] = await Promise.all([
    select<PersonRow>(sequelize, selectPeople, [new Date(clock.now()), actor.teamId]),
    select<{ id: string; name: string }>(sequelize, selectIntegrations, [actor.teamId]),
    select<TokenRow>(sequelize, selectTokens, [actor.teamId]),
  ])
  const { rows, ...rest } = pageOf(people.sort(byNameAndEmail), page, byNameAndEmail, keySchema)
  return {
    ...rest,
    humanUsers: rows.map((person) => toHumanUserJson(person, actor, authenticationStateOf(person))),
    integrationUsers: integrations.map(({ id, name }) => ({
      id,
      name,
      tokens: tokens.filter(({ integrationUserId }) => integrationUserId === id).map(toTokenJson),
    })),
    showAdminControls: actor.isAdmin,
    nowEpoch: clock.now(),
  }
}
