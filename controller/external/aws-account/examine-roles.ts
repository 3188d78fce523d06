import { createHash } from 'node:crypto'
import type { AwsAccountStatus } from '../../../core/resources/aws-account'
import { examinationRoleName } from '../../../core/roles/names'
import type { InstalledRole, RequiredRole } from '../../../core/roles/role'
import { diffRole, hasDiffs } from '../../../core/roles/role-diffs'
import { CloudError, type Roles } from '../../cloud/cloud'

export interface Examination {
  roles: AwsAccountStatus['roles']
  /** The words of AWS when it does not let us in, so that nothing at all could be examined. */
  refusal?: string
}

/**
 * Compares the installed roles with the required ones. Being refused is an answer; not being answered is not.
 * @throws CloudError throttled, unavailable
 */
export async function examineRoles(required: RequiredRole[], installed: Roles): Promise<Examination> {
  try {
    const roles = []
    for (const role of required) {
      const found = await findRole(installed, role.name)
      roles.push({ name: role.name, diffs: diffRole(role, found) })
    }
    return { roles }
  } catch (error) {
    if (!isAccessDenied(error)) throw error
    return { roles: [], refusal: sentence(error.message) }
  }
}

/** The examination role may read our path only: another role that it may not read is not where it has to be. */
async function findRole(installed: Roles, name: string): Promise<InstalledRole | undefined> {
  try {
    return await installed.get(name)
  } catch (error) {
    if (name !== examinationRoleName && isAccessDenied(error)) return undefined
    throw error
  }
}

/** The words of AWS, ready to be followed by ours. */
export const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

export const isAccessDenied = (error: unknown): error is CloudError =>
  error instanceof CloudError && error.kind === 'access-denied'

const differs = ({ diffs }: Examination['roles'][number]): boolean => hasDiffs(diffs)

export const isRight = ({ roles, refusal }: Examination): boolean =>
  refusal === undefined && !roles.some(differs)

/** Whether it is the examination role itself that has to be mended first. */
export const isExaminationRoleIncorrect = ({ roles, refusal }: Examination): boolean =>
  refusal !== undefined || roles.some((role) => role.name === examinationRoleName && differs(role))

/** Describes for people the faults of roles: "sdo-examination differs, sdo-process-runner is missing". */
export const describeDiffs = ({ roles }: Examination): string =>
  roles
    .filter(differs)
    .map(({ name, diffs }) => `${name} ${diffs.roleMissing ? 'is missing' : 'differs'}`)
    .join(', ')

/** Identifies what roles are required to be, apart from the words that explain them. */
export function definitionOf(required: RequiredRole[]): string {
  const identity = required.map(({ name, path, assumePolicy, policies, managedPolicies }) => [
    name,
    path,
    assumePolicy.definition,
    policies.map((policy) => [policy.name, policy.definition]),
    managedPolicies,
  ])
  return createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 16)
}
