import { specOfColumns, type ConfigColumns, type ConfigSpec } from '../../core/application/config/columns'
import { byWire, type ConfigFieldName, type OverridableName } from '../../core/application/config/fields'
import { readInput } from '../../app/input/rule'
import { newConfigRule } from '../../app/services/applications/config-rules'
import type { ConfigInput, SentValue } from '../../app/input/configuration'
import { usualQuotas } from '../../app/services/quotas/quotas'

const role = (name: string) => ({ [name]: `arn:aws:iam::123456789012:role/${name}` })
export const secretOf = (name: string, account = '123456789012') =>
  `arn:aws:secretsmanager:us-east-1:${account}:secret:sdo/${name}-AbCdEf`

const workingHours = {
  start: '0 8 * * 1-5',
  end: '0 20 * * 1-5',
  timeZone: 'Europe/Berlin',
  processes: 5,
}
const nights = { start: '0 22 * * *', end: '30 5 * * *', timeZone: 'UTC', processes: 2 }

/** Two values of each field of a configuration, as they are sent. */
export const configSamples: { [Name in ConfigFieldName]: [SentValue<Name>, SentValue<Name>] } = {
  cpu: [0.5, 2],
  memoryMb: [256, 512],
  count: [1, 3],
  maxProcesses: [8, 12],
  targetCpu: [50, 70],
  targetMemory: [65, 85],
  targetRequests: [600, 1_200],
  schedule: [[workingHours], [{ ...workingHours, processes: 7 }, nights]],
  maxSpotPercentage: [100, 40],
  image: ['sdo/one', 'sdo/two'],
  ports: [[{ port: 8080, subdomain: 'api' }], [{ port: 9090 }]],
  roles: [role('one'), role('two')],
  registryCredentials: [secretOf('registries/one'), secretOf('registries/two')],
  healthCheck: [
    { path: '/a', host: 'a.example', graceSeconds: 90, statuses: '200', intervalSeconds: 10 },
    { path: '/b', host: 'b.example', graceSeconds: 30, statuses: '200-399', intervalSeconds: 20 },
  ],
  container: [
    { stopGraceSeconds: 30, init: false, capabilities: ['IPC_LOCK'] },
    { stopGraceSeconds: 60, init: true, capabilities: ['SYS_NICE', 'SYS_PTRACE'] },
  ],
  warnings: [
    { memoryPercent: 90, throttledPercent: 20, errorPercent: 2, outOfMemory: false },
    { memoryPercent: 70, throttledPercent: 0, errorPercent: 0, outOfMemory: true },
  ],
  environmentVariables: [{ A: '1' }, { B: '2', C: '3' }],
  secrets: [{ S: secretOf('secrets/one') }, { T: secretOf('secrets/two') }],
}

/** Two values of each field that an environment can override, as they are sent. */
export const overrideSamples: { [Name in OverridableName]: [SentValue<Name>, SentValue<Name>] } = {
  count: [4, 7],
  maxProcesses: [9, 20],
  targetCpu: [40, 80],
  targetMemory: [30, 75],
  targetRequests: [300, 2_000],
  schedule: [[nights], []],
  maxSpotPercentage: [20, 60],
  roles: configSamples.roles,
}

/** The samples by their names on the wire. */
export const sentSamples = byWire((_, name) => configSamples[name])

/** The row that is made of the first or the second value of each field. */
export const sampleColumns = (which: 0 | 1): ConfigColumns =>
  readInput(
    newConfigRule({ quotas: usualQuotas }),
    byWire((_, name) => configSamples[name][which]) as ConfigInput,
  )

export const sampleSpec = (which: 0 | 1): ConfigSpec => specOfColumns(sampleColumns(which))
