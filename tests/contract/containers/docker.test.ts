import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDockerRuntime } from '../../../agent/containers/docker/docker-runtime'
import type { ContainerRuntime } from '../../../agent/containers/runtime'
import { agentControlPort } from '../../../core/agent/protocol'
import { silentLogger } from '../../../core/logging/logger'
import { systemClock } from '../../../core/time/clock'
import { eventually } from '../../builders/eventually'
import { importImage, runningShell, webServer } from '../../docker/images'
import { dockerIsMissing, useDocker } from '../../docker/use-docker'
import { describeRuntime } from './runtime-contract'

describe.skipIf(dockerIsMissing)('Docker', () => {
  const daemon = useDocker(async ({ docker }) => {
    await importImage(docker, 'test/web:1', webServer)
    // The tests' own machine has no metadata service: it gets one for as long as they run.
    spawnSync('ip', ['address', 'replace', '169.254.169.254/32', 'dev', 'lo'])
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
