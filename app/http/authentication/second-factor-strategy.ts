import { Strategy } from 'remix-auth/strategy'
import { readFields } from '../forms/sent-fields'
import { readForm } from '../forms/submitted-form'
import { readSecondFactor } from './read-second-factor'

/** The code that a person typed after the password was right. */
export class SecondFactorStrategy<Login> extends Strategy<Login, { code: string }> {
  override name = 'second-factor'

  override async authenticate(request: Request): Promise<Login> {
    return this.verify(readSecondFactor(await readForm(readFields(await request.text()))))
  }
}
