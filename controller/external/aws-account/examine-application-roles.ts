import type { AwsAccount, AwsAccountStatus } from '../../../core/resources/aws-account'
import type { Deployment } from '../../../core/resources/deployment'
import type { Environment } from '../../../core/resources/environment'
import { findCondition } from '../../../core/resources/find-condition'
import { environmentLabel } from '../../../core/resources/metadata'
import {
  applicationRoleFaults,
  parseRoleArn,
  trustsProcessRunner,
} from '../../../core/roles/application-role'
import type { Roles } from '../../cloud/cloud'
import { goalOf } from '../../environment/workload/goal'
import type { ResourceStore } from '../../store/store'
import type { AwsAccountDependencies } from './aws-account-status'
import { isAccessDenied } from './examine-roles'

type ApplicationRoles = NonNullable<AwsAccountStatus['applicationRoles']>

/** An examination asks AWS about so many. */
const mostExamined = 200

/** The roles that applications have in the environments of the account, with what is wrong with each. */
export async function examineApplicationRoles(
  account: AwsAccount,
  { store, environmentsIn }: Pick<AwsAccountDependencies, 'store' | 'environmentsIn'>,
  roles: Roles,
): Promise<ApplicationRoles> {
  const examined: ApplicationRoles = []
  const used = await listUsedRoles(await environmentsIn(account.metadata.name), store)
  for (const [arn, environments] of used) {
    const problem = await examineRole(arn, account.spec.accountNumber, roles)
    examined.push({ arn, environments: [...environments].sort(), ...(problem && { problem }) })
  }
  return examined
}

/**
 * Whether an application has a role by now that the last examination, which looks at no more than so many, did not look at. Only
 * environments are asked about that have become something else since: by a deployment they do.
 */
export async function hasNewApplicationRole(
  { status }: AwsAccount,
  environments: Environment[],
  store: ResourceStore,
): Promise<boolean> {
  const { applicationRoles, examinedEpoch = 0 } = status ?? {}
  if (!applicationRoles || applicationRoles.length >= mostExamined) return false
  const known = new Set(applicationRoles.map(({ arn }) => arn))
  const changed = environments.filter((environment) => {
    const ready = findCondition(environment.status?.conditions ?? [], 'Ready')
    return ready !== undefined && Date.parse(ready.lastTransitionTime) > examinedEpoch
  })
  return (await listUsedRoles(changed, store)).some(([arn]) => !known.has(arn))
}

/** ARN to the names of those of the environments in which applications have the role. */
async function listUsedRoles(
  environments: Environment[],
  store: ResourceStore,
): Promise<[string, Set<string>][]> {
  const used = new Map<string, Set<string>>()
  for (const environment of environments) {
    const deployments = await store.list('Deployment', { [environmentLabel]: environment.metadata.name })
    for (const arn of rolesOf(environment, deployments)) {
      const names = used.get(arn) ?? new Set()
      used.set(arn, names.add(environment.spec.displayName))
    }
  }
  return [...used].sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, mostExamined)
}

function rolesOf({ spec, status }: Environment, deployments: Deployment[]): string[] {
  const { wanted, fallback } = goalOf(spec, status ?? {}, deployments)
  return [...wanted, ...fallback].flatMap(({ application }) => Object.values(application.roles))
}

/** @throws CloudError throttled, unavailable */
async function examineRole(arn: string, accountNumber: string, roles: Roles): Promise<string | undefined> {
  const parsed = parseRoleArn(arn)
  if (!parsed) return applicationRoleFaults.notAnArn
  if (parsed.accountNumber !== accountNumber) return applicationRoleFaults.otherAccount(accountNumber)
  const trust = await roles.getTrust(parsed.name).catch((error: unknown) => {
    // Only roles with the tag may be read, so that one without it and one that is missing look the same.
    if (isAccessDenied(error)) return undefined
    throw error
  })
  if (!trust) return applicationRoleFaults.unreadable
  if (trust.arn !== arn) return applicationRoleFaults.otherPath(trust.arn)
  return trustsProcessRunner(trust.assumePolicy, accountNumber)
    ? undefined
    : applicationRoleFaults.untrusting(accountNumber)
}
