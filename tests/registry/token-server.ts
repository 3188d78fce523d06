import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export const tokenIssuer = 'sdo-tests'
export const tokenService = 'registry-of-tests'

interface Access {
  type: string
  name: string
  actions: string[]
}

/**
 * What hands out tokens for a registry, as the distribution specification describes it: to whom `passwords` knows for every repository but
 * those that begin with `forbidden/`, to everybody for those that begin with `public/`.
 */
export async function startTokenServer(passwords: Map<string, string>) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const kid = 'tests'
  const asked: string[] = []

  function mint(access: Access[]): string {
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: tokenIssuer,
      aud: tokenService,
      sub: 'tests',
      jti: randomUUID(),
      iat: now,
      nbf: now - 60,
      exp: now + 600,
      access,
    }
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const signed = `${encode({ alg: 'ES256', typ: 'JWT', kid })}.${encode(claims)}`
    const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' })
    return `${signed}.${signature.toString('base64url')}`
  }

  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://tokens')
    const basic = request.headers.authorization?.replace(/^Basic /, '')
    const [username = '', password] = Buffer.from(basic ?? '', 'base64')
      .toString()
      .split(':')
    asked.push(username)
    if (basic && (password === undefined || passwords.get(username) !== password))
      return void response.writeHead(401).end(JSON.stringify({ details: 'incorrect username or password' }))
    const wanted = searchParams.getAll('scope').flatMap((scope): Access[] => {
      const [type = '', name = '', actions = ''] = scope.split(':')
      return [{ type, name, actions: actions.split(',') }]
    })
    const granted = wanted.filter(({ name }) =>
      basic ? !name.startsWith('forbidden/') : name.startsWith('public/'),
    )
    response
      .writeHead(200, { 'Content-Type': 'application/json' })
      .end(JSON.stringify({ token: mint(granted) }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    realm: `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`,
    /** Public keys, as a JSON Web Key Set. */
    keys: { keys: [{ ...publicKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' }] },
    /** Who asked for a token, '' for whoever did not say. */
    asked,
    mint,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}
