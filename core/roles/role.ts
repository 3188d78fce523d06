import type { Tags } from '../aws/ownership'

/** An IAM policy document, as JSON. */
export interface PolicyDocument {
  Version: '2012-10-17'
  Statement: PolicyStatement[]
}

export interface PolicyStatement {
  Sid?: string
  Effect: 'Allow' | 'Deny'
  Principal?: Record<string, string | string[]>
  Action: string | string[]
  Resource?: string | string[]
  Condition?: Record<string, Record<string, string | string[]>>
}

/** Facts that the roles of one customer's account depend on. */
export interface RoleRequirements {
  /** The customer's account, 12 digits. */
  accountNumber: string
  externalId: string
  /** Whether environments may be created in the account. */
  isEnvironmentHolder: boolean
  /** Whether external networks of the team are in the account. */
  isNetworkHolder?: boolean
  /** The account in which SDO itself runs, 12 digits. */
  platformAccountNumber: string
}

/** An inline policy of a role, and what it is for. */
export interface RolePolicy {
  name: string
  definition: PolicyDocument
  description: string
}

/** A role as the customer must install it. */
export interface RequiredRole {
  name: string
  path: string
  description: string
  assumePolicy: { definition: PolicyDocument; description: string }
  policies: RolePolicy[]
  /** ARNs of managed policies. */
  managedPolicies: string[]
  /** Whether instances carry this role (then the template makes an instance profile of the same name). */
  isInstanceRole: boolean
}

/** A role as it was found in an account. */
export interface InstalledRole {
  name: string
  path: string
  assumePolicy: unknown
  inlinePolicies: Record<string, unknown>
  /** ARNs. */
  managedPolicies: string[]
  tags?: Tags
}
