import type { Tags } from '../../../../core/ownership'

/** What an action is done to. */
export interface PolicyResource {
  arn: string
  /** Undefined when it is not known to exist: conditions on its tags then hold. */
  tags?: Tags
}

/** One question to a role's policies. */
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
  Condition?: Record<string, Record<string, unknown>>
}

const listOf = (value: unknown): unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value]

const statementsOf = (document: unknown): Statement[] =>
  listOf((document as { Statement?: unknown } | undefined)?.Statement) as Statement[]

/** IAM's wildcards: `*` for any characters, `?` for one. */
export function matchesPattern(pattern: unknown, value: string, ignoreCase = false): boolean {
  const expression = String(pattern)
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*/g, '.*')
    .replace(/\?/g, '.')
  return new RegExp(`^${expression}$`, ignoreCase ? 'is' : 's').test(value)
}

const coversAction = (statement: Statement, action: string): boolean =>
  listOf(statement.Action).some((pattern) => matchesPattern(pattern, action, true))

const coversResource = (statement: Statement, arn: string): boolean =>
  statement.Resource === undefined ||
  listOf(statement.Resource).some((pattern) => matchesPattern(pattern, arn))

/**
 * Whether policies together allow an action, as IAM decides: a Deny wins, and without an Allow it is refused. Conditions are
 * evaluated where they are about tags; others are taken to hold.
 */
export function allowsAction(documents: unknown[], question: PolicyQuestion): boolean {
  const matching = documents
    .flatMap(statementsOf)
    .filter(
      (statement) =>
        coversAction(statement, question.action) &&
        coversResource(statement, question.resource.arn) &&
        tagConditionsHold(statement, question),
    )
  return (
    matching.some(({ Effect }) => Effect === 'Allow') && !matching.some(({ Effect }) => Effect === 'Deny')
  )
}

function tagConditionsHold(statement: Statement, question: PolicyQuestion): boolean {
  return Object.entries(statement.Condition ?? {}).every(([operator, operands]) =>
    Object.entries(operands).every(([key, expected]) => {
      const actual = tagOf(key, question)
      if (actual === unknowable) return true
      const wanted = listOf(expected)
      if (operator === 'Null') return (actual === undefined) === (String(wanted[0]) === 'true')
      if (operator === 'StringEquals') return actual !== undefined && wanted.includes(actual)
      if (operator === 'StringLike')
        return actual !== undefined && wanted.some((pattern) => matchesPattern(pattern, actual))
      if (operator === 'StringNotEquals') return actual === undefined || !wanted.includes(actual)
      return true
    }),
  )
}

const unknowable = Symbol('not about tags')

function tagOf(
  key: string,
  { requestTags, resource }: PolicyQuestion,
): string | undefined | typeof unknowable {
  const [, scope, tag] = /^[a-z0-9]+:(RequestTag|ResourceTag)\/(.+)$/i.exec(key) ?? []
  const tags = scope === 'RequestTag' ? requestTags : scope === 'ResourceTag' ? resource.tags : undefined
  if (!tags || tag === undefined) return unknowable
  return tags[tag]
}

/** Whether a role's trust policy lets another AWS account assume it with this external ID. */
export function trustsExternalId(trustPolicy: unknown, externalId: string): boolean {
  return statementsOf(trustPolicy).some((statement) => {
    const principal = statement.Principal as { AWS?: unknown } | '*' | undefined
    const isAccount = principal === '*' || listOf(principal?.AWS).length > 0
    if (statement.Effect !== 'Allow' || !isAccount || !coversAction(statement, 'sts:AssumeRole')) return false
    return Object.entries(statement.Condition ?? {}).every(([operator, operands]) => {
      const expected = listOf(operands['sts:ExternalId'])
      if (expected.length === 0) return true
      return operator === 'StringLike'
        ? expected.some((pattern) => matchesPattern(pattern, externalId))
        : expected.includes(externalId)
    })
  })
}
