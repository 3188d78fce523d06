import { bytesPerMegabyte, hoursPerMonth } from '../../catalogue/figures'
import { loadBalancerWithAddressesPerHour } from '../../charges/charges'
import { requestCountsPerHour } from '../../environment/request-metrics'
import { longest, most } from '../../text/longest'
import { dockerBaseUrlFault } from '../docker-image'
import { registryCredentialsFault } from '../registry-credentials'
import { maximumSubdomainLength } from '../exposed-port'
import { scheduleExample } from '../schedule'
import { measureInWords } from '../scaling-measures'

/** Per cent of its CPU that a process uses when there are enough, where nobody said another number. */
export const defaultTargetCpu = 60

/** The most that one application may have. */
const applicationLimits = { cpu: 1_000, memoryMb: 100_000_000, count: 10_000 }

/**
 * How an application is run: each field of its configuration is declared here alone, under the name that resources have for it. Columns,
 * resources, the views and bodies of /v1, forms, checks, differences, overrides, releases and the table of the documentation follow.
 */
interface Common {
  /** Its name in /v1 and in forms. */
  wire: string
  /** Its column in Postgres, where that has another name, in camel case as the audit log calls it. Settings share one. */
  column?: string
  label: string
  /** One line below its control. */
  hint?: string
  /** What differences call it. */
  fact: string
  /** Whether a process has to be started anew for a change of it. */
  restarts: boolean
  /** Required of a new application; as by default where it is left out; or none, which null and an empty control say as well. */
  presence: 'required' | 'default' | 'optional'
  /** Its rows in the documentation, in Markdown. */
  docs?: readonly { label?: string; text: string }[]
  /** What resources say of it. */
  description: string
  /** Present where an environment can have a value of its own, which takes effect at once. */
  override?: { label: string; description: string }
}

/** What a number has to be. */
export interface NumberRule {
  /** To go before `, not “x”`. */
  rule: string
  isWhole: boolean
  range: { above: number; most: number } | { from: number; most: number }
  /** Said of what is empty or too small; where there is none, the rule is. */
  missing?: string
  /** Said of what is too large; where there is none, the rule is. */
  tooMuch?: string
  /** Said of more digits behind the point than are kept. */
  tooFine?: string
  /** How much each unit is that people write behind it; see `WantedNumber`. */
  units?: Record<string, number>
}

export interface NumberField extends Common, NumberRule {
  kind: 'number'
  /** Behind the number where a difference tells it. */
  unit?: string
  /** In the control of a new application. */
  default?: number
  /** `tell` says the number in the history of an environment. */
  override?: Common['override'] & Partial<NumberRule> & { tell(value: number): string }
}

interface TextField extends Common {
  kind: 'text'
  longest: number
  missing?: string
  /** What is wrong with a text, for people. */
  fault(text: string): string | undefined
  /** The keys that its control takes. */
  typing?: 'image'
}

/** Rows of which there may be any number. */
interface RowsField<Kind> extends Common {
  kind: Kind
  hint: string
}

/** Spans of time in which there are more. */
interface ScheduleField extends Common {
  kind: 'schedule'
  hint: string
  /** What each number in it has to be. */
  processes: NumberRule & { range: { from: number; most: number } }
}

/** A part of `settingRules`, of the same name. */
interface SettingsField extends Common {
  kind: 'settings'
}

/** Entries that are told one by one, by their names. */
interface NamesField extends Omit<Common, 'fact'> {
  kind: 'variables' | 'secrets'
  fact?: undefined
}

export type ConfigField =
  | NumberField
  | TextField
  | RowsField<'ports'>
  | RowsField<'roles'>
  | ScheduleField
  | SettingsField
  | NamesField

const processes = { '': 1, process: 1, processes: 1 }

/** Without traffic. */
const loadBalancerMonthlyUsd = Math.round(loadBalancerWithAddressesPerHour * hoursPerMonth)

/** Of each exposed port. */
const requestCountsMonthlyUsd = (requestCountsPerHour(1) * hoursPerMonth).toFixed(2)

const mostTargetRequests = 1_000_000

const sizeFault = 'CPU count and memory MB must be provided and be greater than zero.'

/** In the order in which they are checked. */
export const configFields = {
  cpu: {
    kind: 'number',
    wire: 'cpuCount',
    column: 'cpuCount',
    label: 'CPU count',
    hint: 'Cores of one process, such as 0.25',
    docs: [{ text: 'Cores of one process: 0.01, 1, 2.5.' }],
    fact: 'CPU',
    restarts: true,
    presence: 'required',
    default: 0.25,
    rule: 'CPU count must be a number such as 0.25',
    isWhole: false,
    tooFine: 'CPU count must have at most three digits behind the point',
    range: { above: 0, most: applicationLimits.cpu },
    missing: sizeFault,
    tooMuch: `CPU count must be at most ${applicationLimits.cpu}.`,
    units: { m: 0.001, core: 1, cores: 1, cpu: 1, cpus: 1, vcpu: 1, vcpus: 1 },
    description: 'Cores of one process.',
  },
  memoryMb: {
    kind: 'number',
    wire: 'memoryMb',
    label: 'Memory MB',
    hint: '1 MB is 1,000,000 bytes',
    docs: [{ text: `Memory of one process. One MB is ${bytesPerMegabyte.toLocaleString('en')} bytes.` }],
    fact: 'Memory',
    unit: ' MB',
    restarts: true,
    presence: 'required',
    default: 512,
    rule: 'Memory MB must be a whole number',
    isWhole: true,
    range: { above: 0, most: applicationLimits.memoryMb },
    missing: sizeFault,
    tooMuch: `Memory MB must be at most ${applicationLimits.memoryMb}.`,
    // A fraction is one of a gigabyte.
    units: {
      '': 1_000,
      mb: 1,
      m: 1,
      mib: 1.048576,
      mi: 1.048576,
      gb: 1_000,
      g: 1_000,
      gib: 1_073.741824,
      gi: 1_073.741824,
    },
    description: 'Memory of one process, in units of 1,000,000 bytes.',
  },
  count: {
    kind: 'number',
    wire: 'numProcesses',
    column: 'numProcesses',
    label: 'Default number of processes',
    hint: 'An environment can override it.',
    docs: [{ text: 'An environment can override it.' }],
    fact: 'Processes',
    restarts: false,
    presence: 'required',
    default: 1,
    rule: 'Default number of processes must be a whole number',
    isWhole: true,
    range: { above: 0, most: applicationLimits.count },
    missing: 'Default number of processes is required and must be greater than zero.',
    tooMuch: `Number of processes must be at most ${applicationLimits.count}.`,
    units: processes,
    description: 'How many processes are to run. An override of the environment may say another number.',
    override: {
      label: 'Number of processes',
      description: 'How many processes are to run here. Absent: as the deployment says.',
      rule: 'Number of processes must be a whole number and at least 0',
      range: { from: 0, most: applicationLimits.count },
      missing: undefined,
      tell: (count) => `${count} ${count === 1 ? 'process' : 'processes'}`,
    },
  },
  maxProcesses: {
    kind: 'number',
    wire: 'maxProcesses',
    label: 'Scale up to',
    hint: 'Processes at most. Leave empty to keep the number of processes.',
    docs: [
      {
        text: 'Processes at most. SDO then [scales the application](/docs/usage#auto-scaling) by its use of CPU or memory, or by its requests. Empty: the number stays.',
      },
    ],
    fact: 'Scale up to',
    restarts: false,
    presence: 'optional',
    rule: `Scale up to must be a whole number from 1 to ${applicationLimits.count}`,
    isWhole: true,
    range: { from: 1, most: applicationLimits.count },
    units: processes,
    description:
      'How many processes may run where their use of CPU or memory, or their requests, need them; `count` is then the least. Absent: always `count`.',
    override: {
      label: 'Scale up to',
      description:
        'How many processes may run here where their use of CPU or memory, or their requests, need them. Absent: as the deployment says.',
      tell: (most) => `scaled up to ${most}`,
    },
  },
  targetCpu: {
    kind: 'number',
    wire: 'targetCpuPercentage',
    label: 'Target CPU (%)',
    hint: `How much of their CPU processes use when there are enough. Leave empty for ${defaultTargetCpu} %, or to scale by another target alone.`,
    docs: [
      {
        text: `How much of their CPU processes use when there are enough. ${defaultTargetCpu} where all targets are empty.`,
      },
    ],
    fact: 'Target CPU',
    unit: ' %',
    restarts: false,
    presence: 'optional',
    rule: 'Target CPU must be a whole number from 10 to 90',
    isWhole: true,
    range: { from: 10, most: 90 },
    units: { '%': 1, percent: 1 },
    description: `How much of the CPU that they ask for processes use when there are enough of them, in percent. Absent: ${defaultTargetCpu}, or none where there is another target.`,
    override: {
      label: 'Target CPU (%)',
      description:
        'How much of their CPU they use when there are enough of them here, in percent. Absent: as the deployment says.',
      tell: (percentage) => `target ${percentage} % CPU`,
    },
  },
  targetMemory: {
    kind: 'number',
    wire: 'targetMemoryPercentage',
    label: 'Target memory (%)',
    hint: 'How much of their memory processes use when there are enough. Leave empty so that memory does not count.',
    docs: [
      {
        text: 'How much of their memory processes use when there are enough. Empty: memory does not count.',
      },
    ],
    fact: 'Target memory',
    unit: ' %',
    restarts: false,
    presence: 'optional',
    rule: 'Target memory must be a whole number from 10 to 90',
    isWhole: true,
    range: { from: 10, most: 90 },
    units: { '%': 1, percent: 1 },
    description:
      'How much of the memory that they ask for processes use when there are enough of them, in percent. Absent: memory does not count.',
    override: {
      label: 'Target memory (%)',
      description:
        'How much of their memory they use when there are enough of them here, in percent. Absent: as the deployment says.',
      tell: (percentage) => `target ${percentage} % memory`,
    },
  },
  targetRequests: {
    kind: 'number',
    wire: 'targetRequests',
    label: 'Target requests',
    hint: `Requests per process and minute at its exposed ports when there are enough. Leave empty so that requests do not count. They are read from CloudWatch each minute while the application is scaled: AWS charges about ${requestCountsMonthlyUsd} USD a month for each exposed port and environment, which no sum of costs includes.`,
    docs: [
      {
        text: `Requests per process and minute when there are enough. Needs an exposed port. AWS charges about ${requestCountsMonthlyUsd} USD a month for each port in each environment. Empty: requests do not count.`,
      },
    ],
    fact: 'Target requests',
    restarts: false,
    presence: 'optional',
    rule: `Target requests must be a whole number from 1 to ${mostTargetRequests}`,
    isWhole: true,
    range: { from: 1, most: mostTargetRequests },
    units: { request: 1, requests: 1 },
    description:
      'How many requests each process gets in a minute when there are enough of them. Absent, or without an exposed port: requests do not count.',
    override: {
      label: 'Target requests',
      description:
        'How many requests each of them gets in a minute when there are enough of them here. Absent: as the deployment says.',
      tell: (requests) => `target ${measureInWords('requests', requests)}`,
    },
  },
  schedule: {
    kind: 'schedule',
    wire: 'schedule',
    label: 'Schedule',
    hint: `Starts and ends as in cron, with a time zone and how many processes there are at least in between: ${scheduleExample}. One per line, at most ${most.scheduleEntries}.`,
    docs: [
      {
        text: `[When there are more processes](/docs/usage#schedule), such as \`${scheduleExample}\`. One per line, at most ${most.scheduleEntries}.`,
      },
    ],
    fact: 'Schedule',
    restarts: false,
    presence: 'optional',
    processes: {
      rule: `The number of processes must be a whole number from 1 to ${applicationLimits.count}`,
      isWhole: true,
      range: { from: 1, most: applicationLimits.count },
      units: processes,
    },
    description:
      'From each start until the next end there are at least so many processes, also where `count` is 0. Absent: at all times `count`.',
    override: {
      label: 'Schedule',
      description: 'When there are more processes here. Empty: at no time. Absent: as the deployment says.',
    },
  },
  maxSpotPercentage: {
    kind: 'number',
    wire: 'maxSpotPercentage',
    label: 'At most on Spot (%)',
    hint: '100: as many as the environment allows',
    docs: [{ text: '100 lets the environment decide.' }],
    fact: 'Spot at most',
    unit: ' %',
    restarts: false,
    presence: 'default',
    default: 100,
    rule: 'The Spot percentage must be a whole number from 0 to 100',
    isWhole: true,
    range: { from: 0, most: 100 },
    units: { '%': 1, percent: 1 },
    description:
      'How many of the processes may run on Spot instances, in percent. The strategy of the environment may allow fewer.',
    override: {
      label: 'At most on Spot (%)',
      description: 'How many of them may run on Spot instances, in percent. Absent: as the deployment says.',
      tell: (percentage) => `at most ${percentage} % Spot`,
    },
  },
  image: {
    kind: 'text',
    wire: 'dockerBaseUrl',
    column: 'dockerBaseUrl',
    label: 'Docker image',
    hint: 'Where the image is, without its tag: registry.example.com/team/shop, with a port where the registry has one.',
    docs: [
      {
        text: 'Where the image is, without its tag: `registry.example.com/team/shop`, or `registry.example.com:5000/team/shop`.',
      },
    ],
    fact: 'Image',
    restarts: true,
    presence: 'required',
    description: 'Image without its tag.',
    longest: longest.imageAddress,
    missing: 'Docker image must be provided.',
    fault: dockerBaseUrlFault,
    typing: 'image',
  },
  ports: {
    kind: 'ports',
    wire: 'exposedPortsV2',
    column: 'exposedPorts',
    label: 'Exposed ports',
    hint: `Each gets a load balancer in every environment, unless that has one for all. A load balancer costs about ${loadBalancerMonthlyUsd} USD a month before traffic. The process must speak HTTP, not HTTPS, and answer its health check: GET /health with 200 to 299, unless Advanced says otherwise. Subdomains count in a linked hosted zone: @ is the zone itself, * is every name that nothing else has.`,
    docs: [
      {
        text: 'Each gets a [load balancer](/docs/load-balancers). HTTP, [nothing else](/docs/upcoming-features#other-protocols).',
      },
      {
        label: 'Subdomain of a port',
        text: `Optional, at most ${maximumSubdomainLength} characters: lower-case letters, digits and single hyphens; \`@\` or \`*\`. See [names](/docs/external-resources#link-names-to-an-environment).`,
      },
    ],
    fact: 'Ports',
    restarts: true,
    presence: 'optional',
    description: 'Ports that are reached from outside, each by a load balancer of its own.',
  },
  roles: {
    kind: 'roles',
    wire: 'roles',
    label: 'Additional roles',
    hint: 'A key by which the process asks for credentials, and the ARN of the role in your AWS account.',
    docs: [
      {
        label: 'Roles',
        text: 'A key of your choice and the ARN of a role. See [credentials](/docs/application-integration#aws-credentials).',
      },
    ],
    fact: 'Roles',
    restarts: true,
    presence: 'optional',
    description: 'IAM roles that processes can take, by key: the ARN of each.',
    override: {
      label: 'Roles',
      description:
        'IAM roles by key, in the place of those of the deployment. Absent: as the deployment says.',
    },
  },
  registryCredentials: {
    kind: 'text',
    wire: 'registryCredentials',
    label: 'Registry login',
    hint: 'ARN of the secret or parameter sdo/registries/… in your AWS account that contains it. Public registries and ECR need none.',
    docs: [
      {
        text: 'Only for a private registry. See [Images and ECR](/docs/aws-ecr#another-registry-with-a-login).',
      },
    ],
    fact: 'Registry credentials',
    restarts: true,
    presence: 'optional',
    description:
      "ARN of the secret that holds the login for the image's registry; none for public ones and ECR.",
    longest: longest.registryCredentials,
    fault: registryCredentialsFault,
  },
  healthCheck: {
    kind: 'settings',
    wire: 'healthCheck',
    column: 'runSettings',
    label: 'Health check',
    fact: 'Health check',
    restarts: true,
    presence: 'optional',
    description: 'How processes are asked whether they are well, where that is not as by default.',
  },
  container: {
    kind: 'settings',
    wire: 'container',
    column: 'runSettings',
    label: 'Container',
    fact: 'Container',
    restarts: true,
    presence: 'optional',
    description: 'How containers are run and ended, where that is not as by default.',
  },
  warnings: {
    kind: 'settings',
    wire: 'warnings',
    column: 'runSettings',
    label: 'Warnings',
    fact: 'Warnings',
    restarts: false,
    presence: 'optional',
    description: 'Of which use of its processes people are warned, where that is not as by default.',
  },
  environmentVariables: {
    kind: 'variables',
    wire: 'environmentVariables',
    label: 'Variables',
    docs: [
      {
        label: 'Variables and secrets',
        text: 'What processes find in their environment. See [variables](/docs/application-integration#variables-of-your-own).',
      },
    ],
    restarts: true,
    presence: 'optional',
    description:
      'What processes get besides what SDO tells them; absent where there are none. Values are no secrets.',
  },
  secrets: {
    kind: 'secrets',
    wire: 'secrets',
    label: 'Secrets',
    restarts: true,
    presence: 'optional',
    description:
      'What the instance reads for a process when it starts, and nobody else; absent where there are none.',
  },
} as const satisfies Record<string, ConfigField>

export type ConfigFields = typeof configFields
export type ConfigFieldName = keyof ConfigFields

/** Every field with its name. */
export const configEntries = Object.entries(configFields) as [ConfigFieldName, ConfigField][]

/** The fields of which an environment can have a value of its own. */
export type OverridableName = {
  [Name in ConfigFieldName]: ConfigFields[Name] extends { override: object } ? Name : never
}[ConfigFieldName]

export const overridable = configEntries.filter(([, field]) => field.override !== undefined) as [
  OverridableName,
  ConfigField,
][]

/** What of it an environment has of its own once somebody says that it overrides: a number, or a schedule. */
export const overridableCapacity = overridable.flatMap(([, field]) =>
  field.kind === 'number' || field.kind === 'schedule' ? [field] : [],
)

/** Whether resources can leave the field out, and a row holds null for that. */
export const mayBeNone = ({ kind, presence }: ConfigField): boolean =>
  presence === 'optional' && (kind === 'number' || kind === 'text' || kind === 'schedule')

/** `value` of each field, by its name on the wire. */
export const byWire = <Value>(
  value: (field: ConfigField, name: ConfigFieldName) => Value,
): Record<string, Value> =>
  Object.fromEntries(configEntries.map(([name, field]) => [field.wire, value(field, name)]))
