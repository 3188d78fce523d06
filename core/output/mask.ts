/** Names of variables whose values open something. */
const opensSomething = /STOP_URL|CREDENTIAL|TOKEN|SECRET|PASS|KEY|AUTH|CONNECTION|DSN/i
/** A login in an address. */
const holdsLogin = /\/\/[^/\s@]*:[^/\s@]+@/
/** A long part of an address's path or query, which may be a secret of its caller. */
const tokenInAddress = /(?<=[/=])[\w-]{16,}/g
/** Shorter values, such as a port or a flag, would blank half of what is printed and guard nothing. */
const shortestSecret = 6
const masked = '(hidden)'

/** A function that puts `(hidden)` in the place of each secret of a line. */
export function createMask(
  environment: Record<string, string>,
  secretNames: string[] = [],
): (line: string) => string {
  const named = new Set(secretNames)
  const guessed = Object.entries(environment).flatMap(([name, value]) =>
    named.has(name) || opensSomething.test(name) || holdsLogin.test(value) ? partsOf(value) : [],
  )
  const known = secretNames.flatMap((name) => writtenOtherwise(environment[name] ?? ''))
  // Longer ones first: one may hold another.
  const secrets = [...new Set([...guessed.filter((value) => value.length >= shortestSecret), ...known])]
    .filter((value) => value !== '')
    .sort((left, right) => right.length - left.length)
  return (line) => secrets.reduce((text, secret) => text.replaceAll(secret, masked), line)
}

const partsOf = (value: string): string[] => [
  value,
  ...value.split(/\r?\n/),
  ...(value.match(tokenInAddress) ?? []),
]

/** Ways in which programs print a value: as it is, in JSON, in an address, for a header. */
const writtenOtherwise = (value: string): string[] => [
  value,
  JSON.stringify(value).slice(1, -1),
  encodeURIComponent(Buffer.from(value).toString()),
  Buffer.from(value).toString('base64'),
]
