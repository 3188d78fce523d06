import { applicationRoleTag, applicationRoleValue, processRunnerRoleName, rolePath } from './names'

/** The readable part of a role that a customer made for an application. */
export interface RoleTrust {
  arn: string
  assumePolicy: unknown
}

export const processRunnerArn = (accountNumber: string): string =>
  `arn:aws:iam::${accountNumber}:role${rolePath}${processRunnerRoleName}`

const listOf = (value: unknown): unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]

interface Statement {
  Effect?: unknown
  Principal?: unknown
  Action?: unknown
}

const assuming = ['sts:assumerole', 'sts:*', '*']

/** Whether a trust policy names the process runner of the account, or the account as a whole. Conditions are taken to hold. */
export function trustsProcessRunner(assumePolicy: unknown, accountNumber: string): boolean {
  const trusted = [processRunnerArn(accountNumber), `arn:aws:iam::${accountNumber}:root`, accountNumber, '*']
  const statements = listOf((assumePolicy as { Statement?: unknown } | undefined)?.Statement) as Statement[]
  return statements.some(
    ({ Effect, Principal, Action }) =>
      Effect === 'Allow' &&
      listOf(Action).some((action) => assuming.includes(String(action).toLowerCase())) &&
      (Principal === '*' ||
        listOf((Principal as { AWS?: unknown } | null)?.AWS).some((one) => trusted.includes(String(one)))),
  )
}

const arnPattern = /^arn:aws:iam::(\d{12}):role\/(?:.*\/)?([\w+=,.@-]{1,64})$/

/** The account and the name in the ARN of a role, or undefined for what is none. */
export function parseRoleArn(arn: string): { accountNumber: string; name: string } | undefined {
  const [, accountNumber, name] = arnPattern.exec(arn) ?? []
  return accountNumber === undefined || name === undefined ? undefined : { accountNumber, name }
}

/** Messages by fault of an application's role, with how to mend it. */
export const applicationRoleFaults = {
  notAnArn: 'This is not the ARN of a role: arn:aws:iam::ACCOUNT:role/NAME.',
  otherAccount: (accountNumber: string) =>
    `The role must be in the account of the environment, ${accountNumber}.`,
  unreadable: `The role is missing, or does not carry the tag ${applicationRoleTag} = ${applicationRoleValue}. Create it, or give it the tag.`,
  otherPath: (arn: string) => `There is no role with this path. Did you mean ${arn}?`,
  untrusting: (accountNumber: string) =>
    `The role does not trust the process runner. Allow sts:AssumeRole to ${processRunnerArn(accountNumber)} in its trust policy.`,
}
