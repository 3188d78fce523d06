import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import pino from 'pino'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AuthenticatorToken } from '../../../db/models/authenticator-token'
import { up as refusePlainSecrets } from '../../../migrations/20261122T004500-sealed-secrets'
import { anonymous, buildAccountServices, builtPassword } from '../../../tests/builders/accounts'
import { buildAuthenticator } from '../../../tests/builders/authenticator'
import { testKeys } from '../../../tests/builders/authenticator-keys'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { readKeyRing, type KeyRing } from '../secrets/key-ring'
import { findAuthenticatorSecret } from './authenticator-secret'
import { createServices } from '../services'

const database = useTestDatabase()
let bench: ReturnType<typeof buildAccountServices>
let logged = ''

beforeAll(() => {
  bench = buildAccountServices(database.sequelize)
})
beforeEach(() => {
  logged = ''
})

const log = pino(
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += chunk.toString()
      done()
    },
  }),
)
const otherKey = Buffer.alloc(32, 'other')
const rotated: KeyRing = { currentId: 'next', keys: new Map([['next', otherKey], ...testKeys.keys]) }

const withKeys = (authenticatorKeys: KeyRing): Dependencies => ({
  ...bench.dependencies,
  log,
  authenticatorKeys,
})
const sealAll = (keys: KeyRing) => createServices(withKeys(keys)).secondFactor.sealAuthenticatorSecrets()
const requireRow = (id: string) => AuthenticatorToken.findByPk(id, { rejectOnEmpty: true })
const store = (id: string, secret: string) => AuthenticatorToken.update({ secret }, { where: { id } })

/** As it was done before secrets were sealed. */
async function storeAsBefore(id: string, plain: string): Promise<void> {
  await database.sequelize.query(
    'ALTER TABLE authenticator_tokens DROP CONSTRAINT authenticator_tokens_secret_sealed',
  )
  await store(id, plain)
  await refusePlainSecrets({ context: database.sequelize.getQueryInterface() })
}

async function buildProtected(email: string) {
  const actor = await bench.registerVerified(email)
  const authenticator = await buildAuthenticator(bench, actor)
  await bench.clock.advance(60_000)
  return { actor, authenticator }
}

async function logIn({ email }: HumanActor, authenticationToken: string, keys = testKeys) {
  const input = { email, password: builtPassword, authenticationToken }
  const { tokenResult } = await createServices(withKeys(keys)).signingIn.logIn(anonymous, input)
  await bench.clock.advance(60_000)
  return tokenResult
}

describe('the secret of an authenticator app', () => {
  it('is kept sealed, pending or not', async () => {
    const actor = await bench.registerVerified('sealed@example.com')
    const { secretId, code } = await bench.secondFactor.createAuthenticatorToken(actor)
    const { secret } = await requireRow(secretId)
    expect(secret).toMatch(/^v1\.test\./)
    expect(secret).not.toContain(code)
  })

  it('lets nobody in from a row of another token or of another person', async () => {
    const { actor, authenticator } = await buildProtected('victim@example.com')
    const attacker = await buildProtected('attacker@example.com')
    const { secret } = await requireRow(authenticator.id)
    await store(authenticator.id, (await requireRow(attacker.authenticator.id)).secret)
    expect(await logIn(actor, attacker.authenticator.code())).toBe('AUTHENTICATION_TOKEN_REJECTED')
    await store(authenticator.id, secret)
    await AuthenticatorToken.update({ userId: actor.userId }, { where: { id: attacker.authenticator.id } })
    expect(await logIn(actor, attacker.authenticator.code())).toBe('AUTHENTICATION_TOKEN_REJECTED')
    expect(logged).toContain('another row')
    expect(await logIn(actor, authenticator.code())).toBe('AUTHENTICATION_TOKEN_SUCCESS')
  })

  it.each([
    ['damaged', (secret: string) => secret.slice(0, -4)],
    ['empty', () => 'v1.test..'],
  ])('lets nobody in when it is %s, and tells the operator which row it is', async (what, change) => {
    const { actor, authenticator } = await buildProtected(`${what.slice(0, 5)}@example.com`)
    await store(authenticator.id, change((await requireRow(authenticator.id)).secret))
    expect(await logIn(actor, authenticator.code())).toBe('AUTHENTICATION_TOKEN_REJECTED')
    expect(await logIn(actor, '')).toBe('AUTHENTICATION_TOKEN_NEEDED')
    expect(JSON.parse(logged.split('\n')[0] ?? '')).toMatchObject({
      level: 50,
      authenticatorTokenId: authenticator.id,
      userId: actor.userId,
      msg: 'The secret of an authenticator token cannot be read: nobody can log in with its codes',
    })
    expect(await logIn(actor, authenticator.recoveryCodes[0] ?? '')).toBe('AUTHENTICATION_TOKEN_SUCCESS')
  })

  it.each(['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', ''])(
    'cannot be put there plain, for the start to seal it: %j',
    async (plain) => {
      const { authenticator } = await buildProtected(`planted${plain.length}@example.com`)
      const { userId } = await requireRow(authenticator.id)
      const row = { id: randomUUID(), userId, secret: plain, createdAt: new Date() }
      for (const plant of [() => store(authenticator.id, plain), () => AuthenticatorToken.create(row)])
        await expect(plant()).rejects.toThrow('authenticator_tokens_secret_sealed')
    },
  )

  it('lets nobody in without its key, which the operator is told the id of', async () => {
    const { actor, authenticator } = await buildProtected('keyless@example.com')
    const keys = readKeyRing(`next:${otherKey.toString('base64')}`)
    expect(await logIn(actor, authenticator.code(), keys)).toBe('AUTHENTICATION_TOKEN_REJECTED')
    expect(logged).toContain('with the key \\"test\\", which is not given')
    expect(await logIn(actor, authenticator.code())).toBe('AUTHENTICATION_TOKEN_SUCCESS')
  })
})

describe('the start of the app', () => {
  it('seals what is plain, once, by however many processes', async () => {
    const { actor, authenticator } = await buildProtected('before@example.com')
    await sealAll(testKeys)
    logged = ''
    const plain = findAuthenticatorSecret(bench.dependencies, await requireRow(authenticator.id)) ?? ''
    await storeAsBefore(authenticator.id, plain)
    const counts = await Promise.all([sealAll(testKeys), sealAll(testKeys)])
    expect(counts.sort()).toEqual([0, 1])
    expect((await requireRow(authenticator.id)).secret).toMatch(/^v1\.test\./)
    expect(await logIn(actor, authenticator.code())).toBe('AUTHENTICATION_TOKEN_SUCCESS')
    expect(logged).not.toContain(plain)
  })

  it('seals anew with another key what the old one sealed, and goes on over what it cannot read', async () => {
    const { actor, authenticator } = await buildProtected('rotated@example.com')
    const broken = (await buildProtected('broken@example.com')).authenticator.id
    await store(broken, 'v1.lost.AAAA.AAAA')
    await sealAll(rotated)
    const { secret } = await requireRow(authenticator.id)
    expect(secret).toMatch(/^v1\.next\./)
    expect((await requireRow(broken)).secret).toBe('v1.lost.AAAA.AAAA')
    expect(logged).toContain(broken)
    const onlyNext = readKeyRing(`next:${otherKey.toString('base64')}`)
    expect(await logIn(actor, authenticator.code(), onlyNext)).toBe('AUTHENTICATION_TOKEN_SUCCESS')
    expect(await sealAll(rotated)).toBe(0)
  })
})
