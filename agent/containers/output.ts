import { stripVTControlCharacters } from 'node:util'
import { longestOutput, longestOutputLine, mostOutputLines } from '../../core/agent/protocol'

/** Names of variables whose values open something. */
const opensSomething = /STOP_URL|CREDENTIAL|TOKEN|SECRET|PASS|KEY|AUTH|CONNECTION|DSN/i
/** A login in an address. */
const holdsLogin = /\/\/[^/\s@]*:[^/\s@]+@/
/** What tells one caller of an address from another: a long part of its path or query. */
const tokenInAddress = /(?<=[/=])[\w-]{16,}/g
/** Shorter values, such as a port or a flag, would blank half of what is printed and guard nothing. */
const shortestSecret = 6
const masked = '(hidden)'

/**
 * The end of what a container printed, as people may read it: the last lines that are within all bounds, without control characters,
 * with the values of variables that open something masked, each line of them alone too.
 */
export function presentOutput(lines: string[], environment: Record<string, string>): string[] {
  const secrets = secretsOf(environment)
  const kept: string[] = []
  let room = longestOutput
  for (const line of lines.slice(-mostOutputLines).reverse()) {
    const shown = toPrintable(mask(line, secrets)).slice(0, longestOutputLine)
    room -= shown.length
    if (room < 0) break
    kept.push(shown)
  }
  return kept.reverse()
}

function secretsOf(environment: Record<string, string>): string[] {
  const values = Object.entries(environment).flatMap(([name, value]) =>
    opensSomething.test(name) || holdsLogin.test(value)
      ? [value, ...value.split(/\r?\n/), ...(value.match(tokenInAddress) ?? [])]
      : [],
  )
  // Longer ones first: one may hold another.
  return [...new Set(values)]
    .filter((value) => value.length >= shortestSecret)
    .sort((left, right) => right.length - left.length)
}

const mask = (line: string, secrets: string[]): string =>
  secrets.reduce((text, secret) => text.replaceAll(secret, masked), line)

const toPrintable = (line: string): string =>
  stripVTControlCharacters(line).replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')

/** The last lines of what flows by, so many that the bounds of `presentOutput` can be filled. */
export class LastLines {
  readonly #lines: string[] = []

  add(line: string): void {
    this.#lines.push(line)
    if (this.#lines.length > mostOutputLines) this.#lines.shift()
  }

  read(): string[] {
    return [...this.#lines]
  }
}
