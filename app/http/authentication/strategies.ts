import { Strategy } from 'remix-auth/strategy'
import { readFields } from '../forms/sent-fields'
import { readForm } from '../forms/submitted-form'
import { readCredentials, identitySchema } from './sent-credentials'
import { readSecondFactor } from './second-factor-form'

interface Typed {
  email?: string
  password?: string
  /** Code of the second factor; the login form asks for it afterwards. */
  authenticationToken?: string
}

/** The e-mail and the password of a person, typed into the login form or sent in a call. */
export class PasswordStrategy<Login> extends Strategy<Login, Typed> {
  override name = 'password'

  override async authenticate(request: Request): Promise<Login> {
    const isForm = request.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded')
    return this.verify(await (isForm ? readTyped(request) : readSent(request)))
  }
}

async function readTyped(request: Request): Promise<Typed> {
  const { text } = await readForm(readFields(await request.text()))
  return { email: text('email'), password: text('password') }
}

async function readSent(request: Request): Promise<Typed> {
  const { email, password, authenticationToken } = await readCredentials(request)
  return { email, password, authenticationToken: authenticationToken ?? undefined }
}

/** The code that a person typed after the password was right. */
export class SecondFactorStrategy<Login> extends Strategy<Login, { code: string }> {
  override name = 'second-factor'

  override async authenticate(request: Request): Promise<Login> {
    return this.verify(readSecondFactor(await readForm(readFields(await request.text()))))
  }
}

/** The token of an integration user, by which a build system logs in. */
export class IntegrationTokenStrategy<Login> extends Strategy<Login, string> {
  override name = 'integration-token'

  override async authenticate(request: Request): Promise<Login> {
    const { integrationToken } = await readCredentials(request)
    return this.verify(integrationToken ?? '')
  }
}

/** What a build system says of a job, by which the job logs in. */
export class IdentityStrategy<Login> extends Strategy<
  Login,
  { integrationUserId: string; identityToken: string }
> {
  override name = 'identity'

  override async authenticate(request: Request): Promise<Login> {
    return this.verify(identitySchema.parse(await request.json()))
  }
}

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
