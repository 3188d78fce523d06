import { beforeAll, describe } from 'vitest'
import { createDockerRuntime } from '../../../agent/containers/docker/docker-runtime'
import type { ContainerRuntime } from '../../../agent/containers/runtime'
import { silentLogger } from '../../../core/logging/logger'
import { systemClock } from '../../../core/time/clock'
import { importImage, runningShell, webServer } from '../../docker/images'
import { dockerIsMissing, useDocker } from '../../docker/use-docker'
import { describeRuntime } from './runtime-contract'

describe.skipIf(dockerIsMissing)('Docker', () => {
  const daemon = useDocker(async ({ docker }) => {
    await importImage(docker, 'test/web:1', webServer)
    await importImage(docker, 'test/crash:1', runningShell('echo "began with $DATABASE_PASSWORD"; exit 1'))
  })
  let runtime: ContainerRuntime
  beforeAll(async () => {
    runtime = await createDockerRuntime({
      docker: daemon().docker,
      instance: 'instance-1',
      publishOn: '127.0.0.1',
      prefersLocalImages: true,
      registryLogin: async () => undefined,
      clock: systemClock,
      log: silentLogger,
    })
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
