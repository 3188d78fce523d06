import { Strategy } from 'remix-auth/strategy'
import { identitySchema } from './sent-credentials'

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
