import { Strategy } from 'remix-auth/strategy'

/** The name of the header and of the cookie with a token. */
export const tokenName = 'X-SDO-AUTHORIZATION'

/** The token in the headers of a request. */
export const sentToken = (header: (name: string) => string | null | undefined): string | undefined =>
  /^Bearer\s+(\S+)$/i.exec(header('authorization') ?? '')?.[1] ?? (header(tokenName) || undefined)

/** The token that a build system, or another program, sends with every request. */
export class TokenStrategy<Actor> extends Strategy<Actor, string | undefined> {
  override name = 'token'

  override authenticate({ headers }: Request): Promise<Actor> {
    return this.verify(sentToken((name) => headers.get(name)))
  }
}
