/** IAM's wildcards: `*` for any characters, `?` for one; `${*}`, `${?}` and `${$}` stand for themselves. */
export function matchesPattern(pattern: unknown, value: string, ignoreCase = false): boolean {
  const text = String(pattern)
  const expression = expressionOf(text)
  if (expression) return (ignoreCase ? expression.ignoringCase : expression.exact).test(value)
  if (!ignoreCase) return text === value
  return text.length === value.length && text.toLowerCase() === value.toLowerCase()
}

interface Expression {
  exact: RegExp
  ignoringCase: RegExp
}

/** By the text of the pattern; undefined for a plain name. Each call asks for dozens, of the few that the policies have. */
const expressions = new Map<string, Expression | undefined>()

function expressionOf(text: string): Expression | undefined {
  if (!expressions.has(text)) expressions.set(text, /[*?$]/.test(text) ? compile(text) : undefined)
  return expressions.get(text)
}

function compile(text: string): Expression {
  const expression = text.replace(/\$\{([*?$])\}|[\s\S]/g, (part, literal: string | undefined) =>
    literal ? `\\${literal}` : (wildcards[part] ?? part.replace(/[.+^${}()|[\]\\]/, '\\$&')),
  )
  return { exact: new RegExp(`^${expression}$`, 's'), ignoringCase: new RegExp(`^${expression}$`, 'is') }
}

const wildcards: Record<string, string> = { '*': '.*', '?': '.' }

/** In an ARN a wildcard does not reach across the colons before the resource. */
export function matchesArn(pattern: string, arn: string): boolean {
  const [patterns, parts] = [partsOf(pattern), partsOf(arn)]
  return (
    patterns.length === parts.length &&
    patterns.every((part, index) => matchesPattern(part, parts[index] ?? ''))
  )
}

const partsOf = (arn: string): string[] => {
  const parts = arn.split(':')
  return [...parts.slice(0, 5), ...(parts.length > 5 ? [parts.slice(5).join(':')] : [])]
}
