import { generateKeyPair, SignJWT } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { silentLogger } from '../../core/logging/logger'
import { builtSubject, IdentityIssuer } from '../../tests/builders/identity-issuer'
import { VirtualClock } from '../../tests/builders/virtual-clock'
import { createIdentities, type Identities } from './identities'

let clock: VirtualClock
let issuer: IdentityIssuer
let identities: Identities
beforeEach(() => {
  clock = new VirtualClock()
  issuer = new IdentityIssuer('https://builds.test')
  identities = createIdentities({ issuers: [issuer.issuer], clock, log: silentLogger, fetch: issuer.fetch })
})

const seconds = () => Math.floor(clock.now() / 1000)
const refusal = (message: RegExp) => ({ code: 'invalid', message: expect.stringMatching(message) as string })
const away = (message: RegExp) => ({ code: 'unavailable', message: expect.stringMatching(message) as string })

describe('an identity token', () => {
  it.each(['ES256', 'RS256'] as const)('signed by %s says who a job is', async (algorithm) => {
    const own = new IdentityIssuer('https://builds.test', algorithm)
    const reader = createIdentities({ issuers: [own.issuer], clock, log: silentLogger, fetch: own.fetch })
    const token = await own.sign(clock, { aud: ['sdo', 'other'], environment: 'production' })
    expect(await reader.read(token)).toMatchObject({
      issuer: own.issuer,
      subject: builtSubject,
      audiences: ['sdo', 'other'],
      environment: 'production',
      overEpoch: clock.now() + 360_000,
    })
  })

  it('has the subject in the claim that the issuer is configured with', async () => {
    const configured = { ...issuer.issuer, subjectClaim: 'project_path' }
    const reader = createIdentities({ issuers: [configured], clock, log: silentLogger, fetch: issuer.fetch })
    const { subject } = await reader.read(await issuer.sign(clock, { project_path: 'acme/shop' }))
    expect(subject).toBe('acme/shop')
    await expect(reader.read(await issuer.sign(clock))).rejects.toMatchObject(refusal(/has no project_path/))
  })

  it('is told from every other one, also of an issuer that numbers none', async () => {
    const digest = async (claims: object) => (await identities.read(await issuer.sign(clock, claims))).digest
    expect(await digest({ jti: 'one' })).toBe(await digest({ jti: 'one', environment: 'x' }))
    expect(await digest({ jti: 'one' })).not.toBe(await digest({ jti: 'two' }))
    const unnumbered = await issuer.sign(clock, { jti: undefined })
    expect((await identities.read(unnumbered)).digest).toBe((await identities.read(unnumbered)).digest)
    expect(await digest({ jti: undefined })).not.toBe(await digest({ jti: undefined, environment: 'x' }))
  })

  it('may be a minute early or late, for clocks differ, and no more', async () => {
    const early = await issuer.sign(clock, { iat: seconds() + 59, nbf: seconds() + 59 })
    await expect(identities.read(early)).resolves.toBeDefined()
    const tooEarly = await issuer.sign(clock, { iat: seconds() + 120, nbf: seconds() + 120 })
    await expect(identities.read(tooEarly)).rejects.toMatchObject(refusal(/not valid yet/))
    const late = await issuer.sign(clock)
    await clock.advance(359_000)
    await expect(identities.read(late)).resolves.toBeDefined()
    await clock.advance(2_000)
    await expect(identities.read(late)).rejects.toMatchObject(refusal(/expired/))
  })

  it('is refused a day after it was made, however long it says that it is valid', async () => {
    const token = await issuer.sign(clock, { exp: seconds() + 10 * 86_400 })
    expect((await identities.read(token)).overEpoch).toBe(clock.now() + 86_400_000 + 60_000)
    await clock.advance(86_400_000 + 61_000)
    await expect(identities.read(token)).rejects.toMatchObject(refusal(/expired/))
  })

  it.each(['iat', 'exp', 'aud', 'sub'])('is refused without %s', async (claim) => {
    const token = await issuer.sign(clock, { [claim]: undefined })
    await expect(identities.read(token)).rejects.toMatchObject({ code: 'invalid' })
  })

  it('is refused when nobody signed it, or a key that is shown was used as a password', async () => {
    const payload = (await issuer.sign(clock)).split('.')[1] ?? ''
    const encode = (header: object) => Buffer.from(JSON.stringify(header)).toString('base64url')
    for (const alg of ['none', 'None'])
      await expect(identities.read(`${encode({ alg })}.${payload}.`)).rejects.toMatchObject({
        code: 'invalid',
      })
    const shown = JSON.stringify(await (await issuer.respond('/keys')).json())
    const byPassword = await issuer.sign(clock, {}, { header: { alg: 'HS256' }, secret: Buffer.from(shown) })
    await expect(identities.read(byPassword)).rejects.toMatchObject(refusal(/algorithm/))
  })

  it('is refused when a stranger signed it in the name of the issuer, or changed it', async () => {
    const { privateKey } = await generateKeyPair('ES256')
    const forged = await issuer.sign(clock, {}, { secret: privateKey })
    await expect(identities.read(forged)).rejects.toMatchObject(refusal(/signature/))
    const [header, , signature] = (await issuer.sign(clock)).split('.')
    const [, payload] = (await issuer.sign(clock, { sub: 'repo:evil/shop:ref:x' })).split('.')
    await expect(identities.read(`${header}.${payload}.${signature}`)).rejects.toMatchObject(
      refusal(/signature/),
    )
  })

  it('is refused when it was signed by RS256, which the issuer does not say that it uses', async () => {
    const { privateKey } = await generateKeyPair('RS256')
    const token = await issuer.sign(clock, {}, { header: { alg: 'RS256' }, secret: privateKey })
    await expect(identities.read(token)).rejects.toMatchObject(refusal(/algorithm/))
  })

  it.each(['', 'x', 'a.b.c', '{}', 'e30.e30.'])('is refused when it is none: %j', async (token) => {
    await expect(identities.read(token)).rejects.toMatchObject(refusal(/not accepted/))
    expect(issuer.asked).toEqual([])
  })

  it('of an issuer that is not configured is refused, and nobody is asked', async () => {
    const { privateKey } = await generateKeyPair('ES256')
    for (const iss of [
      'http://169.254.169.254',
      'https://builds.test/',
      'https://builds.test.evil',
      undefined,
    ]) {
      const claims = iss === undefined ? {} : { iss }
      const token = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256' }).sign(privateKey)
      await expect(identities.read(token)).rejects.toMatchObject(refusal(/issuer/))
    }
    expect(issuer.asked).toEqual([])
  })
})

describe('the keys of an issuer', () => {
  const minutes = (count: number) => clock.advance(count * 60_000)
  const sign = () => issuer.sign(clock)

  it('are asked for once, for all who wait, and kept', async () => {
    const tokens = await Promise.all([sign(), sign(), sign()])
    await Promise.all(tokens.map((token) => identities.read(token)))
    await identities.read(await sign())
    expect(issuer.asked).toEqual(['/.well-known/openid-configuration', '/keys'])
  })

  it('are looked up again for one that is new, but at most every half minute', async () => {
    await identities.read(await sign())
    issuer.rotate()
    await expect(identities.read(await sign())).rejects.toMatchObject(refusal(/signature/))
    expect(issuer.asked).toHaveLength(2)
    await clock.advance(30_000)
    await expect(identities.read(await sign())).resolves.toBeDefined()
    for (let times = 0; times < 20; times++) {
      const unknown = await issuer.sign(clock, {}, { header: { kid: `unknown ${times}` } })
      await expect(identities.read(unknown)).rejects.toMatchObject(refusal(/signature/))
    }
    expect(issuer.asked).toHaveLength(4)
  })

  it('that were withdrawn count no longer than ten minutes', async () => {
    const withdrawn = await issuer.sign(clock, { exp: seconds() + 3_600 })
    await identities.read(withdrawn)
    issuer.rotate()
    await minutes(9)
    await expect(identities.read(withdrawn)).resolves.toBeDefined()
    await minutes(2)
    await expect(identities.read(withdrawn)).rejects.toMatchObject(refusal(/signature/))
  })

  it('count for an hour while the issuer is away, and then it is said what to do', async () => {
    await identities.read(await sign())
    issuer.answer = () => new Response('', { status: 502 })
    await minutes(30)
    await expect(identities.read(await sign())).resolves.toBeDefined()
    await minutes(31)
    const said = away(/Builds at https:\/\/builds\.test cannot be read .*answered 502.*Try again in a minute/)
    await expect(identities.read(await sign())).rejects.toMatchObject(said)
    issuer.answer = undefined
    await minutes(1)
    await expect(identities.read(await sign())).resolves.toBeDefined()
  })

  it('are not asked for again and again while the issuer is away', async () => {
    issuer.answer = () => new Response('', { status: 500 })
    for (let times = 0; times < 5; times++)
      await expect(identities.read(await sign())).rejects.toMatchObject(away(/answered 500/))
    expect(issuer.asked).toHaveLength(1)
  })

  it.each<[string, object, RegExp]>([
    ['on another host', { jwks_uri: 'http://169.254.169.254/keys' }, /keys on another host/],
    ['of another issuer', { issuer: 'https://evil.test' }, /describes itself as another issuer/],
    ['for passwords alone', { id_token_signing_alg_values_supported: ['HS256', 'none'] }, /signs by none of/],
    ['nowhere', { jwks_uri: undefined }, /something else than an issuer/],
  ])('are not read %s', async (_what, changes, message) => {
    issuer.answer = (path) =>
      path === '/keys' ? undefined : Response.json({ ...issuer.description(), ...changes })
    await expect(identities.read(await sign())).rejects.toMatchObject(away(message))
    expect(issuer.asked).not.toContain('/keys')
  })
})
