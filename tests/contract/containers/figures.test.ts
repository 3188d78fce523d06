import type Docker from 'dockerode'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createDockerRuntime } from '../../../agent/containers/docker/docker-runtime'
import type { ContainerFigures, ContainerRuntime } from '../../../agent/containers/runtime'
import { silentLogger } from '../../../core/logging/logger'
import { systemClock } from '../../../core/time/clock'
import { eventually } from '../../builders/eventually'
import { importImage, runningShell } from '../../docker/images'
import { dockerIsMissing, useDocker } from '../../docker/use-docker'

const megabyte = 1024 * 1024
const nanoseconds = 1e9
/** It holds so much memory, and has two programs that each would use a whole core. */
const heldMegabytes = 40
const busy = `dd if=/dev/zero of=/dev/shm/held bs=1M count=${heldMegabytes} 2>/dev/null; while :; do :; done & while :; do :; done`

describe.skipIf(dockerIsMissing)('what a container uses', () => {
  const daemon = useDocker(async ({ docker }) => {
    await importImage(docker, 'test/busy:1', runningShell(busy))
  })
  let runtime: ContainerRuntime
  beforeAll(async () => {
    runtime = await createDockerRuntime({
      docker: daemon().docker,
      instance: 'instance-1',
      publishOn: '127.0.0.1',
      prefersLocalImages: true,
      guardsInstance: false,
      registryLogin: async () => undefined,
      clock: systemClock,
      log: silentLogger,
    })
  })

  it('is what Docker says of it at the same time: CPU, how long its limit held it back, and memory', async () => {
    const container = await runtime.start({
      processId: 'busy',
      image: 'test/busy',
      tag: '1',
      // Its limit is one core.
      cpu: 0.1,
      memoryMb: 200,
      ports: [],
      environment: {},
    })
    onTestFinished(() => container.discard())
    await eventually('it is held back, and holds its memory', async () => {
      const { cpuSeconds = 0, memoryBytes = 0, throttledSeconds = 0 } = await container.figures()
      return cpuSeconds > 1 && throttledSeconds > 0.1 && memoryBytes > heldMegabytes * megabyte
    })
    const before = await container.figures()
    const said = await statsOf(daemon().docker)
    const after = await container.figures()
    for (const figure of ['cpuSeconds', 'throttledSeconds'] as const) {
      expect(said[figure], figure).toBeGreaterThanOrEqual(before[figure] ?? Infinity)
      expect(said[figure], figure).toBeLessThanOrEqual(after[figure] ?? 0)
    }
    expect(Math.abs((after.memoryBytes ?? 0) / said.memoryBytes - 1)).toBeLessThan(0.03)
  })
})

async function statsOf(docker: Docker): Promise<Required<{ [K in keyof ContainerFigures]: number }>> {
  const [running] = await docker.listContainers({ filters: { ancestor: ['test/busy:1'] } })
  const stats = await docker.getContainer(running?.Id ?? '').stats({ stream: false, 'one-shot': true })
  const { cpu_stats: cpu, memory_stats: memory } = stats
  // By name in version 2 of control groups, and in version 1, where the groups below count too.
  const parts = memory.stats as unknown as Record<string, number | undefined>
  return {
    cpuSeconds: cpu.cpu_usage.total_usage / nanoseconds,
    throttledSeconds: cpu.throttling_data.throttled_time / nanoseconds,
    memoryBytes: memory.usage - (parts.total_inactive_file ?? parts.inactive_file ?? 0),
  }
}
