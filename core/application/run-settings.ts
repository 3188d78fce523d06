import { keptCapabilities } from '../process/confinement'
import { healthCheckPath, healthySeconds } from '../process/process-promises'

/**
 * Settings of how processes of an application are checked and contained, which few applications need to change. Each is declared here
 * alone: schemas of resources and messages, checks of what people type or send, form fields and the words of a difference follow from it.
 * Nothing is kept of a setting that is as it is by default.
 */

interface WholeNumber {
  kind: 'number'
  label: string
  hint: string
  least: number
  most: number
  default: number
  /** The setting in the words of a difference. */
  tell(value: number): string
}

interface Text {
  kind: 'text'
  label: string
  hint: string
  pattern: RegExp
  longest: number
  default: string
  /** What is wrong with a text that does not fit, for people. */
  fault: string
  /** A rule beyond the pattern. */
  holds?(value: string): boolean
  tell(value: string): string
}

interface Flag {
  kind: 'flag'
  label: string
  hint: string
  default: boolean
  /** The label of its box, where that is to be ticked for what is not as by default. */
  box?: string
  tell(value: boolean): string
}

/** Any of a fixed list of names. */
interface Names {
  kind: 'names'
  label: string
  hint: string
  of: readonly string[]
  default: readonly string[]
  tell(value: readonly string[]): string
}

export type SettingRule = WholeNumber | Text | Flag | Names

/** What a setting is for, with its range and its default, for people. */
export function hintOf(rule: SettingRule): string {
  const range = rule.kind === 'number' ? ` ${rule.least} to ${rule.most}.` : ''
  const usual =
    rule.kind === 'number' || (rule.kind === 'text' && rule.default) ? ` Default: ${rule.default}.` : ''
  return `${rule.hint}${range}${usual}`
}

/** Statuses 200 to 499, alone or as ranges, as the matcher of an Application Load Balancer takes them. */
const statusesPattern = /^[2-4][0-9]{2}(-[2-4][0-9]{2})?(,[2-4][0-9]{2}(-[2-4][0-9]{2})?)*$/

/**
 * Capabilities that an application may ask for beside those that every container keeps. None of them reaches the network, the instance, or
 * another container.
 */
export const grantableCapabilities = ['AUDIT_WRITE', 'IPC_LOCK', 'SYS_NICE', 'SYS_PTRACE'] as const

/** For so long use is judged before people are warned of it. */
export const warningMinutes = 10
/** Minutes of requests by which people are warned of 5xx. CloudWatch tells of them five at a time. */
export const errorMinutes = 15

const seconds = (value: number) => `${value} s`

export const settingRules = {
  healthCheck: {
    path: {
      kind: 'text',
      label: 'Health check path',
      hint: 'Requested with GET on every exposed port.',
      pattern: /^\/[!-"$-~]*$/,
      longest: 255,
      default: healthCheckPath,
      fault: 'A path begins with / and has no spaces, # or letters beyond ASCII, such as /api/health.',
      tell: (value) => `path ${value}`,
    },
    host: {
      kind: 'text',
      label: 'Host header',
      hint: 'For a program that answers known hosts only. Load balancers cannot send it: they then take any answer from 200 to 499.',
      pattern: /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[0-9]{1,5})?$/,
      longest: 255,
      default: '',
      fault: 'A host is a name such as shop.example.com, with or without a port.',
      tell: (value) => `Host ${value}`,
    },
    graceSeconds: {
      kind: 'number',
      label: 'Grace period (seconds)',
      hint: 'Time a process has to become healthy after it starts.',
      least: 10,
      most: 600,
      default: healthySeconds,
      tell: (value) => `grace ${seconds(value)}`,
    },
    statuses: {
      kind: 'text',
      label: 'Healthy statuses',
      hint: 'Such as 200-299 or 200,204,301-302, between 200 and 499.',
      pattern: statusesPattern,
      longest: 100,
      default: '200-299',
      fault: 'Statuses are numbers from 200 to 499 or ranges of them, with commas between: 200-299,301.',
      holds: (value) => value.split(',').every(isRangeInOrder),
      tell: (value) => `statuses ${value}`,
    },
    intervalSeconds: {
      kind: 'number',
      label: 'Interval (seconds)',
      hint: 'Time between health checks of a load balancer.',
      least: 5,
      most: 120,
      default: 5,
      tell: (value) => `every ${seconds(value)}`,
    },
  },
  container: {
    stopGraceSeconds: {
      kind: 'number',
      label: 'Stop grace (seconds)',
      hint: 'Time from the stop signal until the process is killed. When AWS reclaims a Spot instance, two minutes have to do for everything.',
      least: 10,
      most: 600,
      default: 10,
      tell: (value) => `stop grace ${seconds(value)}`,
    },
    init: {
      kind: 'flag',
      label: "Docker's init",
      hint: 'The init collects processes that ended. Without it, the program is process 1 itself.',
      default: true,
      box: "Run without Docker's init",
      tell: (value) => (value ? "Docker's init" : "no init of Docker's"),
    },
    capabilities: {
      kind: 'names',
      label: 'Linux capabilities',
      hint: 'Rights beyond those that every container has.',
      of: grantableCapabilities,
      default: [],
      tell: (value) => `capabilities ${value.join(', ')}`,
    },
  },
  warnings: {
    memoryPercent: {
      kind: 'number',
      label: 'Memory over (%)',
      hint: `Warn if a process uses more of its memory than this for ${warningMinutes} minutes. 0 is off.`,
      least: 0,
      most: 99,
      default: 0,
      tell: (value) => `memory over ${value} %`,
    },
    throttledPercent: {
      kind: 'number',
      label: 'CPU throttled over (%)',
      hint: `Warn if the CPU limit throttles a process for more than this share of ${warningMinutes} minutes. 0 is off.`,
      least: 0,
      most: 99,
      default: 0,
      tell: (value) => `CPU throttled over ${value} %`,
    },
    errorPercent: {
      kind: 'number',
      label: '5xx over (%)',
      hint: `Warn if processes answer more than this share of the requests of ${errorMinutes} minutes with 5xx. Needs request metrics. 0 is off.`,
      least: 0,
      most: 99,
      default: 0,
      tell: (value) => `5xx over ${value} %`,
    },
    outOfMemory: {
      kind: 'flag',
      label: 'Out of memory',
      hint: 'SDO warns if a process, or a program in it, is killed because its memory ran out.',
      default: true,
      box: 'No warning when out of memory',
      tell: (value) => (value ? 'out of memory' : 'none when out of memory'),
    },
  },
} satisfies Record<string, Record<string, SettingRule>>

type Rules = typeof settingRules
export type SettingPart = keyof Rules
type ValueOf<Rule> = Rule extends { kind: 'number' }
  ? number
  : Rule extends { kind: 'flag' }
    ? boolean
    : Rule extends { kind: 'names' }
      ? readonly string[]
      : string

/** What an application has of its own of one part. */
export type SettingsOf<Part extends SettingPart> = {
  [Name in keyof Rules[Part]]?: ValueOf<Rules[Part][Name]>
}
type Complete<Part extends SettingPart> = Required<SettingsOf<Part>>
export type HealthCheck = Complete<'healthCheck'>
type ContainerSettings = Complete<'container'>
type Warnings = Complete<'warnings'>

/** What an application has of its own; a part that is as it is by default is absent. */
export type RunSettings = { [Part in SettingPart]?: SettingsOf<Part> }

export const settingParts = Object.keys(settingRules) as SettingPart[]

/** The rules of a part by name, in their order. */
export const rulesOf = (part: SettingPart): [name: string, rule: SettingRule][] =>
  Object.entries(settingRules[part])

/** A part with the defaults of what it does not say. */
export const completeSettings = <Part extends SettingPart>(
  part: Part,
  own: SettingsOf<Part> | undefined,
): Complete<Part> =>
  ({
    ...Object.fromEntries(rulesOf(part).map(([name, rule]) => [name, rule.default])),
    ...own,
  }) as Complete<Part>

/** How its processes are asked whether they are well; `host` is empty where there is none of its own. */
export const healthCheckOf = ({ healthCheck }: RunSettings): HealthCheck =>
  completeSettings('healthCheck', healthCheck)

/** How its containers are run and ended. */
export const containerSettingsOf = ({ container }: RunSettings): ContainerSettings =>
  completeSettings('container', container)

/** Of which use of its processes people are warned; 0 of none. */
export const warningsOf = ({ warnings }: RunSettings): Warnings => completeSettings('warnings', warnings)

/** Of whatever has them, what is not as by default, in the order of the declaration. */
export function runSettingsOf(settings: RunSettings): RunSettings {
  const parts = settingParts.flatMap((part) => {
    const own = settings[part] as Record<string, unknown> | undefined
    const differing = rulesOf(part).flatMap(([name, rule]) => {
      const value = own?.[name]
      const isDefault = value === undefined || JSON.stringify(value) === JSON.stringify(rule.default)
      return isDefault ? [] : [[name, value] as const]
    })
    return differing.length === 0 ? [] : [[part, Object.fromEntries(differing)] as const]
  })
  return Object.fromEntries(parts)
}

/** What is not as by default, in words; empty where all is. */
export const tellSettings = (part: SettingPart, settings: RunSettings): string =>
  rulesOf(part)
    .flatMap(([name, rule]) => {
      const value = (runSettingsOf(settings)[part] as Record<string, unknown> | undefined)?.[name]
      return value === undefined ? [] : (rule.tell as (value: unknown) => string)(value)
    })
    .join(', ')

/** What is wrong with the value of a setting, for people; undefined if nothing is. */
export function settingFault(rule: SettingRule, value: unknown): string | undefined {
  switch (rule.kind) {
    case 'number': {
      const fits = Number.isInteger(value) && Number(value) >= rule.least && Number(value) <= rule.most
      return fits ? undefined : `${rule.label}: enter a whole number from ${rule.least} to ${rule.most}.`
    }
    case 'text': {
      const fits =
        typeof value === 'string' &&
        value.length <= rule.longest &&
        rule.pattern.test(value) &&
        rule.holds?.(value) !== false
      return fits ? undefined : rule.fault
    }
    case 'flag':
      return typeof value === 'boolean' ? undefined : `${rule.label} must be true or false.`
    case 'names': {
      const unknown = Array.isArray(value) ? value.find((name) => !rule.of.includes(String(name))) : value
      return unknown === undefined ? undefined : capabilityFault(String(unknown), rule)
    }
  }
}

const capabilityFault = (name: string, { of }: Names): string =>
  keptCapabilities.includes(name)
    ? `Every container has ${name} already: give the others only.`
    : `A process cannot have ${name.slice(0, 40)}. Choose among ${of.join(', ')}.`

const boundsOf = (range: string): [number, number] => {
  const [first = '', last = first] = range.split('-')
  return [Number(first), Number(last)]
}

function isRangeInOrder(range: string): boolean {
  const [first, last] = boundsOf(range)
  return first <= last
}

/** Whether a status is among those of a health check. */
export const isHealthyStatus = (statuses: string, status: number): boolean =>
  statuses.split(',').some((range) => {
    const [first, last] = boundsOf(range)
    return status >= first && status <= last
  })
