import { createHash } from 'node:crypto'
import { QueryTypes } from 'sequelize'
import { beforeAll, expect, it } from 'vitest'
import { MailMessage } from '../../../db/models/mail-message'
import { VerificationCode } from '../../../db/models/user'
import { anonymous, buildAccountServices, builtPassword } from '../../../tests/builders/accounts'
import { buildAuthenticator } from '../../../tests/builders/authenticator'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { startChallenge } from '../signing-in/login-challenge'
import { createServices } from '../services'

const database = useTestDatabase()
let bench: ReturnType<typeof buildAccountServices>

beforeAll(() => {
  bench = buildAccountServices(database.sequelize)
})

/** Everything that whoever can read the database reads, a line for each row of each table. */
async function readEverything(): Promise<string> {
  const tables = await database.sequelize.query<{ name: string }>(
    `SELECT quote_ident(table_name) AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`,
    { type: QueryTypes.SELECT },
  )
  let all = ''
  for (const { name } of tables) {
    const rows = await database.sequelize.query<{ row: string }>(`SELECT ${name}::text AS row FROM ${name}`, {
      type: QueryTypes.SELECT,
    })
    all += rows.map(({ row }) => `${name} ${row}\n`).join('')
  }
  return all
}

it('finds neither links nor codes nor tokens in any table, after each kind of mail and login was made', async () => {
  const admin = await bench.registerVerified('admin@example.com')
  const secrets: string[] = [builtPassword, 'chosen-for-max']

  const newcomer = await bench.register('newcomer@example.com')
  secrets.push(await bench.newestCode(newcomer.email))

  await bench.clock.advance(1000)
  await bench.passwords.requestPasswordReset({ email: 'Somebody.Unknown@example.com' })
  const unworked = await readEverything()
  expect(unworked).toContain('password_reset_requests')
  expect(unworked).not.toMatch(/somebody\.unknown/i)
  await bench.passwords.requestPasswordReset({ email: admin.email })
  await bench.passwords.sendPasswordResets()
  const [resetMail] = await bench.mail.listMail(admin.email)
  const link = /http\S*token=([\w-]+)/.exec(resetMail?.text ?? '')
  expect(link?.[1]).toHaveLength(43)
  secrets.push(link?.[0] ?? '', link?.[1] ?? '')

  const email = 'max@example.com'
  const { id = '' } = await bench.users.createHumanUser(admin, {
    name: 'Max',
    email,
    password: 'chosen-for-max',
  })
  await bench.clock.advance(1000)
  const login = await bench.signingIn.logIn(anonymous, { email, password: 'chosen-for-max' })
  secrets.push(login.session?.token ?? '', await bench.newestCode(email))
  secrets.push((await startChallenge(bench.dependencies, id)).token)

  const invited = 'invited@example.com'
  await bench.users.createHumanUser(admin, { name: 'Eve', email: invited })
  const [invitation] = await bench.mail.listMail(invited)
  secrets.push(/invited=true&token=([\w-]+)/.exec(invitation?.text ?? '')?.[1] ?? '')

  const authenticator = await buildAuthenticator(bench, admin)
  secrets.push(...authenticator.recoveryCodes)
  secrets.push((await bench.secondFactor.createAuthenticatorToken(admin)).code)
  const integration = await bench.users.createIntegrationUser(admin, { name: 'CI' }, 'form-1')
  secrets.push((await bench.users.createIntegrationToken(admin, integration.id)).token)

  expect(await MailMessage.count({ where: { sentAt: null } })).toBeGreaterThan(4)
  const all = await readEverything()
  for (const table of [
    'mail_messages',
    'verification_codes',
    'password_resets',
    'invitations',
    'sessions',
    'recovery_codes',
  ])
    expect(all).toContain(`${table} (`)
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThanOrEqual(6)
    expect(all).not.toContain(secret)
    const digests = ['hex', 'base64', 'base64url'] as const
    // What has as few bits as a code of six is also not to be found by hashing every one of them.
    if (secret.length > 12) continue
    for (const text of [secret, ...[newcomer.userId, id].map((userId) => `${userId}/${secret}`)])
      for (const digest of digests)
        expect(all).not.toContain(createHash('sha256').update(text).digest(digest))
  }
  expect(all).not.toMatch(/Hello,|forgot=true|invited=true|verification code is/)
})

it('cannot check a guessed code without the key, which may be replaced while a code is on its way', async () => {
  const actor = await bench.register('rotation@example.com')
  const code = await bench.newestCode(actor.email)
  const { codeHash } = await VerificationCode.findByPk(actor.userId, { rejectOnEmpty: true })
  expect(codeHash).toMatch(/^h1\.test\.[\w-]{43}$/)
  const next = Buffer.alloc(32, 'next')
  const verifyWith = (keys: [string, Buffer][]) =>
    createServices({
      ...bench.dependencies,
      authenticatorKeys: { currentId: 'next', keys: new Map(keys) },
    }).emailVerification.verifyUser(actor, code)
  const testKey = bench.dependencies.authenticatorKeys.keys.get('test') ?? Buffer.alloc(0)
  expect(await verifyWith([['next', next]])).toEqual({ result: 'FAILURE' })
  expect(
    await verifyWith([
      ['test', next],
      ['next', next],
    ]),
  ).toEqual({ result: 'FAILURE' })
  expect(
    await verifyWith([
      ['next', next],
      ['test', testKey],
    ]),
  ).toEqual({ result: 'SUCCESS' })
})
