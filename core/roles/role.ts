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

/** A role as the customer must install it. */
export interface RequiredRole {
  name: string
  path: string
  description: string
  assumePolicy: { definition: PolicyDocument; description: string }
  policies: { name: string; definition: PolicyDocument; description: string }[]
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
}
