import {
  RoleCredentialsError,
  type RoleCredentials,
  type RoleRequest,
  type TemporaryCredentials,
} from '../../agent/credentials/role-credentials'
import type { Clock } from '../../core/time/clock'

/** Gives credentials that tell whose they are and how many were given before, for an hour. */
export class FakeRoleCredentials implements RoleCredentials {
  readonly requests: RoleRequest[] = []
  /** ARNs that are refused. */
  readonly refused = new Set<string>()

  constructor(private readonly clock: Pick<Clock, 'now'>) {}

  async assume(request: RoleRequest): Promise<TemporaryCredentials> {
    this.requests.push(request)
    if (this.refused.has(request.roleArn))
      throw new RoleCredentialsError(`The role ${request.roleArn} could not be assumed.`)
    return {
      accessKeyId: `ASIA-${request.roleArn.split('/').at(-1)}-${this.requests.length}`,
      secretAccessKey: 'secret',
      sessionToken: 'token',
      expirationEpoch: this.clock.now() + 3600_000,
    }
  }
}
