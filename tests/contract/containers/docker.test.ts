import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type Docker from 'dockerode'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createDockerRuntime } from '../../../agent/containers/docker/docker-runtime'
import type { ContainerFigures, ContainerRuntime } from '../../../agent/containers/runtime'
import { agentControlPort } from '../../../core/agent/protocol'
import { silentLogger } from '../../../core/logging/logger'
import { systemClock } from '../../../core/time/clock'
import { eventually } from '../../builders/eventually'
import { importImage, runningShell, webServer } from '../../docker/images'
import { dockerIsMissing, useDocker } from '../../docker/use-docker'
import { describeRuntime } from './runtime-contract'

const megabyte = 1024 * 1024
const nanoseconds = 1e9
/** It holds so much memory, and has two programs that each would use a whole core. */
const heldMegabytes = 40
const busy = `dd if=/dev/zero of=/dev/shm/held bs=1M count=${heldMegabytes} 2>/dev/null; while :; do :; done & while :; do :; done`

describe.skipIf(dockerIsMissing)('Docker', () => {
  const daemon = useDocker(async ({ docker }) => {
    await importImage(docker, 'test/web:1', webServer)
    // The tests' own machine has no metadata service: it gets one for as long as they run.
    spawnSync('ip', ['address', 'replace', '169.254.169.254/32', 'dev', 'lo'])
    await importImage(docker, 'test/busy:1', runningShell(busy))
    await importImage(docker, 'test/crash:1', runningShell('echo "began with $DATABASE_PASSWORD"; exit 1'))
  })
  afterAll(() => void spawnSync('ip', ['address', 'delete', '169.254.169.254/32', 'dev', 'lo']))
  let runtime: ContainerRuntime
  beforeAll(async () => {
    runtime = await createDockerRuntime({
      docker: daemon().docker,
      instance: 'instance-1',
      publishOn: '127.0.0.1',
      prefersLocalImages: true,
      guardsInstance: true,
      registryLogin: async () => undefined,
      clock: systemClock,
      log: silentLogger,
    })
  })

  it('is of the version that instances have, and forwards ports by the firewall alone, as theirs does', async () => {
    expect((await daemon().docker.version()).Version).toMatch(/^25\.0\./)
    expect(spawnSync('pgrep', ['-f', 'docker-proxy.*172.29.99']).stdout.toString()).toBe('')
  })

  it('keeps containers from the metadata service, the control port and the socket of Docker, and from nothing else', async () => {
    // As the metadata service would be there, and beside it somebody whom containers may ask.
    const servers = await Promise.all(
      [
        ['169.254.169.254', 80],
        [runtime.agentHost, agentControlPort],
        [runtime.agentHost, agentControlPort + 1],
      ].map(async ([host, port]) => {
        const server = createServer((socket) => socket.end('reached\n'))
        server.listen(Number(port), String(host))
        await once(server, 'listening')
        return server
      }),
    )
    const ask = (host: string, port: number) =>
      `/bin/busybox nc -w 3 ${host} ${port} </dev/null 2>/dev/null || echo refused`
    await importImage(
      daemon().docker,
      'test/curious:1',
      runningShell(
        [
          ask('169.254.169.254', 80),
          ask(runtime.agentHost, agentControlPort),
          ask(runtime.agentHost, agentControlPort + 1),
          'test -e /var/run/docker.sock && echo reached',
          '/bin/busybox httpd -f -p 8080',
        ].join('; '),
      ),
    )
    const container = await runtime.start({
      processId: 'curious',
      image: 'test/curious',
      tag: '1',
      cpu: 0.1,
      memoryMb: 50,
      ports: [],
      environment: {},
    })
    try {
      const output = await eventually('three answers', async () => {
        const lines = await container.lastOutput()
        return lines.length >= 3 && lines
      })
      expect(output).toEqual(['refused', 'refused', 'reached'])
    } finally {
      await container.discard()
      for (const server of servers) server.close()
    }
  })

  it('says the same of what a container uses, at the same time, as Docker: CPU, how long its limit held it back, and memory', async () => {
    const container = await runtime.start({
      processId: 'busy',
      image: 'test/busy',
      tag: '1',
      cpu: 0.5,
      memoryMb: 200,
      ports: [],
      environment: {},
    })
    onTestFinished(() => container.discard())
    // Where others want the cores too, its own limit of one core would hold it back seldom.
    await (await busyContainer(daemon().docker)).update({ NanoCpus: 0.2 * nanoseconds })
    const isUsed = async () => {
      const { cpuSeconds = 0, memoryBytes = 0, throttledSeconds = 0 } = await container.figures()
      return cpuSeconds > 1 && throttledSeconds > 0 && memoryBytes > heldMegabytes * megabyte
    }
    await eventually('it is held back, and holds its memory', isUsed, 50_000)
    const before = await container.figures()
    const said = await statsOf(daemon().docker)
    const after = await container.figures()
    for (const figure of ['cpuSeconds', 'throttledSeconds'] as const) {
      expect(said[figure], figure).toBeGreaterThanOrEqual(before[figure] ?? Infinity)
      expect(said[figure], figure).toBeLessThanOrEqual(after[figure] ?? 0)
    }
    expect(Math.abs((after.memoryBytes ?? 0) / said.memoryBytes - 1)).toBeLessThan(0.03)
  })

  describeRuntime('Docker', {
    runtime: () => runtime,
    serving: { image: 'test/web', tag: '1' },
    crashing: { image: 'test/crash', tag: '1' },
    printed: 'began with (hidden)',
    missing: [
      [{ image: '127.0.0.1:9/nothing', tag: '1' }, /^the registry 127\.0\.0\.1:9 cannot be reached/],
      [{ image: 'test/$(touch /tmp/x);`id`', tag: '1' }, /is no name that an image can have/],
    ],
  })
})

async function busyContainer(docker: Docker): Promise<Docker.Container> {
  const [running] = await docker.listContainers({ filters: { ancestor: ['test/busy:1'] } })
  return docker.getContainer(running?.Id ?? '')
}

async function statsOf(docker: Docker): Promise<Required<{ [K in keyof ContainerFigures]: number }>> {
  const stats = await (await busyContainer(docker)).stats({ stream: false, 'one-shot': true })
  const { cpu_stats: cpu, memory_stats: memory } = stats
  // By name in version 2 of control groups, and in version 1, where the groups below count too.
  const parts = memory.stats as unknown as Record<string, number | undefined>
  return {
    cpuSeconds: cpu.cpu_usage.total_usage / nanoseconds,
    throttledSeconds: cpu.throttling_data.throttled_time / nanoseconds,
    memoryBytes: memory.usage - (parts.total_inactive_file ?? parts.inactive_file ?? 0),
  }
}
