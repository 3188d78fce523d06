import { z } from 'zod'
import { CloudError, type CloudErrorKind } from '../../controller/cloud/cloud'
import type { World } from '../world'
import { authorize } from './authorize'

interface SecretsRequest {
  /** The call, as the header X-Amz-Target names it. */
  target: string
  /** Of who asks. */
  sessionToken: string
  body: string
}

/** The version of a secret that everybody reads; the simulated account keeps no other. */
const present = 'AWSCURRENT'

/** Calls by name, each with its body, its permission, and AWS's error when there is no such secret. */
const calls = {
  'secretsmanager.GetSecretValue': {
    action: 'secretsmanager:GetSecretValue',
    schema: z
      .object({ SecretId: z.string().max(2048), VersionStage: z.string().max(256).optional() })
      .transform(({ SecretId, VersionStage = present }) => ({
        arn: SecretId,
        isThere: VersionStage === present,
      })),
    missing: 'ResourceNotFoundException',
    answer: (arn: string, value: string) => ({ ARN: arn, SecretString: value }),
  },
  'AmazonSSM.GetParameter': {
    action: 'ssm:GetParameter',
    schema: z.object({ Name: z.string().max(2048) }).transform(({ Name }) => ({ arn: Name, isThere: true })),
    missing: 'ParameterNotFound',
    answer: (arn: string, value: string) => ({ Parameter: { ARN: arn, Value: value } }),
  },
} as const

export const isSecretsTarget = (target: string): target is keyof typeof calls => Object.hasOwn(calls, target)

const errorNames: Partial<Record<CloudErrorKind, string>> = {
  'access-denied': 'AccessDeniedException',
  throttled: 'ThrottlingException',
  invalid: 'InvalidRequestException',
}

/** Answers instances as Secrets Manager and SSM do: with the value of one secret or parameter, by its ARN. */
export async function answerSecrets(
  world: World,
  { target, sessionToken, body }: SecretsRequest,
): Promise<{ status: number; content: object }> {
  if (!isSecretsTarget(target)) return refusal('InvalidRequestException', 'There is no such call.')
  const { action, schema, missing, answer } = calls[target]
  const parsed = schema.safeParse(fromJson(body))
  if (!parsed.success) return refusal('InvalidRequestException', 'The request names no ARN.')
  const { arn, isThere } = parsed.data
  try {
    const accountNumber = await authorize(world, { action, sessionToken, arnIn: () => arn })
    const secret = isThere ? world.state.accounts[accountNumber]?.secrets[arn] : undefined
    return secret
      ? { status: 200, content: answer(arn, secret.value) }
      : refusal(missing, `There is no ${arn}.`)
  } catch (error) {
    if (!(error instanceof CloudError)) throw error
    const name = errorNames[error.kind]
    return name ? refusal(name, error.message) : { status: 503, content: { __type: 'ServiceUnavailable' } }
  }
}

const refusal = (name: string, message: string) => ({ status: 400, content: { __type: name, message } })

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
