import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose'
import { createIdentities } from '../../app/identities/identities'
import type { Fetch } from '../../app/identities/fetch-json'
import type { Issuer } from '../../app/identities/issuers'
import { silentLogger } from '../../core/logging/logger'
import type { Clock } from '../../core/time/clock'
import { recordSecret } from '../secrets/collect'

type Algorithm = 'RS256' | 'ES256'

interface Key {
  id: string
  algorithm: Algorithm
  secret: CryptoKey
  shown: JWK
}

async function buildKey(algorithm: Algorithm): Promise<Key> {
  const id = randomUUID()
  const { privateKey, publicKey } = await generateKeyPair(algorithm)
  return {
    id,
    algorithm,
    secret: privateKey,
    shown: { ...(await exportJWK(publicKey)), kid: id, alg: algorithm, use: 'sig' },
  }
}

/** What a job of the tests is, where a test says nothing else. */
export const builtSubject = 'repo:acme/shop:ref:refs/heads/main'

/** An issuer of identities as build systems have one: signs with keys of its own, shows them, and replaces them. */
export class IdentityIssuer {
  readonly issuer: Issuer
  /** The paths that it was asked for. */
  readonly asked: string[] = []
  /** Changes its answers. */
  answer: ((path: string) => Response | Promise<Response> | undefined) | undefined
  private keys: Promise<Key[]>

  constructor(
    address: string,
    private readonly algorithm: Algorithm = 'ES256',
  ) {
    this.issuer = { name: 'Builds', address, subjectClaim: 'sub', subjectStart: 'repo:' }
    this.keys = Promise.all([buildKey(algorithm)])
  }

  /** Signs with a new key from now on, and shows no other. */
  rotate(): void {
    this.keys = Promise.all([buildKey(this.algorithm)])
  }

  /** A token of a job, valid for five minutes from `clock` on; `claims` that are undefined are left out. */
  async sign(
    clock: Pick<Clock, 'now'>,
    claims: object = {},
    { header = {}, secret }: { header?: object; secret?: CryptoKey | Uint8Array } = {},
  ): Promise<string> {
    const [key] = await this.keys
    if (!key) throw new Error('The issuer has no key.')
    const seconds = Math.floor(clock.now() / 1000)
    const payload = {
      iss: this.issuer.address,
      sub: builtSubject,
      aud: 'http://portal.test',
      jti: randomUUID(),
      iat: seconds,
      nbf: seconds,
      exp: seconds + 300,
      ...claims,
    }
    const token = await new SignJWT(
      Object.fromEntries(Object.entries(payload).filter(([, v]) => v !== undefined)),
    )
      .setProtectedHeader({ alg: key.algorithm, kid: key.id, typ: 'JWT', ...header })
      .sign(secret ?? key.secret)
    recordSecret('identity token', token)
    return token
  }

  /** What it answers to GET `path`. */
  async respond(path: string): Promise<Response> {
    this.asked.push(path)
    const changed = await this.answer?.(path)
    if (changed) return changed
    if (path === '/.well-known/openid-configuration') return Response.json(this.description())
    if (path === '/keys') return Response.json({ keys: (await this.keys).map(({ shown }) => shown) })
    return new Response('Not found', { status: 404 })
  }

  description() {
    const { address } = this.issuer
    return {
      issuer: address,
      jwks_uri: new URL('/keys', address).href,
      id_token_signing_alg_values_supported: [this.algorithm],
    }
  }

  /** Asks it without a network. */
  readonly fetch: Fetch = (address) => {
    const { origin, pathname } = new URL(address)
    if (origin !== this.issuer.address) throw new Error(`${origin} was asked, which is not the issuer.`)
    return this.respond(pathname)
  }
}

/** The issuer that every test database's services take, without a network. */
export const testIssuer = new IdentityIssuer('https://builds.test')

export const testIdentities = (clock: Pick<Clock, 'now' | 'monotonic'>) =>
  createIdentities({ issuers: [testIssuer.issuer], clock, log: silentLogger, fetch: testIssuer.fetch })
