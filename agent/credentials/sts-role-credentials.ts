import type { STSClientConfig } from '@aws-sdk/client-sts'
import { region } from '../../core/aws/region'
import { applicationRoleTag, applicationRoleValue, processRunnerRoleName } from '../../core/roles/names'
import { RoleCredentialsError, type RoleCredentials } from './role-credentials'

interface StsRoleCredentialsOptions {
  /** Endpoint of the instance's metadata service, if not AWS's own. */
  metadataEndpoint?: string
  /** Endpoint of STS, if not AWS's own. */
  stsEndpoint?: string
  /** Credentials that assume roles; default: those of the instance, from its metadata service. */
  credentials?: STSClientConfig['credentials']
}

/** The most that AWS gives to whoever has a role already, as instances do. */
const sessionSeconds = 3600

/** Assumes roles in the name of the instance, which carries the process-runner role. */
export function createStsRoleCredentials(options: StsRoleCredentialsOptions = {}): RoleCredentials {
  let loaded: ReturnType<typeof loadSts> | undefined
  return {
    async assume({ roleArn, sessionName }) {
      const { sts, AssumeRoleCommand } = await (loaded ??= loadSts(options))
      const request = { RoleArn: roleArn, RoleSessionName: sessionName, DurationSeconds: sessionSeconds }
      const answer = await sts.send(new AssumeRoleCommand(request)).catch((error: unknown) => {
        throw refusal(roleArn, error)
      })
      const { AccessKeyId, SecretAccessKey, SessionToken, Expiration } = answer.Credentials ?? {}
      if (!AccessKeyId || !SecretAccessKey || !SessionToken || !Expiration)
        throw new RoleCredentialsError(`AWS gave no credentials for the role ${roleArn}.`)
      return {
        accessKeyId: AccessKeyId,
        secretAccessKey: SecretAccessKey,
        sessionToken: SessionToken,
        expirationEpoch: Expiration.getTime(),
      }
    },
  }
}

/** The SDK takes time to load and memory for good, and most instances run nothing that has a role: so it is loaded with the first. */
async function loadSts({ metadataEndpoint, stsEndpoint, credentials }: StsRoleCredentialsOptions) {
  const { AssumeRoleCommand, STSClient } = await import('@aws-sdk/client-sts')
  const { awsClientOptions } = await import('../aws-client-options')
  const sts = new STSClient({
    region,
    endpoint: stsEndpoint,
    ...awsClientOptions(credentials, metadataEndpoint),
  })
  return { sts, AssumeRoleCommand }
}

/** AWS does not tell a role that is missing from one that may not be had. */
function refusal(roleArn: string, cause: unknown): RoleCredentialsError {
  const { name, message } = cause instanceof Error ? cause : { name: '', message: String(cause) }
  const words =
    name === 'AccessDenied'
      ? `The role ${roleArn} could not be assumed: it is missing, does not carry the tag ${applicationRoleTag} = ${applicationRoleValue}, or does not trust the role ${processRunnerRoleName}.`
      : `AWS gave no credentials for the role ${roleArn}: ${message.replace(/\.$/, '')}.`
  return new RoleCredentialsError(words, { cause })
}
