import { expect, it } from 'vitest'
import { AuditEntry } from '../../../db/models/audit-entry'
import { User } from '../../../db/models/user'
import { buildPerson } from '../../../tests/builders/actors'
import { buildTeam, refusalsOf } from '../../../tests/builders/deployment-core'
import { buildShop } from '../../../tests/builders/shop'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import type { HumanActor } from '../actor/actor'

const database = useTestDatabase()

async function setUp() {
  const shop = await buildShop(database.sequelize)
  const { environments, environment, team } = shop
  const set = (by: HumanActor, isProtected: boolean) =>
    environments.setProtection(by, { id: environment.id, isProtected })
  return { ...shop, set, addAdmin: () => buildPerson(team.teamId, { name: 'Eve', isAdmin: true }) }
}

it('an environment is protected by an admin of a team that has another one, and is then not deleted', async () => {
  const { set, addAdmin, team, environment, environments } = await setUp()
  expect(await refusalsOf([set(team.admin, true)])).toEqual(['conflict'])
  await addAdmin()
  const stranger = (await buildTeam()).admin
  expect(await refusalsOf([set(team.member, true), set(stranger, true)])).toEqual(['forbidden', 'not-found'])
  expect(await set(team.admin, true)).toEqual({ result: 'SUCCESS', isProtected: true })
  expect(await refusalsOf([environments.deleteEnvironment(team.admin, environment.id)])).toEqual(['conflict'])
})

it('protection ends when a second admin asks for it as well, and not when the first asks twice', async () => {
  const { set, addAdmin, team, environment, environments } = await setUp()
  const other = await addAdmin()
  await set(team.admin, true)
  expect(await set(team.admin, false)).toMatchObject({ isProtected: true })
  expect(await set(team.admin, false)).toMatchObject({ isProtected: true })
  const tell = async (by: HumanActor) => (await environments.getEnvironment(by, environment.id)).protection
  expect(await tell(team.admin)).toEqual({ isProtected: true, endRequestedBy: 'Ada', isOwnRequest: true })
  expect(await tell(other)).toEqual({ isProtected: true, endRequestedBy: 'Ada', isOwnRequest: false })
  expect(await set(other, false)).toMatchObject({ isProtected: false })
  const entries = await AuditEntry.findAll({ where: { targetId: environment.id }, order: [['id', 'ASC']] })
  expect(entries.map(({ action }) => action)).toEqual([
    'environment.protect',
    'environment.request-unprotect',
    'environment.request-unprotect',
    'environment.unprotect',
  ])
})

it('a request to end it is gone with a word of anybody, or when who asked is an admin no more', async () => {
  const { set, addAdmin, team } = await setUp()
  const other = await addAdmin()
  await set(team.admin, true)
  await set(team.admin, false)
  await set(other, true)
  expect(await set(other, false)).toMatchObject({ isProtected: true })
  await User.update({ isAdmin: false }, { where: { id: other.userId } })
  expect(await set(team.admin, false)).toMatchObject({ isProtected: true })
})

it('two admins who ask at once end it, whoever came first', async () => {
  const { set, addAdmin, team } = await setUp()
  const other = await addAdmin()
  await set(team.admin, true)
  const answers = await Promise.all([set(team.admin, false), set(other, false)])
  expect(answers.map(({ isProtected }) => isProtected).sort()).toEqual([false, true])
})
