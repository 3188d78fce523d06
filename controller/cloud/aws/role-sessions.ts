import { AssumeRoleCommand, type STSClient } from '@aws-sdk/client-sts'
import type { Clock } from '../../../core/time/clock'
import { rolePath } from '../../../core/roles/names'
import { CloudError, type AccountAccess } from '../cloud'
import { createAwsClients, type AwsClients, type AwsConnection } from './aws-clients'
import type { ObservedPlatformAccess } from './platform-access'

/** Credentials are renewed this long before they expire, so that no call begins with dying ones. */
const renewalMilliseconds = 5 * 60_000

interface Session {
  clients: AwsClients
  expiresEpoch: number
}

/** The clients of a role in an account, by which everything is called. */
export type ClientsOf = () => Promise<AwsClients>

/** Assumes roles in customers' accounts, with the account's external ID, and keeps each session while it lasts. */
export function createRoleSessions(
  sts: STSClient,
  connection: AwsConnection,
  clock: Pick<Clock, 'now'>,
  platform: ObservedPlatformAccess,
) {
  const sessions = new Map<string, Promise<Session>>()

  const ask = ({ accountNumber, externalId }: AccountAccess, roleName: string) =>
    sts.send(
      new AssumeRoleCommand({
        RoleArn: `arn:aws:iam::${accountNumber}:role${rolePath}${roleName}`,
        RoleSessionName: 'sdo-controller',
        ExternalId: externalId,
      }),
    )

  async function requestSession(access: AccountAccess, roleName: string) {
    const { accountNumber } = access
    const role = { key: keyOf(access, roleName), accountNumber, ask: () => ask(access, roleName) }
    try {
      const answer = await role.ask()
      platform.assumed(role)
      return answer
    } catch (error) {
      if (!(error instanceof CloudError)) throw error
      if (await platform.refused(role, error))
        throw new CloudError(
          'platform',
          'SDO itself is refused by AWS at the moment. Nothing is wrong with your account, and what runs keeps running. Our operators are told.',
          { cause: error },
        )
      if (error.kind !== 'access-denied') throw error
      // AWS does not tell a missing role from one that does not trust us, and names our own identity in its answer.
      throw new CloudError(
        'access-denied',
        `The role ${roleName} of account ${accountNumber} could not be assumed: it is missing or does not trust SDO.`,
        { cause: error },
      )
    }
  }

  async function assume(access: AccountAccess, roleName: string, forget: () => void): Promise<Session> {
    const { Credentials: credentials } = await requestSession(access, roleName)
    if (!credentials?.AccessKeyId || !credentials.SecretAccessKey || !credentials.Expiration)
      throw new CloudError('unavailable', `AWS gave no credentials for the role ${roleName}.`)
    const identity = {
      accessKeyId: credentials.AccessKeyId,
      secretAccessKey: credentials.SecretAccessKey,
      sessionToken: credentials.SessionToken,
    }
    return {
      clients: createAwsClients(connection, identity, sts, forget),
      expiresEpoch: credentials.Expiration.getTime(),
    }
  }

  /** The clients of a role. After a refusal or a failed attempt the role is assumed afresh at the next call. */
  return (access: AccountAccess, roleName: string): ClientsOf => {
    const key = keyOf(access, roleName)
    const open = (): Promise<Session> => {
      const forget = () => {
        if (sessions.get(key) === session) sessions.delete(key)
      }
      const session: Promise<Session> = assume(access, roleName, forget)
      session.catch(forget)
      sessions.set(key, session)
      return session
    }
    return async () => {
      const present = sessions.get(key) ?? open()
      const { clients, expiresEpoch } = await present
      if (expiresEpoch - renewalMilliseconds > clock.now()) return clients
      // Somebody else may have renewed it while we waited.
      if (sessions.get(key) === present) sessions.delete(key)
      return (await (sessions.get(key) ?? open())).clients
    }
  }
}

const keyOf = ({ accountNumber, externalId }: AccountAccess, roleName: string): string =>
  JSON.stringify([accountNumber, externalId, roleName])
