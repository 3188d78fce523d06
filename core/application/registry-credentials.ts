import { region } from '../aws/region'
import { parseSecretArn, regionOfSecret, secretArnPattern } from '../aws/secret-arn'
import { declareMessages, type Message } from '../messages/declare-messages'

/** With this begins the name of every secret that holds a login for a registry; a parameter's with a slash before it. */
export const registryCredentialsPrefix = 'sdo/registries/'

export const registryCredentialsPattern = secretArnPattern(registryCredentialsPrefix)
const pattern = new RegExp(registryCredentialsPattern)

export const isRegistryCredentials = (arn: string): boolean => pattern.test(arn)

const example = `arn:aws:secretsmanager:${region}:123456789012:secret:${registryCredentialsPrefix}name`

/** Fault of an ARN and how to mend it, for people; undefined if there is none. The text is not repeated: it may be the login itself. */
export function registryCredentialsFault(arn: string): string | undefined {
  if (isRegistryCredentials(arn)) return undefined
  const itsRegion = regionOfSecret(arn)
  if (itsRegion === undefined)
    return `Registry login must be the ARN of a secret of AWS Secrets Manager or of a parameter of AWS Systems Manager that contains it, such as ${example}. The login itself is never typed here.`
  if (itsRegion !== region) return `The secret with the registry login must be in ${region}.`
  return `The name of the secret with the registry login must begin with ${registryCredentialsPrefix} (a parameter's with /${registryCredentialsPrefix}): instances may read no other.`
}

const { loginElsewhere } = declareMessages('registries', {
  loginElsewhere: {
    docs: '/docs/aws-ecr#another-registry-with-a-login',
    text: ({ its, accountNumber }: { its: string; accountNumber: string }) =>
      `The registry login is in the AWS account ${its}, and the environment in ${accountNumber}: instances read logins of their own account only.`,
  },
})

/** Why an instance of the account could never log in with it, for people; undefined if nothing is in the way. */
export function registryAccountFault(arn: string, accountNumber: string): Message | undefined {
  const { accountNumber: its } = parseSecretArn(arn)
  return its === accountNumber ? undefined : loginElsewhere({ its, accountNumber })
}
