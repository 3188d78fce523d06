import { region } from '../aws/region'
import { parseSecretArn, regionOfSecret, secretArnPattern } from '../aws/secret-arn'

/** With this begins the name of every secret that processes may be given; a parameter's with a slash before it. */
export const secretPrefix = 'sdo/secrets/'

export const secretReferencePattern = secretArnPattern(secretPrefix)
const pattern = new RegExp(secretReferencePattern)

/** Whether instances can be allowed to read it. */
export const isSecretReference = (arn: string): boolean => pattern.test(arn)

const example = `arn:aws:secretsmanager:${region}:123456789012:secret:${secretPrefix}name`

/** What is wrong with an ARN and how to mend it, for people; undefined if nothing is. It repeats nothing: it may be the secret itself. */
export function secretReferenceFault(arn: string): string | undefined {
  if (isSecretReference(arn)) return undefined
  const itsRegion = regionOfSecret(arn)
  if (itsRegion === undefined)
    return `A secret is named by the ARN of a secret of AWS Secrets Manager or of a parameter of AWS Systems Manager, such as ${example}. The secret itself is never typed here.`
  if (itsRegion !== region) return `A secret must be in ${region}.`
  return `The name of a secret must begin with ${secretPrefix} (a parameter's with /${secretPrefix}): instances may read no other.`
}

/** Why a process in an environment of the account could never have the secret, for people; undefined if nothing is in the way. */
export function secretAccountFault(name: string, arn: string, accountNumber: string): string | undefined {
  const { accountNumber: its } = parseSecretArn(arn)
  return its === accountNumber
    ? undefined
    : `The secret ${name} is in the AWS account ${its}, and the environment in ${accountNumber}: instances read secrets of their own account only.`
}
