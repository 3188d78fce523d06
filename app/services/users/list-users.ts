import { z } from 'zod'
import { listIntegrations, listIntegrationTokens, listPeople } from '../../../db/queries/people'
import type { HumanActor } from '../actor/actor'
import { authenticationStateOf } from '../actor/authentication-state'
import { pageOf, type Page, type PageRequest } from '../answers/pages'
import { byName, byText } from '../answers/sorting'
import type { Dependencies } from '../dependencies'
import { toHumanUserJson, toTokenJson, type UserList } from './user-views'

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
    listPeople(sequelize, actor.teamId, new Date(clock.now())),
    listIntegrations(sequelize, actor.teamId),
    listIntegrationTokens(sequelize, actor.teamId),
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
