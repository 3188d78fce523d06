import { randomUUID } from 'node:crypto'
import type { EnvironmentStatus } from '../../core/resources/environment'
import { buildInstance, buildProcess } from './environment-parts'
import { buildEnvironmentStatus } from './resource-status'

const epoch = 1_780_000_000_000

/** The status of an environment with so many processes, ids and times as long as real ones, on an instance for every seven of them. */
export function buildLargeStatus(
  processes: number,
  texts: { message?: string; outputFault?: string } = {},
): EnvironmentStatus {
  const deployment = randomUUID()
  const applications = Array.from({ length: 20 }, () => randomUUID())
  const instances = Array.from({ length: Math.ceil(processes / 7) }, () =>
    buildInstance(randomUUID(), {
      instanceId: 'i-0123456789abcdef0',
      instanceType: 'm7g.2xlarge',
      market: 'spot',
      pricePerHour: 0.123456,
      onDemandPricePerHour: 0.3264,
      lastSeenEpoch: epoch,
      launchedEpoch: epoch,
      boot: { kernel: 7.123, docker: 9.234, agent: 12.345, pulled: 20.123, started: 21.123, healthy: 25.123 },
      imageId: 'ami-0123456789abcdef0',
    }),
  )
  return buildEnvironmentStatus({
    instances,
    processes: Array.from({ length: processes }, (_, index) =>
      buildProcess(randomUUID(), {
        applicationId: applications[index % applications.length] ?? '',
        releaseId: '0123456789abcdef',
        deployment,
        clientToken: instances[index % instances.length]?.clientToken ?? '',
        requestedEpoch: epoch,
        pulledEpoch: epoch,
        startedEpoch: epoch,
        healthyEpoch: epoch,
        healthMilliseconds: 1234,
        stopPolledEpoch: epoch,
        ports: [{ port: 8080, hostPort: 20_001 }],
        ...texts,
      }),
    ),
    events: Array.from({ length: 200 }, (_, sequence) => ({
      sequence,
      epoch,
      severity: 'INFO' as const,
      type: 'network' as const,
      message: 'A line of the log. '.repeat(10),
    })),
    lastEventSequence: 199,
  })
}
