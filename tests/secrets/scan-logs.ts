import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface Secret {
  kind: string
  value: string
}

export interface Leak {
  file: string
  /** From 1. */
  line: number
  kind: string
}

export interface Scan {
  leaks: Leak[]
  /** What was not there to be scanned, as sentences. */
  missing: string[]
  lines: number
  secrets: number
}

/** What is a secret wherever it comes from, by what it looks like. */
const shapes = {
  'hash of a password': /\$argon2(id|i|d)\$/,
  'private key': /BEGIN [A-Z ]*PRIVATE KEY/,
  'authenticator address': /otpauth:\/\//,
  'cookie of a session': /(X-SDO-AUTHORIZATION|SDO-CHALLENGE|SDO-BROWSER|XSRF-TOKEN)=[\w-]{16,}/i,
  'bearer token': /\bBearer +[\w-]{16,}/i,
  'token in an address': /[?&](token|forgotToken)=[\w-]{20,}/,
  'password in an address': /\b(postgres(ql)?|smtps?):\/\/[^\s/:@"]+:[^\s/@"[]+@/,
}

/** Shorter ones are found by chance, or are words. */
const shortest = 6
const shortestPassword = 8

/** By so many characters a secret is looked for inside longer words, where shorter ones would be found by chance. */
const beginning = 20

const word = /[A-Za-z0-9_-]+/g
const isWord = (text: string): boolean => /^[A-Za-z0-9_-]+$/.test(text)

/** Names of fields that loggers show beside what they blank. */
const notSecret = new Set(['password', 'newPassword', 'currentPassword', 'passwordHash', 'undefined'])

/** Gives a function that says which kinds of secrets a line holds. */
export function buildScanner(secrets: Iterable<Secret>): (line: string) => string[] {
  const words = new Map<string, string>()
  const texts = new Map<string, string>()
  for (const { kind, value } of secrets) {
    const least = kind.includes('password') ? shortestPassword : shortest
    if (value.length < least || notSecret.has(value)) continue
    if (isWord(value)) words.set(value, kind)
    // As loggers write it.
    else texts.set(JSON.stringify(value).slice(1, -1), kind)
  }
  const longOnes = new Map<string, string[]>()
  for (const value of words.keys())
    if (value.length >= beginning) {
      const begin = value.slice(0, beginning)
      longOnes.set(begin, [...(longOnes.get(begin) ?? []), value])
    }
  return (line) => {
    const found = Object.entries(shapes).flatMap(([kind, shape]) => (shape.test(line) ? [kind] : []))
    for (const [part] of line.matchAll(word)) {
      const kind = words.get(part)
      if (kind !== undefined) found.push(kind)
      // A long one may stand inside a longer word: %3Dsecret.
      for (let start = 0; start + beginning <= part.length; start++)
        for (const value of longOnes.get(part.slice(start, start + beginning)) ?? [])
          if (part.length > value.length && part.startsWith(value, start)) found.push(words.get(value) ?? '')
    }
    for (const [text, kind] of texts) if (line.includes(text)) found.push(kind)
    return found
  }
}

/** Looks for secrets in everything that was logged into `folder`, where each of `suites` must have left logs and secrets. */
export async function scanLogs(folder: string, suites: string[]): Promise<Scan> {
  const files = existsSync(folder) ? readdirSync(folder) : []
  const isSecrets = (name: string) => name.endsWith('.secrets')
  const secrets = files.filter(isSecrets).flatMap((name) => readSecrets(join(folder, name)))
  const scan = buildScanner(secrets)
  const leaks: Leak[] = []
  const linesBySuite = new Map<string, number>()
  for (const file of files.filter((name) => !isSecrets(name))) {
    let line = 0
    for await (const text of createInterface({ input: createReadStream(join(folder, file)) })) {
      line += 1
      for (const kind of new Set(scan(text))) leaks.push({ file, line, kind })
    }
    const suite = suites.find((name) => file.startsWith(`${name}-`)) ?? ''
    linesBySuite.set(suite, (linesBySuite.get(suite) ?? 0) + line)
  }
  const missing = suites.flatMap((suite) => [
    ...(linesBySuite.get(suite) ? [] : [`The suite ${suite} left no log.`]),
    ...(files.some((name) => isSecrets(name) && name.startsWith(`${suite}-`))
      ? []
      : [`The suite ${suite} recorded no secret.`]),
  ])
  const lines = [...linesBySuite.values()].reduce((sum, count) => sum + count, 0)
  if (lines === 0 || secrets.length === 0)
    missing.push('Nothing was collected to scan: run it after other suites.')
  return { leaks, missing, lines, secrets: secrets.length }
}

const readSecrets = (file: string): Secret[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Secret)
