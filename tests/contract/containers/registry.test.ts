import { randomBytes } from 'node:crypto'
import { CreateSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDockerRuntime } from '../../../agent/containers/docker/docker-runtime'
import type { ContainerRuntime, ImageReference } from '../../../agent/containers/runtime'
import { createRegistryLogin } from '../../../agent/registries/registry-login'
import { region } from '../../../core/aws/region'
import { silentLogger } from '../../../core/logging/logger'
import { systemClock } from '../../../core/time/clock'
import { startBreakableProxy } from '../../builders/breakable-proxy'
import { packTar } from '../../../agent/samples/pack-tar'
import { dockerIsMissing, useDocker } from '../../docker/use-docker'
import { anyCredentials } from '../../moto/install-stack'
import { motoPython } from '../../moto/moto-python'
import { startMotoServer } from '../../moto/moto-server'
import { pushImage } from '../../registry/push-image'
import { registryProgram } from '../../registry/registry-program'
import { startRegistry, type RegistryServer } from '../../registry/registry-server'

const isSkipped =
  dockerIsMissing ||
  (process.env.SDO_REQUIRE_ALL_SUITES !== '1' &&
    (motoPython.missing() ?? registryProgram.missing()) !== undefined)

const password = 'correct-horse-battery'
const saying = (words: string) => ['/bin/sh', '-c', `echo ${words}`]

/** Real Docker, the registry of the CNCF with token authentication, and moto for Secrets Manager and SSM. */
describe.skipIf(isSkipped)('the images of a registry', () => {
  const daemon = useDocker()
  let registry: RegistryServer
  let runtime: ContainerRuntime
  let closeMoto: () => Promise<void>
  const logins = { secret: '', parameter: '', wrong: '', foreign: '' }

  beforeAll(async () => {
    registry = await startRegistry(new Map([['ada', password]]))
    const moto = await startMotoServer()
    closeMoto = moto.stop
    const access = { region, endpoint: moto.endpoint, credentials: anyCredentials }
    const secrets = new SecretsManagerClient(access)
    const keep = async (name: string, login: object) =>
      (await secrets.send(new CreateSecretCommand({ Name: name, SecretString: JSON.stringify(login) })))
        .ARN ?? ''
    logins.secret = await keep('sdo/registries/ours', {
      username: 'ada',
      password,
      registry: registry.host,
    })
    logins.wrong = await keep('sdo/registries/outdated', {
      username: 'ada',
      password: 'outdated',
      registry: registry.host,
    })
    logins.foreign = await keep('sdo/registries/foreign', {
      username: 'of-another',
      password: 'of-another',
      registry: 'ghcr.io',
    })
    await new SSMClient(access).send(
      new PutParameterCommand({
        Name: '/sdo/registries/ours',
        Type: 'SecureString',
        Value: JSON.stringify({ username: 'ada', password, registry: registry.host }),
      }),
    )
    logins.parameter = `arn:aws:ssm:${region}:123456789012:parameter/sdo/registries/ours`
    runtime = await createDockerRuntime({
      docker: daemon().docker,
      instance: 'instance-1',
      publishOn: '127.0.0.1',
      prefersLocalImages: false,
      guardsInstance: false,
      registryLogin: createRegistryLogin({
        clock: systemClock,
        endpoint: moto.endpoint,
        credentials: anyCredentials,
      }),
      clock: systemClock,
      log: silentLogger,
    })
  }, 10 * 60_000)
  afterAll(async () => {
    await closeMoto?.()
    await registry?.stop()
  })

  const named = (name: string, rest: Partial<ImageReference> = {}): ImageReference => ({
    image: `${registry.host}/${name}`,
    tag: '1',
    ...rest,
  })
  const refusalOf = (reference: ImageReference): Promise<string> =>
    runtime.pull(reference).then(
      () => 'It was pulled.',
      (error: Error) => error.message,
    )

  async function outputOf(reference: ImageReference): Promise<string[]> {
    const size = { cpu: 0.1, memoryMb: 50, ports: [], environment: {} }
    const container = await runtime.start({ ...reference, ...size, processId: 'process-1' })
    await container.exited
    const lines = await container.lastOutput()
    await container.discard()
    return lines
  }

  const remove = async ({ image, tag, digest }: ImageReference) => {
    for (const name of [`${image}:${tag}`, ...(digest ? [`${image}@${digest}`] : [])])
      await daemon()
        .docker.getImage(name)
        .remove({ force: true })
        .catch(() => undefined)
  }

  it('are pulled without a login where none is needed, and their digest is told', async () => {
    const { digest } = await pushImage(registry, { name: 'public/hello', tag: '1', command: saying('hello') })
    expect(await runtime.pull(named('public/hello'))).toEqual({ digest })
    expect(await outputOf(named('public/hello', { digest }))).toEqual(['hello'])
  })

  it('tell what their tag means before anything of them is taken, with the login that they need, and why not', async () => {
    const { digest } = await pushImage(registry, { name: 'team/asked', tag: '1' })
    const asked = named('team/asked', { registryCredentials: logins.secret })
    expect(await runtime.resolve(asked)).toEqual({ digest })
    const [image] = await daemon().docker.listImages({ filters: { reference: [asked.image] } })
    expect(image).toBeUndefined()
    await expect(runtime.resolve(named('team/asked'))).rejects.toThrow(/has no image/)
    await expect(runtime.resolve({ ...asked, tag: 'missing' })).rejects.toThrow(
      /has no tag missing|has no image/,
    )
    await expect(runtime.resolve({ ...asked, image: `${asked.image}/../x` })).rejects.toThrow(/no name/)
  })

  it.each(['secret', 'parameter'] as const)('are pulled with the login that a %s holds', async (kind) => {
    const name = `team/${kind}`
    const { digest } = await pushImage(registry, { name, tag: '1' })
    expect(await refusalOf(named(name))).toMatch(
      /has no image .*, or does not give it to those who are not logged in/,
    )
    expect(await runtime.pull(named(name, { registryCredentials: logins[kind] }))).toEqual({ digest })
    expect(registry.tokens.asked).toContain('ada')
  })

  it('are refused in words when the login is wrong, and when it may not have them', async () => {
    await pushImage(registry, { name: 'forbidden/web', tag: '1' })
    await pushImage(registry, { name: 'team/web', tag: '1' })
    const wrong = await refusalOf(named('team/web', { registryCredentials: logins.wrong }))
    expect(wrong).toContain(`${registry.host} refused the login ${logins.wrong}`)
    const denied = await refusalOf(named('forbidden/web', { registryCredentials: logins.secret }))
    expect(denied).toContain(
      `${registry.host} has no image ${registry.host}/forbidden/web, or does not give it to the login ${logins.secret}`,
    )
    for (const message of [wrong, denied]) expect(message).not.toMatch(/outdated"|horse/)
  })

  it('are not asked for with a login that its secret has for another registry', async () => {
    const refusal = await refusalOf(named('team/web', { registryCredentials: logins.foreign }))
    expect(refusal).toContain(`the login in ${logins.foreign} is not for ${registry.host}`)
    expect(registry.tokens.asked).not.toContain('of-another')
  })

  it('are missed in words: an unknown image, an unknown tag, a digest that was deleted', async () => {
    await pushImage(registry, { name: 'public/known', tag: '1' })
    const registryCredentials = logins.secret
    expect(await refusalOf(named('team/unknown', { registryCredentials }))).toMatch(
      /^127\S+\/team\/unknown has no tag 1/,
    )
    expect(await refusalOf(named('public/known', { tag: '2' }))).toMatch(
      /^127\S+\/public\/known has no tag 2/,
    )
    const digest = `sha256:${'0'.repeat(64)}`
    expect(await refusalOf(named('public/known', { digest }))).toMatch(
      new RegExp(`has no image ${digest} any more`),
    )
  })

  it.each([false, true])(
    'are of the architecture of the instance, or it is said (indexed: %s)',
    async (isIndexed) => {
      const name = `public/arm-${isIndexed}`
      await pushImage(registry, { name, tag: '1', architecture: 'arm64', isIndexed })
      expect(await refusalOf(named(name))).toMatch(
        /amd64.*: build it for linux\/amd64 and push it as 1 again/,
      )
    },
  )

  it('are refused before their first byte where their manifest tells that they are too large', async () => {
    const claimedBytes = 7e9
    await pushImage(registry, { name: 'public/huge', tag: '1', claimedBytes })
    await pushImage(registry, { name: 'team/huge', tag: '1', claimedBytes, isIndexed: true })
    const refusal = 'the image takes 7.0 GB or more: the images of one environment may take 6.5 GB together'
    expect(await refusalOf(named('public/huge'))).toBe(refusal)
    expect(await refusalOf(named('team/huge', { registryCredentials: logins.secret }))).toBe(refusal)
  })

  it('are refused too where they are too large beside those that are in use', async () => {
    await pushImage(registry, { name: 'public/used', tag: '1', command: ['/bin/sleep', '100'] })
    await runtime.pull(named('public/used'))
    const size = { cpu: 0.1, memoryMb: 50, ports: [], environment: {} }
    const container = await runtime.start({ ...named('public/used'), ...size, processId: 'process-2' })
    try {
      await pushImage(registry, { name: 'public/large-beside', tag: '1', claimedBytes: 6.4999e9 })
      expect(await refusalOf(named('public/large-beside'))).toMatch(
        /^the image takes 6\.5 GB to pull, and the images in use on its instance take 0\.0 GB: .* 6\.5 GB together$/,
      )
    } finally {
      await container.discard()
    }
  })

  it('are the bytes that their digest names, or it is said', async () => {
    const { layers } = await pushImage(registry, {
      name: 'public/damaged',
      tag: '1',
      layer: packTar([{ name: 'data', mode: 0o644, content: randomBytes(100_000) }]),
    })
    registry.damage(layers[1] ?? '', (content) => {
      const changed = Buffer.from(content)
      changed[changed.length - 30] = (changed.at(-30) ?? 0) ^ 1
      return changed
    })
    expect(await refusalOf(named('public/damaged'))).toMatch(
      /sent other bytes than it announced: the image was damaged or replaced/,
    )
  }, 60_000)

  it('stay the ones that a tag meant at first, wherever it moves, also on an instance that has none of them', async () => {
    const first = await pushImage(registry, { name: 'public/moved', tag: '1', command: saying('first') })
    const { digest } = await runtime.pull(named('public/moved'))
    expect(digest).toBe(first.digest)
    const second = await pushImage(registry, { name: 'public/moved', tag: '1', command: saying('second') })
    const resolved = named('public/moved', { digest })
    await remove(resolved)
    expect(await runtime.pull(resolved)).toEqual({ digest })
    expect(await outputOf(resolved)).toEqual(['first'])
    expect(await runtime.pull(named('public/moved'))).toEqual({ digest: second.digest })
    expect(await outputOf(resolved)).toEqual(['first'])
  })

  it('are pulled again once the registry is back that went away in mid-pull', async () => {
    const proxy = await startBreakableProxy({ host: '127.0.0.1', port: registry.port })
    try {
      const content = randomBytes(20_000_000)
      await pushImage(registry, {
        name: 'public/large',
        tag: '1',
        layer: packTar([{ name: 'data', mode: 0o644, content }]),
      })
      const reference = { image: `127.0.0.1:${proxy.port}/public/large`, tag: '1' }
      proxy.breakAfter(5_000_000)
      expect(await refusalOf(reference)).toContain(
        `the registry 127.0.0.1:${proxy.port} cannot be reached or is out of order`,
      )
      proxy.restore()
      expect(await runtime.pull(reference)).toMatchObject({ digest: expect.stringMatching(/^sha256:/) })
    } finally {
      await proxy.close()
    }
  }, 120_000)
})
