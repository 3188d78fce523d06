import { z } from 'zod'
import { parseRegistryCredentials } from '../../core/application/registry-credentials'
import { region } from '../../core/aws/region'
import { processRunnerRoleName } from '../../core/roles/names'
import type { Login, LoginSource } from './login'

type AwsAccess = Pick<LoginSource, 'endpoint' | 'credentials'>

/** As ECS has it, so that one secret serves both. */
const loginSchema = z.object({
  username: z.string().min(1).max(1000),
  password: z.string().min(1).max(10_000),
})

/**
 * Reads the login for a registry out of the secret that holds it, with the role of the instance: at every pull, so that a changed password
 * counts at once. Nothing keeps it, and no message repeats any of it.
 *
 * The returned function rejects with an error whose message says why there is no login, for people, without a full stop.
 */
export function createSecretLogin(access: AwsAccess): (arn: string) => Promise<Login> {
  return async (arn) => {
    const read = parseRegistryCredentials(arn).store === 'ssm' ? readParameter : readSecret
    const text = await read(arn, access).catch((error: unknown) => {
      throw new Error(explain(arn, error), { cause: error })
    })
    return parseLogin(arn, text)
  }
}

function parseLogin(arn: string, text: string | undefined): Login {
  const parsed = loginSchema.safeParse(fromJson(text ?? ''))
  if (parsed.success) return parsed.data
  throw new Error(`${arn} holds no registry login: it must be {"username": "…", "password": "…"}`)
}

/** What the parser says of a text that is no JSON repeats a part of it. */
function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The SDKs take time to load and memory for good: each is loaded with the first image that needs it. */
async function readParameter(
  Name: string,
  { endpoint, credentials }: AwsAccess,
): Promise<string | undefined> {
  const { SSMClient, GetParameterCommand } = await import('@aws-sdk/client-ssm')
  const { awsClientOptions } = await import('../aws-client-options')
  const ssm = new SSMClient({ region, endpoint, ...awsClientOptions(credentials) })
  try {
    return (await ssm.send(new GetParameterCommand({ Name, WithDecryption: true }))).Parameter?.Value
  } finally {
    ssm.destroy()
  }
}

async function readSecret(
  SecretId: string,
  { endpoint, credentials }: AwsAccess,
): Promise<string | undefined> {
  const { SecretsManagerClient, GetSecretValueCommand } = await import('@aws-sdk/client-secrets-manager')
  const { awsClientOptions } = await import('../aws-client-options')
  const secrets = new SecretsManagerClient({ region, endpoint, ...awsClientOptions(credentials) })
  try {
    return (await secrets.send(new GetSecretValueCommand({ SecretId }))).SecretString
  } finally {
    secrets.destroy()
  }
}

const missing = ['ParameterNotFound', 'ResourceNotFoundException']
const undecryptable = ['InvalidKeyId', 'DecryptionFailure']

function explain(arn: string, cause: unknown): string {
  const { name, message } = cause instanceof Error ? cause : { name: '', message: String(cause) }
  if (missing.includes(name))
    return `there is no registry login ${arn}: it was deleted, or its ARN is mistyped`
  if (name === 'AccessDeniedException')
    return `the role ${processRunnerRoleName} may not read the registry login ${arn}: it must be in the account of the environment, the role must be as in the current CloudFormation template, and a KMS key of your own must allow it kms:Decrypt`
  if (undecryptable.includes(name))
    return `the registry login ${arn} cannot be decrypted: its KMS key is disabled or does not allow the role ${processRunnerRoleName} kms:Decrypt`
  return `the registry login ${arn} could not be read: ${message.replace(/\.$/, '').slice(0, 200)}`
}
