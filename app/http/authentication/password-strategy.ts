import { Strategy } from 'remix-auth/strategy'
import { readFields } from '../forms/sent-fields'
import { readForm } from '../forms/submitted-form'
import { readCredentials } from './sent-credentials'

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
