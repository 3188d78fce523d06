import { DomainError, type ErrorCode } from '../../../core/errors'
import { rule } from '../../input/rule'
import { declareMessages } from '../../../core/messages/declare-messages'

interface Quota {
  /** Name of the variable in the app's environment. */
  variable: `QUOTA_${string}`
  usual: number
  /** `throttled` where waiting helps. */
  code: Extract<ErrorCode, 'conflict' | 'throttled' | 'invalid'>
  /** The sentence for somebody who wants one more than `limit`. */
  explain: (limit: number) => string
}

const askForMore = 'If you need more, ask support.'

/** The limits of a team, so that none slows down the others and no list grows without end. */
export const quotaTable = {
  applications: {
    variable: 'QUOTA_APPLICATIONS',
    usual: 200,
    code: 'conflict',
    explain: (limit) =>
      `A team can have at most ${limit} applications. Delete one that you no longer need. ${askForMore}`,
  },
  versionsPerDay: {
    variable: 'QUOTA_VERSIONS_PER_DAY',
    usual: 200,
    code: 'throttled',
    explain: (limit) =>
      `At most ${limit} versions of an application can be declared in 24 hours. Declare the next one later, and only those you mean to deploy.`,
  },
  portsPerApplication: {
    variable: 'QUOTA_PORTS',
    usual: 20,
    code: 'invalid',
    explain: (limit) => `An application can expose at most ${limit} ports. Remove those you do not need.`,
  },
  rolesPerApplication: {
    variable: 'QUOTA_ROLES',
    usual: 20,
    code: 'invalid',
    explain: (limit) => `An application can have at most ${limit} roles. Remove those you do not need.`,
  },
  environments: {
    variable: 'QUOTA_ENVIRONMENTS',
    usual: 50,
    code: 'conflict',
    explain: (limit) =>
      `A team can have at most ${limit} environments. Delete one that you no longer need. ${askForMore}`,
  },
  overridesPerEnvironment: {
    variable: 'QUOTA_OVERRIDES',
    usual: 200,
    code: 'conflict',
    explain: (limit) =>
      `An environment can override at most ${limit} applications. Remove an override that you no longer need. ${askForMore}`,
  },
  queuedDeployments: {
    variable: 'QUOTA_QUEUED_DEPLOYMENTS',
    usual: 50,
    code: 'conflict',
    explain: (limit) =>
      `${limit} deployments wait for this environment already, which is as many as can. Try again when the next one has begun.`,
  },
  awsAccounts: {
    variable: 'QUOTA_AWS_ACCOUNTS',
    usual: 50,
    code: 'conflict',
    explain: (limit) =>
      `A team can have at most ${limit} AWS accounts. Delete one that you no longer need. ${askForMore}`,
  },
  hostedZones: {
    variable: 'QUOTA_HOSTED_ZONES',
    usual: 100,
    code: 'conflict',
    explain: (limit) =>
      `A team can have at most ${limit} hosted zones. Delete one that you no longer need. ${askForMore}`,
  },
  externalNetworks: {
    variable: 'QUOTA_EXTERNAL_NETWORKS',
    usual: 100,
    code: 'conflict',
    explain: (limit) =>
      `A team can have at most ${limit} external networks. Delete one that you no longer need. ${askForMore}`,
  },
  people: {
    variable: 'QUOTA_PEOPLE',
    usual: 500,
    code: 'conflict',
    explain: (limit) =>
      `A team can have at most ${limit} people. Delete somebody who no longer belongs to it. ${askForMore}`,
  },
  integrationUsers: {
    variable: 'QUOTA_INTEGRATION_USERS',
    usual: 50,
    code: 'conflict',
    explain: (limit) =>
      `A team can have at most ${limit} integration users. Delete one that you no longer need. ${askForMore}`,
  },
  tokensPerIntegrationUser: {
    variable: 'QUOTA_TOKENS',
    usual: 4,
    code: 'conflict',
    explain: (limit) =>
      `An integration user can have at most ${limit} tokens. Delete one that is no longer used.`,
  },
  trustsPerIntegrationUser: {
    variable: 'QUOTA_TRUSTS',
    usual: 20,
    code: 'conflict',
    explain: (limit) =>
      `An integration user can trust at most ${limit} identities. Remove one that is no longer used, or use * in a subject.`,
  },
} satisfies Record<string, Quota>

export type QuotaName = keyof typeof quotaTable
export type Quotas = Record<QuotaName, number>
type QuotaOptions = Record<(typeof quotaTable)[QuotaName]['variable'], number>

interface HasQuotas {
  quotas: Quotas
}

const names = Object.keys(quotaTable) as QuotaName[]

/** The refusal of each quota: `quotas.applications`. */
const exceeded = declareMessages(
  'quotas',
  Object.fromEntries(
    names.map((name) => [
      name,
      { docs: '/docs/applications#limits-of-a-team', text: quotaTable[name].explain },
    ]),
  ) as Record<QuotaName, { docs: string; text: Quota['explain'] }>,
)

export const usualQuotas = Object.fromEntries(names.map((name) => [name, quotaTable[name].usual])) as Quotas

/** The quotas that the app's environment says. */
export const quotasOf = (options: QuotaOptions): Quotas =>
  Object.fromEntries(names.map((name) => [name, options[quotaTable[name].variable]])) as Quotas

/**
 * Lets one more pass where there are `present` already. Count and make them in one transaction, in which nobody else makes
 * any: with the reach `team`, or what they belong to locked.
 *
 * @throws DomainError that says the limit and what to do
 */
export function requireRoom({ quotas }: HasQuotas, name: QuotaName, present: number): void {
  if (present >= quotas[name]) throw refusal(quotas, name)
}

/** Things that come all at once, no more of them than the quota lets. */
export const atMost = ({ quotas }: HasQuotas, name: QuotaName) =>
  rule((things: unknown, refuse) =>
    Object.keys(things as object).length > quotas[name] ? refuse(exceeded[name](quotas[name])) : things,
  )

function refusal(quotas: Quotas, name: QuotaName, field?: string): DomainError {
  const message = exceeded[name](quotas[name])
  return new DomainError(
    quotaTable[name].code,
    message,
    field === undefined ? {} : { fields: { [field]: message } },
  )
}
