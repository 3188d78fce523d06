/** Credentials of a role, for a while. */
export interface TemporaryCredentials {
  accessKeyId: string
  secretAccessKey: string
  sessionToken: string
  expirationEpoch: number
}

export interface RoleRequest {
  roleArn: string
  /** Shown in the customer's CloudTrail as who did it. */
  sessionName: string
}

/** A role's credentials could not be had. `message` is for people: what is wrong and how to mend it. */
export class RoleCredentialsError extends Error {
  override name = 'RoleCredentialsError'
}

/** Hands out credentials of the customer's roles to the instance. */
export interface RoleCredentials {
  /** @throws RoleCredentialsError */
  assume(request: RoleRequest): Promise<TemporaryCredentials>
}
