import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { networkInterfaces } from 'node:os'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDockerRuntime } from '../../../agent/containers/docker/docker-runtime'
import { sdkAddress } from '../../../agent/containers/docker/network'
import type { ContainerRuntime } from '../../../agent/containers/runtime'
import {
  createCredentialsServers,
  type CredentialsServers,
} from '../../../agent/credentials/process-credentials'
import { silentLogger } from '../../../core/logging/logger'
import { systemClock } from '../../../core/time/clock'
import { FakeRoleCredentials } from '../../builders/fake-role-credentials'
import { importImage } from '../../docker/images'
import { nodeLayer } from '../../../agent/samples/node-layer'
import { dockerIsMissing, useDocker } from '../../docker/use-docker'

/** As a customer writes it who never heard of us. */
const program = `
  import { STSClient } from '@aws-sdk/client-sts'
  const { config } = new STSClient()
  const { accessKeyId, expiration } = await config.credentials()
  console.log(JSON.stringify({ accessKeyId, expires: expiration.getTime(), region: await config.region() }))`

async function bundle(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: process.cwd() },
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)",
    },
    write: false,
    logLevel: 'error',
  })
  return outputFiles[0]?.text ?? ''
}

const ip = (verb: string) => execFileSync('ip', ['address', verb, `${sdkAddress}/32`, 'dev', 'lo'])
const isThere = () => (networkInterfaces().lo ?? []).some(({ address }) => address === sdkAddress)

describe.skipIf(dockerIsMissing)('a container with the AWS SDK that knows nothing of us', () => {
  const daemon = useDocker(async ({ docker }) => {
    const changes = ['CMD ["/bin/node", "/program.mjs"]']
    await importImage(docker, 'test/sdk:1', changes, nodeLayer(await bundle(program)))
  })
  let runtime: ContainerRuntime
  let servers: CredentialsServers
  let isAdded = false
  beforeAll(async () => {
    // As user data does on an instance.
    isAdded = !isThere()
    if (isAdded) ip('add')
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
    servers = createCredentialsServers({
      key: randomBytes(32),
      host: runtime.agentHost,
      hostInContainers: runtime.agentHostInContainers,
      sdkHost: runtime.sdkHost,
      roleCredentials: new FakeRoleCredentials(systemClock),
      clock: systemClock,
      log: silentLogger,
    })
    await servers.start()
  })
  afterAll(async () => {
    await servers?.stop()
    if (isAdded) ip('del')
  })

  it('finds the credentials of the role default by itself, at 169.254.170.2', async () => {
    const opened = servers.open({ id: 'process-1', roles: { default: 'arn:aws:iam::1:role/app' } })
    const environment = opened.variables()
    expect(environment.AWS_CONTAINER_CREDENTIALS_FULL_URI).toMatch(/^http:\/\/169\.254\.170\.2:/)
    const image = { image: 'test/sdk', tag: '1' }
    await runtime.pull(image)
    const spec = { processId: 'process-1', cpu: 1, memoryMb: 300, ports: [] }
    const container = await runtime.start({ ...image, ...spec, environment })
    expect(await container.exited).toMatchObject({ code: 0 })
    const output = (await container.lastOutput()).find((line) => line.startsWith('{')) ?? '{}'
    await container.discard()
    const found = JSON.parse(output) as { accessKeyId: string; expires: number; region: string }
    expect(found).toMatchObject({ accessKeyId: 'ASIA-app-1', region: 'us-east-1' })
    expect(found.expires).toBeGreaterThan(Date.now() + 3_500_000)
  })
})
