import { region } from '../../core/aws/region'
import { credentialsPath } from './credentials-app'
import { defaultRoleKey, type CredentialRequest } from './credential-requests'

/** Addresses of the credentials endpoints: host and port, as containers reach them. */
interface CredentialAddresses {
  /** Over HTTPS. */
  own: string
  /** Over HTTP at an address that AWS SDKs trust; undefined where there is none. */
  sdk: string | undefined
}

/**
 * Variables by which a process finds its credentials. The container credentials provider of AWS SDKs finds the role with the key `default` by the
 * variables that Amazon ECS sets, so that the code of the application needs to know nothing of us.
 */
export const credentialVariables = (
  { own, sdk }: CredentialAddresses,
  { token }: CredentialRequest,
  roles: Record<string, string>,
): Record<string, string> => ({
  SDO_CREDENTIALS_URL: `https://${own}${credentialsPath}?token=${token}`,
  ...(sdk !== undefined &&
    Object.hasOwn(roles, defaultRoleKey) && {
      AWS_CONTAINER_CREDENTIALS_FULL_URI: `http://${sdk}${credentialsPath}`,
      AWS_CONTAINER_AUTHORIZATION_TOKEN: token,
      AWS_REGION: region,
      AWS_DEFAULT_REGION: region,
    }),
})
