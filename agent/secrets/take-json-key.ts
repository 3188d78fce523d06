/**
 * Value that one key of a JSON secret has, as text. No message repeats any of the secret, not even what other keys it has.
 *
 * @throws Error with a message that says why there is none, for people, without a full stop
 */
export function takeJsonKey(arn: string, text: string, key: string): string {
  const content = fromJson(text)
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new Error(
      `the secret ${arn} is no JSON object, so the key ${key} cannot be taken out of it: keep it as {"${key}": "…"}, or leave the key out of the reference`,
    )
  if (!Object.hasOwn(content, key))
    throw new Error(
      `the secret ${arn} has no key ${key}: keys differ by capital letters too, so compare it with the secret`,
    )
  const value = (content as Record<string, unknown>)[key]
  if (typeof value === 'string') return value
  // Other numbers may not be what was written: digits are lost beyond these.
  if (typeof value === 'boolean' || Number.isSafeInteger(value)) return String(value)
  throw new Error(
    `the key ${key} of the secret ${arn} is neither text nor a whole number nor true or false: put it between quotes`,
  )
}

/** Parses JSON without the parser's message, which repeats a part of the text. */
function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
