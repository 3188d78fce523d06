import { beforeAll, describe, expect, it } from 'vitest'
import { nameMessages } from '../../input/names'
import { IntegrationToken } from '../../../db/models/integration-user'
import { anonymous, buildAccountServices } from '../../../tests/builders/accounts'
import { keepFresh } from '../../../tests/builders/actors'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import type { HumanActor } from '../actor/actor'

const database = useTestDatabase()
let bench: ReturnType<typeof buildAccountServices>
let admin: HumanActor

beforeAll(async () => {
  bench = buildAccountServices(database.sequelize)
  admin = await bench.registerVerified('admin@example.com')
  await keepFresh(admin.sessionId)
})

const day = 24 * 60 * 60_000

async function createToken(name: string): Promise<string> {
  const { id } = await bench.users.createIntegrationUser(admin, { name })
  return (await bench.users.createIntegrationToken(admin, id)).token
}

describe('an integration user', () => {
  it('has a name that is unique in its team only, also when two people ask at once', async () => {
    const attempts = await Promise.allSettled(
      ['CI', 'ci'].map((name) => bench.users.createIntegrationUser(admin, { name })),
    )
    const refused = attempts.filter((attempt) => attempt.status === 'rejected')
    expect(refused).toHaveLength(1)
    expect(refused[0]?.reason).toMatchObject({ code: 'conflict' })
    const other = await bench.registerVerified('other@example.com')
    await expect(bench.users.createIntegrationUser(other, { name: 'CI' })).resolves.toHaveProperty('id')
  })

  it('needs a name', async () => {
    await expect(bench.users.createIntegrationUser(admin, { name: ' ' })).rejects.toMatchObject({
      code: 'invalid',
      message: 'Please fill in all fields',
    })
  })

  it('says how long a name may be', async () => {
    await expect(bench.users.createIntegrationUser(admin, { name: 'x'.repeat(101) })).rejects.toMatchObject({
      code: 'invalid',
      message: 'Name must be at most 100 characters.',
    })
    await expect(bench.users.createIntegrationUser(admin, { name: 'x'.repeat(100) })).resolves.toHaveProperty(
      'id',
    )
  })

  it('has a name of one line that can be seen', async () => {
    for (const name of ['two\nlines', 'an\u001b[2Jescape', 'a\u202eturn', 'zero\u200bwidth'])
      await expect(bench.users.createIntegrationUser(admin, { name })).rejects.toMatchObject({
        code: 'invalid',
        fields: { name: nameMessages.notOneLine.text },
      })
  })

  it('is made by admins only', async () => {
    const member = { ...admin, isAdmin: false }
    await expect(bench.users.createIntegrationUser(member, { name: 'X' })).rejects.toMatchObject({
      code: 'forbidden',
    })
  })
})

describe('an integration token', () => {
  it('logs in as its integration, which is then known by the session', async () => {
    const token = await createToken('Builder')
    const { result, state, session } = await bench.signingIn.logIn(anonymous, { integrationToken: token })
    expect([result, state]).toEqual(['SUCCESS', 'LOGGED_IN'])
    expect(await bench.sessions.findActor(session?.token)).toMatchObject({
      kind: 'integration',
      teamId: admin.teamId,
    })
  })

  it('is kept as a hash and shown masked', async () => {
    const token = await createToken('Masked')
    expect(await IntegrationToken.count({ where: { tokenHash: token } })).toBe(0)
    const { integrationUsers } = await bench.users.listUsers(admin)
    const masked = integrationUsers.find(({ name }) => name === 'Masked')?.tokens[0]?.maskedToken
    expect(masked).toBe(`${token.slice(0, 4)}…${token.slice(-4)}`)
  })

  it('that is deleted ends the sessions it opened, and logs in no more', async () => {
    const token = await createToken('Deleted')
    const { session } = await bench.signingIn.logIn(anonymous, { integrationToken: token })
    const { integrationUsers } = await bench.users.listUsers(admin)
    const id = integrationUsers.find(({ name }) => name === 'Deleted')?.tokens[0]?.id ?? ''
    await bench.users.deleteIntegrationToken(admin, id)
    expect(await bench.sessions.findActor(session?.token)).toEqual(anonymous)
    const again = await bench.signingIn.logIn(anonymous, { integrationToken: token })
    expect(again.result).toBe('PASSWORD_INVALID')
  })

  it('is valid for three months, and no session outlives it', async () => {
    const token = await createToken('Old')
    await bench.clock.advance(89 * day)
    const { session } = await bench.signingIn.logIn(anonymous, { integrationToken: token })
    expect(session?.expiresEpoch).toBeLessThanOrEqual(bench.clock.now() + 3 * day)
    await bench.clock.advance(4 * day)
    const late = await bench.signingIn.logIn(anonymous, { integrationToken: token })
    expect(late.result).toBe('PASSWORD_INVALID')
  })

  it('shows when it was last used, beside the next one that works already', async () => {
    const first = await createToken('Rotating')
    const { integrationUsers } = await bench.users.listUsers(admin)
    const id = integrationUsers.find(({ name }) => name === 'Rotating')?.id ?? ''
    await bench.clock.advance(1000)
    const { token: second } = await bench.users.createIntegrationToken(admin, id)
    for (const integrationToken of [first, second])
      expect((await bench.signingIn.logIn(anonymous, { integrationToken })).result).toBe('SUCCESS')
    const usedEpoch = bench.clock.now()
    await bench.users.createIntegrationToken(admin, id)
    const { tokens } = await bench.users.getIntegrationUser(admin, id)
    expect(tokens.map(({ lastUsedEpoch }) => lastUsedEpoch).sort()).toEqual(
      [null, usedEpoch, usedEpoch].sort(),
    )
  })

  it('stands before older ones wherever they are listed', async () => {
    await createToken('Ordered')
    const find = async () =>
      (await bench.users.listUsers(admin)).integrationUsers.find(({ name }) => name === 'Ordered')
    const id = (await find())?.id ?? ''
    await bench.clock.advance(1000)
    await bench.users.createIntegrationToken(admin, id)
    const { tokens } = await bench.users.getIntegrationUser(admin, id)
    const expiries = tokens.map(({ expirationEpoch }) => expirationEpoch)
    expect(expiries).toEqual([...expiries].sort((one, other) => other - one))
    expect((await find())?.tokens).toEqual(tokens)
  })

  it('ends with its integration user', async () => {
    const token = await createToken('Leaving')
    const { session } = await bench.signingIn.logIn(anonymous, { integrationToken: token })
    const { integrationUsers } = await bench.users.listUsers(admin)
    const id = integrationUsers.find(({ name }) => name === 'Leaving')?.id ?? ''
    await bench.users.deleteUser(admin, id)
    expect(await bench.sessions.findActor(session?.token)).toEqual(anonymous)
    expect((await bench.signingIn.logIn(anonymous, { integrationToken: token })).result).toBe(
      'PASSWORD_INVALID',
    )
  })
})
