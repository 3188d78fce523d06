import type { Tags } from '../../core/aws/ownership'
import { conditionsHold, unknowable, type RequestContext, type ValuesOf } from './conditions'
import { matchesPattern } from './pattern'

/** The resource of an action. */
export interface PolicyResource {
  arn: string
  /** Tags of the resource; undefined when it is not known to exist: conditions on them then hold. */
  tags?: Tags
  /** Further condition keys of the resource, and of the request's effect on it. */
  context?: RequestContext
}

/** A question to a role's policies: whether they allow an action. */
export interface PolicyQuestion {
  action: string
  resource: PolicyResource
  /** Tags that are given to what is being made. */
  requestTags?: Tags
}

interface Statement {
  Effect?: unknown
  Principal?: unknown
  Action?: unknown
  Resource?: unknown
  Condition?: unknown
}

const listOf = (value: unknown): unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]

const statementsOf = (document: unknown): Statement[] =>
  listOf((document as { Statement?: unknown } | undefined)?.Statement) as Statement[]

const coversAction = (statement: Statement, action: string): boolean =>
  listOf(statement.Action).some((pattern) => matchesPattern(pattern, action, true))

const coversResource = (statement: Statement, arn: string): boolean =>
  statement.Resource === undefined ||
  listOf(statement.Resource).some((pattern) => matchesPattern(pattern, arn))

/**
 * Whether policies together allow an action, as IAM decides: a Deny wins, and without an Allow it is refused.
 * @throws CloudError invalid for a condition that cannot be evaluated here
 */
export function allowsAction(documents: unknown[], question: PolicyQuestion): boolean {
  const matching = documents
    .flatMap(statementsOf)
    .filter(
      (statement) =>
        coversAction(statement, question.action) &&
        coversResource(statement, question.resource.arn) &&
        conditionsHold(statement.Condition, valuesFor(question)),
    )
  return (
    matching.some(({ Effect }) => Effect === 'Allow') && !matching.some(({ Effect }) => Effect === 'Deny')
  )
}

const resourceTagKey = /^[a-z0-9]+:resourcetag\//

function valuesFor({ resource, requestTags = {} }: PolicyQuestion): ValuesOf {
  const values = new Map<string, string[]>()
  const put = (key: string, value: string | string[]) => values.set(key.toLowerCase(), [value].flat())
  for (const [key, value] of Object.entries(resource.context ?? {})) put(key, value)
  for (const [tag, value] of Object.entries(requestTags)) put(`aws:RequestTag/${tag}`, value)
  if (Object.keys(requestTags).length > 0) put('aws:TagKeys', Object.keys(requestTags))
  for (const [tag, value] of Object.entries(resource.tags ?? {}))
    // Services have names of their own for it: ec2:ResourceTag, iam:ResourceTag.
    put(`:ResourceTag/${tag}`, value)
  return (key) => {
    if (!resourceTagKey.test(key)) return values.get(key) ?? []
    return resource.tags ? (values.get(key.slice(key.indexOf(':'))) ?? []) : unknowable
  }
}

/** An attempt to assume a role. */
interface RoleCaller {
  roleArn: string
  accountNumber: string
  roleSessionName: string
}

/**
 * Whether a role's trust policy lets another role of the same account assume it: that very role, or whoever in the account has a policy
 * for it.
 */
export function trustsRole(
  trustPolicy: unknown,
  { roleArn, accountNumber, roleSessionName }: RoleCaller,
): 'role' | 'account' | 'untrusted' | 'denied' {
  const context: Record<string, string[]> = {
    'aws:principalarn': [roleArn],
    'aws:principalaccount': [accountNumber],
    'sts:rolesessionname': [roleSessionName],
  }
  const accounts = [accountNumber, `arn:aws:iam::${accountNumber}:root`, '*']
  const principalsOf = ({ Principal }: Statement) =>
    Principal === '*' ? ['*'] : listOf((Principal as { AWS?: unknown } | undefined)?.AWS).map(String)
  const matching = statementsOf(trustPolicy).filter(
    (statement) =>
      coversAction(statement, 'sts:AssumeRole') &&
      principalsOf(statement).some((principal) => principal === roleArn || accounts.includes(principal)) &&
      conditionsHold(statement.Condition, (key) => context[key] ?? []),
  )
  if (matching.some(({ Effect }) => Effect === 'Deny')) return 'denied'
  const allowing = matching.filter(({ Effect }) => Effect === 'Allow')
  if (allowing.some((statement) => principalsOf(statement).includes(roleArn))) return 'role'
  return allowing.length > 0 ? 'account' : 'untrusted'
}

/** Whether a role's trust policy lets another AWS account assume it with this external ID. */
export function trustsExternalId(trustPolicy: unknown, externalId: string): boolean {
  return statementsOf(trustPolicy).some((statement) => {
    const principal = statement.Principal as { AWS?: unknown } | '*' | undefined
    const isAccount = principal === '*' || listOf(principal?.AWS).length > 0
    if (statement.Effect !== 'Allow' || !isAccount || !coversAction(statement, 'sts:AssumeRole')) return false
    return conditionsHold(statement.Condition, (key) => (key === 'sts:externalid' ? [externalId] : []))
  })
}
