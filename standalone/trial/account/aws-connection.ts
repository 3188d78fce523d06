import { STSClient } from '@aws-sdk/client-sts'
import type { AwsCredentials } from '../../../controller/cloud/aws/aws-clients'

/** How the owner of the account reaches AWS. */
export interface AwsConnection {
  region: string
  credentials: NonNullable<AwsCredentials>
  /** Another place than AWS itself, for tests. */
  endpoint?: string
}

/** Whether AWS said by this code that there is none. */
export const isMissing = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && codes.includes(error.name)

/** The credentials of a profile of the shared configuration of AWS, also one that somebody logged in to by its command line. */
export const credentialsOfProfile = (region: string, profile: string): NonNullable<AwsCredentials> =>
  new STSClient({ region, profile }).config.credentials
