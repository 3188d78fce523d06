import { parseSecretArn } from '../../core/aws/secret-arn'
import { region } from '../../core/aws/region'
import { processRunnerRoleName } from '../../core/roles/names'

/** How AWS is asked for what it keeps. */
export interface SecretAccess {
  /** Endpoint of Secrets Manager and SSM, if not AWS's own. */
  secretsEndpoint?: string
  /** Endpoint of the instance's metadata service, if not AWS's own. */
  metadataEndpoint?: string
  /** Credentials of the call; default: those of the instance, from its metadata service. */
  credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string }
}

/** A secret in one version: absent, the present one. */
export interface SecretVersion {
  arn: string
  versionStage?: string
  versionId?: string
}

/**
 * Text of a secret of Secrets Manager or of a parameter of SSM, read with the role of the instance. Nothing keeps it, and no message repeats any
 * of it.
 *
 * @param kind what it is, for people: `registry login`
 * @returns undefined where it holds bytes and no text
 * @throws Error with a message that says why not, for people, without a full stop
 */
export async function readSecret(
  access: SecretAccess,
  secret: SecretVersion,
  kind: string,
): Promise<string | undefined> {
  const { store } = parseSecretArn(secret.arn)
  const read = store === 'ssm' ? readParameter : readSecretValue
  return read(secret, access).catch((error: unknown) => {
    throw new Error(explain(secret, kind, error), { cause: error })
  })
}

/** The SDKs take time to load and memory for good: each is loaded with the first process that needs it. */
async function readParameter(
  { arn: Name }: SecretVersion,
  access: SecretAccess,
): Promise<string | undefined> {
  const { SSMClient, GetParameterCommand } = await import('@aws-sdk/client-ssm')
  const ssm = new SSMClient(await clientOptions(access))
  try {
    return (await ssm.send(new GetParameterCommand({ Name, WithDecryption: true }))).Parameter?.Value
  } finally {
    ssm.destroy()
  }
}

async function readSecretValue(
  { arn: SecretId, versionStage: VersionStage, versionId: VersionId }: SecretVersion,
  access: SecretAccess,
): Promise<string | undefined> {
  const { SecretsManagerClient, GetSecretValueCommand } = await import('@aws-sdk/client-secrets-manager')
  const secrets = new SecretsManagerClient(await clientOptions(access))
  try {
    const command = new GetSecretValueCommand({ SecretId, VersionStage, VersionId })
    return (await secrets.send(command)).SecretString
  } finally {
    secrets.destroy()
  }
}

async function clientOptions({ secretsEndpoint, metadataEndpoint, credentials }: SecretAccess) {
  const { awsClientOptions } = await import('../aws-client-options')
  return { region, endpoint: secretsEndpoint, ...awsClientOptions(credentials, metadataEndpoint) }
}

const missing = ['ParameterNotFound', 'ResourceNotFoundException']
const undecryptable = ['InvalidKeyId', 'DecryptionFailure']
const actions = { ssm: 'ssm:GetParameter', secretsmanager: 'secretsmanager:GetSecretValue' }

function explain({ arn, versionStage, versionId }: SecretVersion, kind: string, cause: unknown): string {
  const { name, message } = cause instanceof Error ? cause : { name: '', message: String(cause) }
  const version = versionStage ?? versionId
  if (missing.includes(name) && version !== undefined)
    return `there is no ${kind} ${arn}, or no version ${version} of it`
  if (missing.includes(name)) return `there is no ${kind} ${arn}: it was deleted, or its ARN is mistyped`
  if (name === 'AccessDeniedException')
    return `the role ${processRunnerRoleName} may not read the ${kind} ${arn}: it needs ${actions[parseSecretArn(arn).store]} on it, as in the current CloudFormation template; it must be in the account of the environment, and a KMS key of your own must allow the role kms:Decrypt`
  if (undecryptable.includes(name))
    return `the ${kind} ${arn} cannot be decrypted: its KMS key is disabled or does not allow the role ${processRunnerRoleName} kms:Decrypt`
  return `the ${kind} ${arn} could not be read: ${message.replace(/\.$/, '').slice(0, 200)}`
}
