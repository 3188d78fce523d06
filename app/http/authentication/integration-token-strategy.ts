import { Strategy } from 'remix-auth/strategy'
import { readCredentials } from './sent-credentials'

/** The token of an integration user, by which a build system logs in. */
export class IntegrationTokenStrategy<Login> extends Strategy<Login, string> {
  override name = 'integration-token'

  override async authenticate(request: Request): Promise<Login> {
    const { integrationToken } = await readCredentials(request)
    return this.verify(integrationToken ?? '')
  }
}
