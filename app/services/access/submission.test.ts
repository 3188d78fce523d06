import { describe, expect, it } from 'vitest'
import { randomUUID } from 'node:crypto'
import { QueryTypes } from 'sequelize'
import { Team } from '../../../db/models/team'
import { originAt } from '../../../tests/builders/accounts'
import { buildTeam } from '../../../tests/builders/deployment-core'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import type { Actor } from '../actor/actor'
import { withOrigin } from '../actor/origin'
import { readKeyRing } from '../secrets/key-ring'
import { authorizedWrite } from './authorized-write'
import { buildDependencies } from '../../../tests/builders/dependencies'

const database = useTestDatabase()
const anonymous: Actor = { kind: 'anonymous' }

function setUp() {
  const { dependencies, clock } = buildDependencies(database.sequelize)
  const createTeam = () => Team.create({ id: randomUUID() }).then(({ id }) => ({ id }))
  const submit = (actor: Actor, id: string, content: unknown = 'content', work = createTeam) =>
    authorizedWrite(dependencies, actor, { access: 'public', submission: { id, content } }, work)
  const from = (address: string, id: string, content?: unknown) =>
    withOrigin(originAt(address), () => submit(anonymous, id, content))
  return { dependencies, clock, submit, from, createTeam }
}

const readSubmissions = () =>
  database.sequelize.query<{ id: string; digest: string }>('SELECT * FROM submissions', {
    type: QueryTypes.SELECT,
  })

const isOfAnother = { code: 'conflict', message: expect.stringContaining('new Idempotency-Key') as unknown }

describe('a submission', () => {
  it('is worked off one time when it arrives several times at the same moment', async () => {
    const { submit } = setUp()
    const { admin } = await buildTeam()
    const before = await Team.count()
    const answers = await Promise.all([1, 2, 3, 4].map(() => submit(admin, 'form-1')))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(await Team.count()).toBe(before + 1)
  })

  it('is another one for another person', async () => {
    const { submit } = setUp()
    const { admin, member } = await buildTeam()
    const [first, second] = await Promise.all([submit(admin, 'form-1'), submit(member, 'form-1')])
    expect(first?.id).not.toBe(second?.id)
  })

  it('is another one for a stranger who chose the same id elsewhere, and the same one for who sends it again', async () => {
    const { from } = setUp()
    const first = await from('192.0.2.1', 'order 1')
    expect((await from('192.0.2.2', 'order 1')).id).not.toBe(first.id)
    expect((await from('192.0.2.1', 'order 1')).id).toBe(first.id)
  })

  it('is refused with something else in it, from whomever it comes, and does nothing', async () => {
    const { submit, from } = setUp()
    const { admin } = await buildTeam()
    await submit(admin, 'form-2', { name: 'a', password: 'one' })
    await from('192.0.2.7', 'form-2', 'mine')
    const before = await Team.count()
    await expect(submit(admin, 'form-2', { name: 'a', password: 'two' })).rejects.toMatchObject(isOfAnother)
    await expect(submit(admin, 'form-2', { name: 'b', password: 'one' })).rejects.toMatchObject(isOfAnother)
    await expect(from('192.0.2.7', 'form-2', 'yours')).rejects.toMatchObject(isOfAnother)
    expect(await Team.count()).toBe(before)
  })

  it('of which two with other contents arrive at the same moment is worked off once, and one is refused', async () => {
    const { submit } = setUp()
    const { admin } = await buildTeam()
    const before = await Team.count()
    const outcomes = await Promise.allSettled(['a', 'b'].map((content) => submit(admin, 'form-3', content)))
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await Team.count()).toBe(before + 1)
  })

  it('that failed is rolled back and forgotten', async () => {
    const { submit, createTeam } = setUp()
    const { admin } = await buildTeam()
    const before = await Team.count()
    const failing = submit(admin, 'form-4', 'a', async () => {
      await createTeam()
      throw new Error('refused')
    })
    await expect(failing).rejects.toThrow('refused')
    expect(await Team.count()).toBe(before)
    await expect(submit(admin, 'form-4', 'corrected')).resolves.toHaveProperty('id')
  })

  it('is remembered for 30 days and then forgotten', async () => {
    const { submit, clock } = setUp()
    const { admin } = await buildTeam()
    const first = await submit(admin, 'form-5')
    await clock.advance(29 * 24 * 60 * 60_000)
    expect(await submit(admin, 'form-5')).toEqual(first)
    await clock.advance(2 * 24 * 60 * 60_000)
    expect(await submit(admin, 'form-5')).not.toEqual(first)
  })

  it('leaves a digest that has another key than the database, and follows the keys', async () => {
    const { dependencies, submit } = setUp()
    const { admin } = await buildTeam()
    const [older, newer] = [1, 2].map((byte) => `k${byte}:${Buffer.alloc(32, byte).toString('base64')}`)
    const digestOf = (id: string) =>
      readSubmissions().then((rows) => rows.find((row) => row.id === id)?.digest ?? '')
    dependencies.authenticatorKeys = readKeyRing(older ?? '')
    const first = await submit(admin, 'a', 'hunter2')
    expect(await digestOf('a')).toMatch(/^h1\.k1\.[\w-]{43}$/)
    dependencies.authenticatorKeys = readKeyRing(`${newer ?? ''},${older ?? ''}`)
    expect(await submit(admin, 'a', 'hunter2')).toEqual(first)
    await submit(admin, 'b', 'hunter2')
    expect(await digestOf('b')).toMatch(/^h1\.k2\./)
    expect((await digestOf('b')).slice(3)).not.toBe((await digestOf('a')).slice(3))
  })
})
