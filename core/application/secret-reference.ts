import { region } from '../aws/region'
import { parseSecretArn, regionOfSecret, secretArnPattern } from '../aws/secret-arn'
import type { Message } from '../messages/declare-messages'
import { variablesWrong } from './environment-variables'

/** With this begins the name of every secret that processes may be given; a parameter's with a slash before it. */
export const secretPrefix = 'sdo/secrets/'

/** A secret of the customer that a process is given. */
export interface SecretReference {
  /** ARN of the secret or parameter, as AWS is asked for it. */
  arn: string
  /** Key of a secret that is JSON, whose value alone is meant. */
  jsonKey?: string
  versionStage?: string
  versionId?: string
}

const arnPattern = new RegExp(secretArnPattern(secretPrefix))

/** End of a reference, as ECS writes it behind the ARN of a secret: three parts, each of which may be empty. */
const parts = /^:([^:\p{Cc}]*):([A-Za-z0-9_/+=.@-]*):([A-Za-z0-9-]*)$/u

/** The ARN, and what stands behind it where it is a secret's: an ARN has six colons. */
const behindArn = /^(arn:aws:secretsmanager:[^:]*:[^:]*:secret:[^:]*)(:[^]*)$/

/** Parses a reference; undefined where instances cannot be allowed to read it. */
export function parseSecretReference(reference: string): SecretReference | undefined {
  const [, arn = reference, behind] = behindArn.exec(reference) ?? []
  if (!arnPattern.test(arn)) return undefined
  if (behind === undefined) return { arn }
  const [written, jsonKey, versionStage, versionId] = parts.exec(behind) ?? []
  if (written === undefined || (versionStage && versionId)) return undefined
  return {
    arn,
    ...(jsonKey && { jsonKey }),
    ...(versionStage && { versionStage }),
    ...(versionId && { versionId }),
  }
}

/** Whether instances can be allowed to read it. */
export const isSecretReference = (reference: string): boolean => parseSecretReference(reference) !== undefined

const example = `arn:aws:secretsmanager:${region}:123456789012:secret:${secretPrefix}name`

/** Fault of a reference and how to mend it, for people; undefined if there is none. The text is not repeated: it may be the secret itself. */
export function secretReferenceFault(reference: string): string | undefined {
  if (isSecretReference(reference)) return undefined
  const itsRegion = regionOfSecret(reference)
  if (itsRegion === undefined)
    return `A secret is named by the ARN of a secret of AWS Secrets Manager or of a parameter of AWS Systems Manager, such as ${example}. The secret itself is never typed here.`
  if (itsRegion !== region) return `A secret must be in ${region}.`
  if (arnPattern.test(behindArn.exec(reference)?.[1] ?? ''))
    return 'After the ARN of a secret you can add a key of its JSON, and a version stage or a version id: ARN:key:stage:id. Each may be left out, and none of the three colons: ARN:key::.'
  return `The name of a secret must begin with ${secretPrefix} (a parameter's with /${secretPrefix}): instances may read no other.`
}

/** Why a process in an environment of the account could never have the secret, for people; undefined if nothing is in the way. */
export function secretAccountFault(
  name: string,
  reference: string,
  accountNumber: string,
): Message | undefined {
  const { accountNumber: its } = parseSecretArn(reference)
  return its === accountNumber
    ? undefined
    : variablesWrong(
        `The secret ${name} is in the AWS account ${its}, and the environment in ${accountNumber}: instances read secrets of their own account only.`,
      )
}
