import { z } from 'zod'
import { listIntegrationTrusts } from '../../../db/queries/identities'
import { listIntegrations, listIntegrationTokens, listPeople } from '../../../db/queries/people'
import type { HumanActor } from '../actor/actor'
import { authenticationStateOf } from '../actor/authentication-state'
import { pageOf, type Page, type PageRequest } from '../answers/pages'
import { byName, byText, namedLike } from '../answers/lists'
import type { Dependencies } from '../dependencies'
import { toHumanUserJson, toTokenJson, toTrustJson, type UserList } from './user-views'

const keySchema = z.object({ name: z.string(), email: z.string() })

const byEmail = byText((row: { email: string }) => row.email)
const byNameAndEmail = (a: z.infer<typeof keySchema>, b: z.infer<typeof keySchema>) =>
  byName(a, b) || byEmail(a, b)

/** The people of the actor's team, a part at a time, and its integrations, by name: those with `filter` in their name or address, of `total`. @throws DomainError `invalid` for a cursor of another list */
export async function listUsers(
  dependencies: Dependencies,
  actor: HumanActor,
  { filter = '', ...page }: PageRequest & { filter?: string } = {},
): Promise<UserList & Omit<Page<unknown>, 'rows'>> {
  const { sequelize, clock } = dependencies
  const [people, integrations, tokens, trusts] = await Promise.all([
    listPeople(sequelize, actor.teamId, new Date(clock.now())),
    listIntegrations(sequelize, actor.teamId),
    listIntegrationTokens(sequelize, actor.teamId),
    listIntegrationTrusts(sequelize, actor.teamId),
  ])
  const isNamed = namedLike(filter)
  const wanted = people.filter(({ name, email }) => isNamed({ name: `${name} ${email}` }))
  const { rows, ...cursors } = pageOf(wanted.sort(byNameAndEmail), page, byNameAndEmail, keySchema)
  return {
    ...cursors,
    total: people.length + integrations.length,
    humanUsers: rows.map((person) => toHumanUserJson(person, actor, authenticationStateOf(person))),
    integrationUsers: integrations.filter(isNamed).map(({ id, name }) => ({
      id,
      name,
      tokens: tokens.filter(({ integrationUserId }) => integrationUserId === id).map(toTokenJson),
      trusts: trusts
        .filter(({ integrationUserId }) => integrationUserId === id)
        .map((trust) => toTrustJson(dependencies, trust)),
    })),
    showAdminControls: actor.isAdmin,
    nowEpoch: clock.now(),
  }
}
