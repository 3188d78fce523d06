import { GetCallerIdentityCommand, type STSClient } from '@aws-sdk/client-sts'
import { CloudError, type PlatformAccess, type PlatformFault } from '../cloud'
import { hasCode } from './aws-errors'

/** A role in a customer's account, and how it is asked for. */
interface AskedRole {
  key: string
  accountNumber: string
  /** Asks AWS for it once more. */
  ask(): Promise<unknown>
}

export interface ObservedPlatformAccess extends PlatformAccess {
  assumed(role: AskedRole): void
  /** @returns why, if it is the platform that is refused and not the customer who refuses */
  refused(role: AskedRole, error: CloudError): Promise<PlatformFault | undefined>
}

/** So many of the roles that AWS gave before are asked for when it refuses one. */
const mostProbes = 3
/** So many accounts that refuse us make a fault of ours, where some let us in before; */
const severalAccounts = 2
/** and where none has since this process began, so that they may as well have been set up wrongly. */
const severalUnknownAccounts = 3

const noCredentialCodes = ['CredentialsProviderError', 'TokenProviderError']
/** Of the token by which a pod gets credentials. */
const refusedTokenCodes = ['InvalidIdentityToken', 'IDPRejectedClaim']

/**
 * Tells faults of the platform's own credentials from those of customers' accounts: AWS says `AccessDenied` for both. Credentials that are
 * good for GetCallerIdentity and still open no role of several accounts, also none that opened before, lack the right to assume roles.
 */
export function createPlatformAccess(sts: STSClient, accountNumber?: string): ObservedPlatformAccess {
  let known: PlatformFault | undefined
  let running: Promise<PlatformFault | undefined> | undefined
  let following: Promise<PlatformFault | undefined> | undefined
  let hasAssumed = false
  /** The roles that AWS gave when they were last asked for, the latest last, and those that it refused. */
  const given = new Map<string, AskedRole>()
  const refusals = new Map<string, AskedRole>()

  function assumed(role: AskedRole): void {
    hasAssumed = true
    given.delete(role.key)
    given.set(role.key, role)
    refusals.delete(role.key)
    if (known?.reason !== 'OtherAccount') known = undefined
  }

  async function look(): Promise<PlatformFault | undefined> {
    try {
      const { Account: found } = await sts.send(new GetCallerIdentityCommand({}))
      if (accountNumber !== undefined && found !== accountNumber)
        known = otherAccount(accountNumber, found ?? 'none')
      else if (await isRefusedEverywhere()) known = rolesRefused
      else known = undefined
    } catch (error) {
      known = faultOf(error) ?? known
    }
    return known
  }

  async function isRefusedEverywhere(): Promise<boolean> {
    const accounts = new Set([...refusals.values()].map((role) => role.accountNumber))
    if (accounts.size === 0) return false
    for (const role of [...given.values()].slice(-mostProbes))
      try {
        await role.ask()
        return false
      } catch (error) {
        if (!(error instanceof CloudError && error.kind === 'access-denied')) return known === rolesRefused
        given.delete(role.key)
        refusals.set(role.key, role)
        accounts.add(role.accountNumber)
      }
    return accounts.size >= (hasAssumed ? severalAccounts : severalUnknownAccounts) && given.size === 0
  }

  /** Looks once for all who ask meanwhile; whoever asks while a look is under way may know more than it, and gets the next one. */
  function examine(): Promise<PlatformFault | undefined> {
    following ??= (running ?? Promise.resolve()).then(() => {
      following = undefined
      running = look()
      return running
    })
    return following
  }

  return {
    examine,
    fault: () => known,
    assumed,
    async refused(role, error) {
      if (error.kind === 'access-denied') {
        given.delete(role.key)
        refusals.set(role.key, role)
        return examine()
      }
      return hasCode(error, ...noCredentialCodes, ...refusedTokenCodes) ? examine() : undefined
    },
  }
}

/** What follows for the operator from a refusal to say who we are; nothing from a question without an answer. */
function faultOf(error: unknown): PlatformFault | undefined {
  if (hasCode(error, ...noCredentialCodes)) return noCredentials
  if (!(error instanceof CloudError)) return undefined
  return error.kind === 'access-denied' || hasCode(error, ...refusedTokenCodes)
    ? {
        reason: 'Refused',
        problem: `AWS refuses SDO's own credentials, so no customer's account can be entered: ${error.message}`,
        remedy: 'Give the controller valid ones.',
      }
    : undefined
}

const noCredentials: PlatformFault = {
  reason: 'NoCredentials',
  problem: "The controller finds no AWS credentials, so no customer's account can be entered.",
  remedy: 'Give its pod a role, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
}

const rolesRefused: PlatformFault = {
  reason: 'RolesRefused',
  problem: "AWS accepts SDO's own credentials and refuses them the roles of every account.",
  remedy:
    'Allow them sts:AssumeRole on arn:aws:iam::*:role/sdo/*, also in service control policies of the organization.',
}

const otherAccount = (expected: string, found: string): PlatformFault => ({
  reason: 'OtherAccount',
  problem: `PLATFORM_ACCOUNT_NUMBER is ${expected}, and the AWS credentials are of the account ${found}: customers' roles would trust an account that is not SDO's.`,
  remedy: 'Correct whichever is wrong.',
})
