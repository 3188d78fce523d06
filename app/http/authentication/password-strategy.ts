import { Strategy } from 'remix-auth/strategy'
import { readFields } from '../forms/sent-fields'
import { readForm } from '../forms/submitted-form'

/** The e-mail and the password that a person typed into the login form. */
export class PasswordStrategy<Login> extends Strategy<Login, { email: string; password: string }> {
  override name = 'password'

  override async authenticate(request: Request): Promise<Login> {
    const { text } = await readForm(readFields(await request.text()))
    return this.verify({ email: text('email'), password: text('password') })
  }
}
