import { z } from 'zod'
import type { ApplicationSpec } from '../../../core/resources/application'
import { applicationRoleFaults, parseRoleArn } from '../../../core/roles/application-role'
import type { AwsAccount } from '../../../db/models/aws-account'

/** A role of which processes are known to get no credentials. */
export const roleProblemSchema = z.object({
  applicationName: z.string(),
  /** Key by which the application knows the role. */
  key: z.string(),
  arn: z.string(),
  /** What is wrong, and what to do. */
  problem: z.string(),
})
export type RoleProblem = z.infer<typeof roleProblemSchema>

/** What is wrong with the roles of an application in an account: as their ARNs tell, and as was found when the account was last examined. */
export function roleProblemsOf(
  { accountNumber, status }: Pick<AwsAccount, 'accountNumber' | 'status'>,
  { name, roles }: Pick<ApplicationSpec, 'name' | 'roles'>,
): RoleProblem[] {
  const found = new Map(status?.applicationRoles?.map(({ arn, problem }) => [arn, problem]))
  return Object.entries(roles).flatMap(([key, arn]) => {
    const problem = faultOf(arn, accountNumber) ?? found.get(arn)
    return problem === undefined ? [] : [{ applicationName: name, key, arn, problem }]
  })
}

function faultOf(arn: string, accountNumber: string): string | undefined {
  const parsed = parseRoleArn(arn)
  if (!parsed) return applicationRoleFaults.notAnArn
  return parsed.accountNumber === accountNumber
    ? undefined
    : applicationRoleFaults.otherAccount(accountNumber)
}
