import { describe, expect, it } from 'vitest'
import { User } from '../../../db/models/user'
import { buildPerson } from '../../../tests/builders/actors'
import { buildTeam } from '../../../tests/builders/deployment-core'
import { hold } from '../../../tests/builders/held-transaction'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { createServices } from '../services'
import { authorizedWrite } from './authorized-write'
import { buildDependencies } from '../../../tests/builders/dependencies'

const database = useTestDatabase()

function setUp() {
  const { dependencies } = buildDependencies(database.sequelize)
  return { dependencies, services: createServices(dependencies) }
}

function deferred() {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((settle) => (resolve = settle))
  return { promise, resolve }
}

describe('a write', () => {
  it('gets the actor as they are now, and not as they were when the request came', async () => {
    const { dependencies } = setUp()
    const { admin } = await buildTeam()
    await User.update({ name: 'Grace' }, { where: { id: admin.userId } })
    const seen = await authorizedWrite(dependencies, admin, { access: 'admin' }, async (actor) => actor)
    expect(seen).toEqual({ ...admin, name: 'Grace' })
  })

  it('is refused to somebody who comes with the session of another person', async () => {
    const { dependencies } = setUp()
    const { admin, member } = await buildTeam()
    const work = async () => ({})
    const planted = { ...admin, sessionId: member.sessionId }
    await expect(authorizedWrite(dependencies, planted, { access: 'member' }, work)).rejects.toMatchObject({
      code: 'unauthenticated',
    })
  })

  it('is not begun within another transaction, whose locks it would follow', async () => {
    const { dependencies } = setUp()
    const { admin } = await buildTeam()
    const write = () => authorizedWrite(dependencies, admin, { access: 'member' }, async () => ({}))
    await expect(authorizedWrite(dependencies, admin, { access: 'member' }, write)).rejects.toThrow(
      'at the start of its transaction',
    )
  })

  it('keeps its actor from being deleted until it is done', async () => {
    const { dependencies, services } = setUp()
    const { admin, teamId } = await buildTeam()
    const rival = await buildPerson(teamId, { isAdmin: true })
    const order: string[] = []
    const begun = deferred()
    const mayEnd = deferred()
    const write = authorizedWrite(dependencies, admin, { access: 'member' }, async () => {
      begun.resolve()
      await mayEnd.promise
      order.push('written')
      return {}
    })
    await begun.promise
    const deletion = services.users.deleteUser(rival, admin.userId).then(() => order.push('deleted'))
    const observed = await hold(database.url, 'SELECT 1', [])
    await observed.untilWaitedFor(deletion)
    await observed.commit()
    mayEnd.resolve()
    await Promise.all([write, deletion])
    expect(order).toEqual(['written', 'deleted'])
  })
})
