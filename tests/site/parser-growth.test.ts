import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readCookies } from '../../app/http/request/cookies'
import { readFields } from '../../app/http/forms/sent-fields'
import { returnPath } from '../../app/http/pages/return-path'
import { sentToken } from '../../app/http/authentication/strategies'
import { findPatternFault, matchesSubject } from '../../app/identities/subject-pattern'
import { applicationSizeRule } from '../../app/input/application-size'
import { awsAccountNumberRule, hostedZoneIdRule } from '../../app/input/aws-ids'
import { parseBoundedJson } from '../../app/input/bounded-json'
import { fieldRule } from '../../app/input/configuration'
import { dockerTagRule, sourceUrlRule } from '../../app/input/version-fields'
import { isValidEmail, tidyEmail } from '../../app/input/email-address'
import { exposedPortsRule } from '../../app/input/exposed-ports'
import { regionRule, vpcIdRule } from '../../app/input/external-network'
import { applicationNameRule, findPersonNameFault, line, nameRule } from '../../app/input/names'
import { isValidPassword } from '../../app/input/password-rules'
import { roleMapRule } from '../../app/input/role-map'
import { runSettingsRule } from '../../app/input/run-settings'
import { scheduleRule } from '../../app/input/schedule'
import { readField, readInput } from '../../app/input/rule'
import { isSecretField } from '../../app/input/secret-field'
import { sleepScheduleRule } from '../../app/input/sleep-schedule'
import { isStorableText } from '../../app/input/storable-text'
import { readNumber } from '../../app/input/typed-number'
import { typingRules, whyKeptOut } from '../../app/input/typing-rules'
import { variableFileRule, markOfVariableFile } from '../../app/input/variable-file'
import { readVariableFile } from '../../core/application/variable-file'
import { oddities } from '../../core/application/variable-file-oddities'
import { variablesRule } from '../../app/input/variables'
import { readCostQuestion } from '../../app/routes/pricing/read-cost-question'
import { scheduleFault } from '../../app/services/applications/schedule-fault'
import { toCsv } from '../../app/services/audit/to-csv'
import { findAddressFault } from '../../app/webhook/webhook-address'
import { configFields } from '../../core/application/config/fields'
import { parseSecretReference, secretReferenceFault } from '../../core/application/secret-reference'
import { parseCidr } from '../../core/aws/cidr'
import { plainName, covers } from '../../core/dns/dns-names'
import { threadMilliseconds } from '../builders/longest-turn'
import { worstTexts } from '../builders/worst-texts'

type Parser = (text: string) => unknown

/** Whatever reads what somebody typed or sent, without the bound before it: by its file in app/input, and by what it reads elsewhere. */
const parsers: Record<string, Parser> = {
  'application-size': (text) =>
    readInput(applicationSizeRule, {
      cpuCount: text,
      memoryMb: text,
      numProcesses: text,
      maxSpotPercentage: text,
    }),
  'aws-ids, of an account': (text) => readField(awsAccountNumberRule, text, 'field'),
  'bounded-json': (text) => parseBoundedJson(text, { deepest: 8, mostValues: 2_000 }),
  configuration: (text) => readField(fieldRule(configFields.image), text, 'field'),
  'configuration, a registry login': (text) =>
    readField(fieldRule(configFields.registryCredentials), text, 'field'),
  'version-fields, a tag': (text) => readField(dockerTagRule, text, 'field'),
  'email-address': isValidEmail,
  'email-address, as it is kept': tidyEmail,
  'exposed-ports': (text) => readField(exposedPortsRule, [{ port: text, subdomain: text }], 'field'),
  'exposed-ports, a subdomain': (text) =>
    readField(exposedPortsRule, [{ port: 1, subdomain: text }], 'field'),
  'external-network': (text) => readField(vpcIdRule, text, 'field'),
  'external-network, its region': (text) => readField(regionRule, text, 'field'),
  'aws-ids, of a hosted zone': (text) => readField(hostedZoneIdRule, text, 'field'),
  names: (text) => readField(nameRule, text, 'field'),
  'names, of a person': findPersonNameFault,
  'names, of an application': (text) => readField(applicationNameRule, text, 'field'),
  'names, a line': (text) => readField(line(1_000_000), text, 'field'),
  'password-rules': isValidPassword,
  'role-map': (text) => readField(roleMapRule, { [text]: `arn:aws:iam::123456789012:role/${text}` }, 'field'),
  'run-settings': (text) =>
    readInput(runSettingsRule(), { healthCheck: { path: text, statuses: text, graceSeconds: text } }),
  'run-settings, a Host': (text) => readInput(runSettingsRule(), { healthCheck: { host: text } }),
  schedule: (text) => readField(scheduleRule(), text, 'field'),
  'schedule, what an entry says': (text) =>
    readField(
      scheduleRule(scheduleFault),
      [{ start: text, end: text, timeZone: text, processes: 1 }],
      'field',
    ),
  'secret-field': isSecretField,
  'version-fields, a source': (text) => readField(sourceUrlRule, `https://example.com/${text}`, 'field'),
  'sleep-schedule': (text) =>
    readInput(sleepScheduleRule, { timeZone: text, sleep: text, wake: `0 ${text}` }),
  'storable-text': isStorableText,
  'typed-number': (text) => readNumber(text, { rule: 'It must be a number', isWhole: true }),
  'typing-rules': (text) =>
    Object.values(typingRules).map((rule) => whyKeptOut({ key: 'x', before: text, after: `${text}x`, rule })),
  'variable-file': (text) => readField(variableFileRule, text, 'field'),
  'variable-file, in quotes': (text) => readVariableFile(`A="${text}"`),
  'variable-file-mark': markOfVariableFile,
  'oddities of a value in a .env file': (text) => oddities({ value: text, cut: text, quote: '"' }),
  variables: (text) =>
    readInput(variablesRule(), { environmentVariables: { A: text, [text]: '' }, secrets: { B: text } }),
  'reference to a secret': (text) => [parseSecretReference(text), secretReferenceFault(text)],
  'reference to a secret, behind its ARN': (text) =>
    parseSecretReference(`arn:aws:secretsmanager:us-east-1:123456789012:secret:sdo/secrets/${text}`),
  'range of addresses': parseCidr,
  'name of DNS': (text) => [plainName(text), covers('*.example.com', text)],
  'address of a webhook': (text) => findAddressFault(`https://example.com/${text}`, { loopback: false }),
  'host of a webhook': (text) => findAddressFault(`https://${text}`, { loopback: false }),
  'subjects of jobs': (text) => [findPatternFault(text), matchesSubject(`*a*${text}`, text)],
  'subjects of jobs, many parts': (text) => matchesSubject('*a*b*c*d*:*', `${text}:x`),
  cookies: readCookies,
  'token in a header': (text) => sentToken(() => `Bearer ${text}`),
  'fields of a form': readFields,
  'page wanted before logging in': returnPath,
  'question about costs': (text) =>
    readCostQuestion(`http://127.0.0.1/pricing?cpuCount=${encodeURIComponent(text)}&${text}`),
  'cells of CSV': (text) => toCsv([[text, ...text.split('\n', 1000)]]),
}

/** Files of app/input that read no text by themselves. */
const others = ['bounded', 'environment-choices', 'rule', 'sent-configuration', 'sent-settings']

const characters = 25_000
/** Less than this nobody waits for, and it says nothing about growth. */
const little = 20

/** Milliseconds of the processor that reading takes. */
function cost(parse: Parser, text: string): number {
  const before = threadMilliseconds()
  try {
    parse(text)
  } catch {
    // Refused is read as well.
  }
  return threadMilliseconds() - before
}

/** How a text makes reading take more than in proportion to its length; undefined where it does not. */
function growth(parse: Parser, what: string): string | undefined {
  const texts = [1, 2, 4].map((times) => worstTexts(times * characters)[what] ?? '')
  // The least of some tries counts: compiling and collecting garbage are no part of it. What slows the machine meets all lengths alike.
  let least = texts.map(() => Infinity)
  for (let tries = 0; tries < 3; tries++) {
    const last = Math.min(least.at(-1) ?? 0, cost(parse, texts.at(-1) ?? ''))
    if (last <= little) return undefined
    least = [...texts.slice(0, -1).map((text, at) => Math.min(least[at] ?? 0, cost(parse, text))), last]
  }
  const [first = 0, second = 0, last = 0] = least
  return last > 8 * first && last > 3 * second
    ? `${what}: ${least.map(Math.round).join(', ')} ms for ${characters} characters, twice and four times as many`
    : undefined
}

describe('what reads typed text', () => {
  it('is listed here, file by file', () => {
    const files = readdirSync('app/input').flatMap((file) => /^(.*)(?<!\.test)\.ts$/.exec(file)?.[1] ?? [])
    const listed = new Set([...Object.keys(parsers).map((name) => name.split(',')[0]), ...others])
    expect(files.filter((file) => !listed.has(file))).toEqual([])
  })

  it.each(Object.entries(parsers))('takes time in proportion to its length: %s', (_name, parse) => {
    const faults = Object.keys(worstTexts(10)).flatMap((what) => growth(parse, what) ?? [])
    expect(faults).toEqual([])
  })
})

describe('what measures this', () => {
  it('notices what grows with the square, and not what grows in proportion', () => {
    const [what = ''] = Object.keys(worstTexts(10))
    // Not JavaScript, which is compiled better the longer it runs, and without memory, whose cleaning up grows in ways of its own.
    const passOver = (text: string, times: number) => {
      const hash = createHash('sha256')
      const bytes = Buffer.from(text)
      for (let time = 0; time < times; time++) hash.update(bytes)
    }
    const square: Parser = (text) => passOver(text, text.length / 100)
    const straight: Parser = (text) => passOver(text, 1_000)
    expect(growth(square, what)).toContain(what)
    expect(growth(straight, what)).toBeUndefined()
  })
})
