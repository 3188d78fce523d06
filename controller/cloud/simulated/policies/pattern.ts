/** IAM's wildcards: `*` for any characters, `?` for one; `${*}`, `${?}` and `${$}` stand for themselves. */
export function matchesPattern(pattern: unknown, value: string, ignoreCase = false): boolean {
  const text = String(pattern)
  // Most are plain names, and every call asks for dozens: an expression for each took a third of the simulations' time.
  if (!/[*?$]/.test(text)) return ignoreCase ? text.toLowerCase() === value.toLowerCase() : text === value
  const expression = text.replace(/\$\{([*?$])\}|[\s\S]/g, (part, literal: string | undefined) =>
    literal ? `\\${literal}` : (wildcards[part] ?? part.replace(/[.+^${}()|[\]\\]/, '\\$&')),
  )
  return new RegExp(`^${expression}$`, ignoreCase ? 'is' : 's').test(value)
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
