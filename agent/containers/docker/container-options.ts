import { createHash } from 'node:crypto'
import type Docker from 'dockerode'
import { region } from '../../../core/aws/region'
import { bytesPerMegabyte } from '../../../core/catalogue/figures'
import type { LogStream } from '../../output/log-streams'
import type { ContainerSpec, PortMapping } from '../runtime'
import { confinement } from './confinement'
import { nameOf } from './pull-image'

/** Labels by which the next agent finds its containers. Whoever reads the container's own files does not see them; they hold no secret. */
export const labels = {
  instance: 'sdo.dev/instance',
  process: 'sdo.dev/process',
  ports: 'sdo.dev/ports',
  digest: 'sdo.dev/digest',
  memoryMb: 'sdo.dev/memory-mb',
  /** Names of the variables that are secrets. */
  secrets: 'sdo.dev/secrets',
  logGroup: 'sdo.dev/log-group',
  logStream: 'sdo.dev/log-stream',
}

const sharesPerCpu = 1024
/** The fewest and most shares of a processor that Docker takes. */
const fewestShares = 2
const mostShares = 262_144
/** Programs need more while they start: nobody is held below one core, and each may take twice its share of what is idle. */
const leastCpuLimit = 1
const burst = 2

/** The instance, as far as its containers depend on it. */
interface HostFacts {
  /** Id of the instance. */
  instance: string
  network: string
  /** The address of the instance that published ports listen on. */
  publishOn: string
  /** Processors of the instance. */
  cpus: number
  /** Endpoint of CloudWatch Logs, if not AWS's own. */
  logsEndpoint?: string
  /** Whether the agent sends what containers print, because Docker cannot. */
  isOutputSent?: boolean
  /** Whether Docker's own init stands before the program. */
  hasInit?: boolean
}

/** Name of the container of a process: Docker itself refuses a second one. */
export const containerName = (instance: string, processId: string): string =>
  `sdo-${createHash('sha256').update(`${instance}\n${processId}`).digest('hex').slice(0, 24)}`

/** How Docker is asked for the container of a process. */
export function containerOptions(
  spec: ContainerSpec,
  { instance, network, publishOn, cpus, logsEndpoint, isOutputSent = false, hasInit = false }: HostFacts,
): Docker.ContainerCreateOptions {
  const { processId, cpu, memoryMb, ports, environment, secretNames = [], digest, logStream } = spec
  const { capabilities = [] } = spec
  const memory = Math.round(memoryMb * bytesPerMegabyte)
  const keys = ports.map(({ port, hostPort }) => [`${port}/tcp`, String(hostPort)] as const)
  return {
    name: containerName(instance, processId),
    Image: nameOf(spec),
    Env: Object.entries(environment).map(([name, value]) => `${name}=${value}`),
    Labels: {
      [labels.instance]: instance,
      [labels.process]: processId,
      [labels.ports]: JSON.stringify(ports),
      [labels.memoryMb]: String(memoryMb),
      ...(secretNames.length > 0 && { [labels.secrets]: secretNames.join(' ') }),
      ...(digest && { [labels.digest]: digest }),
      ...(logStream && { [labels.logGroup]: logStream.group, [labels.logStream]: logStream.stream }),
    },
    ExposedPorts: Object.fromEntries(keys.map(([key]) => [key, {}])),
    HostConfig: {
      Memory: memory,
      // As much as its memory: none to swap to.
      MemorySwap: memory,
      CpuShares: Math.min(Math.max(Math.round(cpu * sharesPerCpu), fewestShares), mostShares),
      NanoCpus: Math.round(Math.min(Math.max(cpu * burst, leastCpuLimit), cpus) * 1e9),
      PortBindings: Object.fromEntries(
        keys.map(([key, hostPort]) => [key, [{ HostIp: publishOn, HostPort: hostPort }]]),
      ),
      NetworkMode: network,
      // Collects what ended without anybody waiting for it: few programs do that as a first process has to.
      Init: hasInit,
      // The agent restarts it, and knows why.
      RestartPolicy: { Name: 'no' },
      LogConfig: logStream && !isOutputSent ? sentLog(logStream, logsEndpoint) : keptLog,
      ...confinement,
      CapAdd: [...confinement.CapAdd, ...capabilities],
    },
  }
}

/**
 * Log settings by which output fills no disk, and a reader who is behind, be it CloudWatch, holds up nobody: lines that do not fit into the
 * buffer are lost. Docker
 * keeps the end of it beside what it sends, so that it can be read here; without the right to send it tries again and again.
 */
const sentLog = (
  { group, stream }: LogStream,
  endpoint: string | undefined,
): Docker.HostConfig['LogConfig'] => ({
  Type: 'awslogs',
  Config: {
    'awslogs-region': region,
    'awslogs-group': group,
    'awslogs-stream': stream,
    ...(endpoint && { 'awslogs-endpoint': endpoint }),
    'cache-disabled': 'false',
    'cache-max-size': '1m',
    'cache-max-file': '2',
    mode: 'non-blocking',
  },
})

const keptLog: Docker.HostConfig['LogConfig'] = {
  Type: 'json-file',
  Config: { 'max-size': '1m', 'max-file': '2', mode: 'non-blocking' },
}

/** The log stream that labels tell of. */
export function logStreamOf(found: Record<string, string>): LogStream | undefined {
  const { [labels.logGroup]: group, [labels.logStream]: stream } = found
  return group && stream ? { group, stream } : undefined
}

/** Ports as a label tells them; none if it tells something else. */
export function portsOf(label: string | undefined): PortMapping[] {
  try {
    const parsed: unknown = JSON.parse(label ?? '[]')
    return Array.isArray(parsed) ? (parsed as PortMapping[]) : []
  } catch {
    return []
  }
}

/** Names of variables as a label tells them. */
export const namesOf = (label: string | undefined): string[] => label?.split(' ') ?? []
