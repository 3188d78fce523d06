import { beforeAll, describe, expect, it } from 'vitest'
import { AuditEntry } from '../../../db/models/audit-entry'
import { buildAccountServices, originAt } from '../../../tests/builders/accounts'
import { keepFresh } from '../../../tests/builders/actors'
import { builtSubject, testIssuer } from '../../../tests/builders/identity-issuer'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import type { HumanActor } from '../actor/actor'
import { withOrigin } from '../actor/origin'
import { cleanOut } from '../clean-out/clean-out'
import type { TrustInput } from '../users/create-integration-trust'

const database = useTestDatabase()
let bench: ReturnType<typeof buildAccountServices>
let admin: HumanActor
beforeAll(async () => {
  bench = buildAccountServices(database.sequelize)
  admin = await bench.registerVerified('admin@example.com')
  await keepFresh(admin.sessionId)
})

const { address: issuer } = testIssuer.issuer
const portal = 'http://portal.test'
let made = 0

/** An integration user with these trusts. */
async function build(...trusts: Partial<TrustInput>[]) {
  const { id } = await bench.users.createIntegrationUser(admin, { name: `Builds ${++made}` })
  const ids: string[] = []
  for (const trust of trusts)
    ids.push(
      (
        await bench.users.createIntegrationTrust(admin, id, {
          issuer,
          subjectPattern: builtSubject,
          ...trust,
        })
      ).id,
    )
  return { id, trustIds: ids }
}

const sign = (claims: object = {}) => testIssuer.sign(bench.clock, claims)

/** Each from a place of its own, but where a test is about places. */
const logIn = async (
  integrationUserId: string,
  token: string | Promise<string>,
  place = `192.0.2.${++made}`,
) => {
  const identityToken = await token
  return withOrigin(originAt(place), () =>
    bench.signingIn.logInByIdentity({ integrationUserId, identityToken }),
  )
}

describe('a job whose identity an integration user trusts', () => {
  it('is that integration user for a quarter of an hour', async () => {
    const { id } = await build({})
    const { session } = await logIn(id, sign())
    expect(session?.expiresEpoch).toBe(bench.clock.now() + 15 * 60_000)
    const actor = { kind: 'integration', integrationUserId: id, teamId: admin.teamId }
    expect(await bench.sessions.findActor(session?.token)).toMatchObject(actor)
    await bench.clock.advance(15 * 60_000)
    expect(await bench.sessions.findActor(session?.token)).toEqual({ kind: 'anonymous' })
  })

  it('logs in once with each token', async () => {
    const { id } = await build({})
    const token = await sign()
    const attempts = await Promise.allSettled([logIn(id, token), logIn(id, token), logIn(id, token)])
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(logIn(id, token)).rejects.toMatchObject({ code: 'invalid', message: /used before/ })
    // Of another integration user as well.
    await expect(logIn((await build({})).id, token)).rejects.toMatchObject({ message: /used before/ })
    await expect(logIn(id, sign())).resolves.toHaveProperty('session')
  })

  it('is remembered until its token is refused for its age, and then forgotten', async () => {
    const { id } = await build({})
    const token = await sign()
    await logIn(id, token)
    const count = async () => {
      await cleanOut(bench.dependencies)
      const [[row]] = await database.sequelize.query('SELECT count(*)::integer AS count FROM used_identities')
      return (row as { count: number }).count
    }
    await bench.clock.advance(359_000)
    const before = await count()
    expect(before).toBeGreaterThan(0)
    await expect(logIn(id, token)).rejects.toMatchObject({ message: /used before/ })
    await bench.clock.advance(2_000)
    expect(await count()).toBe(0)
    await expect(logIn(id, token)).rejects.toMatchObject({ message: /expired/ })
  })

  it('shows in the list of what is trusted, with its subject, and in the audit log', async () => {
    const { id } = await build({ subjectPattern: 'repo:acme/*:ref:refs/heads/*' })
    await logIn(id, sign({ sub: 'repo:acme/cart:ref:refs/heads/next' }))
    const { trusts } = await bench.users.getIntegrationUser(admin, id)
    expect(trusts).toMatchObject([
      {
        lastUsedEpoch: bench.clock.now(),
        lastSubject: 'repo:acme/cart:ref:refs/heads/next',
        audience: portal,
      },
    ])
    const { integrationUsers } = await bench.users.listUsers(admin)
    expect(integrationUsers.find((each) => each.id === id)?.trusts).toEqual(trusts)
    const entry = await AuditEntry.findOne({ where: { action: 'session.login', actorId: id } })
    expect(entry?.after).toEqual({ issuer, subject: 'repo:acme/cart:ref:refs/heads/next' })
  })

  it('is logged out when the trust ends, and logs in no more', async () => {
    const { id, trustIds } = await build({})
    const { session } = await logIn(id, sign())
    await bench.users.deleteIntegrationTrust(admin, trustIds[0] ?? '')
    expect(await bench.sessions.findActor(session?.token)).toEqual({ kind: 'anonymous' })
    await expect(logIn(id, sign())).rejects.toMatchObject({ code: 'invalid' })
  })
})

describe('a job that is not trusted', () => {
  it.each<[string, Partial<TrustInput>, object, boolean]>([
    ['the audience of another service', {}, { aud: 'sts.amazonaws.com' }, false],
    ['one audience of several', {}, { aud: ['x', portal] }, true],
    ['an audience of its own', { audience: 'sdo' }, { aud: 'sdo' }, true],
    ["the portal's audience where another is wanted", { audience: 'sdo' }, {}, false],
    ['another branch', {}, { sub: 'repo:acme/shop:ref:refs/heads/next' }, false],
    ['another repository', {}, { sub: 'repo:acme/shop2:ref:refs/heads/main' }, false],
    ['the environment', { environment: 'production' }, { environment: 'production' }, true],
    ['another environment', { environment: 'production' }, { environment: 'staging' }, false],
    ['no environment', { environment: 'production' }, {}, false],
    ['an environment that nobody wants', {}, { environment: 'staging' }, true],
  ])('is refused for what it says: %s', async (_what, trust, claims, isIn) => {
    const { id } = await build(trust)
    const login = logIn(id, sign(claims))
    if (isIn) await expect(login).resolves.toHaveProperty('session')
    else
      await expect(login).rejects.toMatchObject({ code: 'invalid', message: /trusts the identity: issuer/ })
  })

  it('is answered the same by an integration user of any team and by none, with what its token says', async () => {
    const other = await bench.registerVerified(`other-${++made}@example.com`)
    const stranger = await bench.users.createIntegrationUser(other, { name: 'Builds' })
    const { id } = await build({ environment: 'production' })
    const token = await sign({ environment: 'staging' })
    const answers = await Promise.all(
      [id, stranger.id, '00000000-0000-4000-8000-000000000000', 'x'].map((each) =>
        logIn(each, token).catch((error: unknown) => error),
      ),
    )
    const [first] = answers as Error[]
    expect(first?.message).toContain(`subject ${builtSubject}, audience ${portal}, environment staging`)
    for (const answer of answers) expect(answer).toEqual(first)
  })

  it('does not use its token up', async () => {
    const { id } = await build({ environment: 'production' })
    const token = await sign({ environment: 'production' })
    await expect(logIn((await build()).id, token)).rejects.toMatchObject({ code: 'invalid' })
    await expect(logIn(id, token)).resolves.toHaveProperty('session')
  })

  it('shows in the audit log of the team, without its token', async () => {
    const { id } = await build()
    await logIn(id, sign()).catch(() => undefined)
    await bench.clock.advance(2_000)
    await expect
      .poll(() => AuditEntry.findOne({ where: { action: 'session.login-failed', targetId: id } }))
      .toMatchObject({ after: { fault: 'identity not trusted' } })
  })

  it('is slowed down with its place after a hundred tries, but not by what is no fault of its own', async () => {
    const { id } = await build({})
    const place = '198.51.100.7'
    for (let times = 0; times < 110; times++)
      await expect(logIn(id, 'nonsense', place)).rejects.toMatchObject({
        code: times < 100 ? 'invalid' : 'throttled',
      })
    await expect(logIn(id, sign(), '198.51.100.8')).resolves.toHaveProperty('session')
    testIssuer.answer = () => new Response('', { status: 500 })
    await bench.clock.advance(2 * 60 * 60_000)
    for (let times = 0; times < 105; times++)
      await expect(logIn(id, sign(), '198.51.100.9')).rejects.toMatchObject({ code: 'unavailable' })
    testIssuer.answer = undefined
    await bench.clock.advance(60_000)
    await expect(logIn(id, sign(), '198.51.100.9')).resolves.toHaveProperty('session')
  })
})

describe('what an integration user trusts', () => {
  const create = (input: Partial<TrustInput>, id: string) =>
    bench.users.createIntegrationTrust(admin, id, { issuer, subjectPattern: builtSubject, ...input })

  it('names an issuer that is configured, and an owner', async () => {
    const { id } = await build()
    await expect(create({ issuer: 'https://evil.test' }, id)).rejects.toMatchObject({
      code: 'invalid',
      fields: { issuer: expect.stringContaining(issuer) as string },
    })
    await expect(create({ subjectPattern: 'repo:*/shop:ref:x' }, id)).rejects.toMatchObject({
      fields: { subjectPattern: expect.stringContaining('owner') as string },
    })
  })

  it('is told apart by audience and environment, and trusted once', async () => {
    const { id } = await build({})
    await expect(create({}, id)).rejects.toMatchObject({ code: 'conflict' })
    await expect(create({ audience: portal }, id)).rejects.toMatchObject({ code: 'conflict' })
    await expect(create({ environment: 'production' }, id)).resolves.toHaveProperty('id')
    await expect(create({ audience: 'sdo' }, id)).resolves.toHaveProperty('id')
  })

  it('has a limit', async () => {
    const { id } = await build()
    for (let times = 0; times < 20; times++) await create({ environment: `e${times}` }, id)
    await expect(create({}, id)).rejects.toMatchObject({ code: 'conflict', message: /at most 20/ })
  })

  it('is chosen by admins only', async () => {
    const { id } = await build()
    const trust = { issuer, subjectPattern: builtSubject }
    await expect(
      bench.users.createIntegrationTrust({ ...admin, isAdmin: false }, id, trust),
    ).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('goes with the integration user', async () => {
    const { id } = await build({})
    const { session } = await logIn(id, sign())
    await bench.users.deleteUser(admin, id)
    expect(await bench.sessions.findActor(session?.token)).toEqual({ kind: 'anonymous' })
    await expect(logIn(id, sign())).rejects.toMatchObject({ code: 'invalid' })
  })
})
