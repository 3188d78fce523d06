import { execFileSync } from 'node:child_process'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { labels } from '../../../agent/containers/docker/container-options'
import { removeContainersOf } from '../../../agent/containers/docker/remove-container'
import { buildDesiredProcess } from '../../builders/desired-process'
import { buildSimulatedAws } from '../../builders/simulated-aws'
import { buildSimulatedEnvironment } from '../../builders/simulated-environment'
import { importImage, runningShell } from '../../docker/images'
import { dockerIsMissing, useDocker } from '../../docker/use-docker'
import { buildAgent, type BuiltAgent } from '../agent/built-agent'
import { DockerAgent } from './docker-agent'

const value = 'correct-horse\nbattery "staple"'

describe.skipIf(dockerIsMissing)('variables and secrets of containers', () => {
  const daemon = useDocker(async ({ docker }) => {
    const show =
      'echo "$DATABASE_URL|$LOG_LEVEL" > /www/told; trap "exit 0" TERM; httpd -f -p 8080 -h /www & wait'
    await importImage(docker, 'test/told:1', runningShell(show))
    await importImage(
      docker,
      'test/crash:1',
      runningShell('echo "began with $DATABASE_URL|$LOG_LEVEL"; exit 1'),
    )
  })
  let built: BuiltAgent
  let bench: Awaited<ReturnType<typeof buildSimulatedAws>>
  let agent: DockerAgent
  let arn: string

  beforeAll(async () => {
    built = await buildAgent()
    bench = await buildSimulatedAws({ servesInstances: true, startEpoch: Date.now() })
  })
  afterAll(async () => {
    await bench.aws.close()
    built.remove()
  })
  beforeEach(async () => {
    const { id } = await (await buildSimulatedEnvironment(bench)).launchRunning(`token-${Math.random()}`)
    const { metadataEndpoint, secretsEndpoint } = bench.booter.agents.get(id)?.bootstrap ?? {}
    agent = new DockerAgent(built.agentPath, { socketPath: daemon().socketPath }, undefined, {
      metadataEndpoint,
      secretsEndpoint,
    })
    const { accountNumber } = bench
    arn = await bench.aws.customer.putSecret(accountNumber, {
      name: 'sdo/secrets/database',
      value,
      store: 'secretsmanager',
    })
    await agent.start()
  })
  afterEach(async () => {
    await agent.remove()
    await removeContainersOf(daemon().docker, agent.instance)
  })

  const containers = () =>
    daemon().docker.listContainers({
      all: true,
      filters: { label: [`${labels.instance}=${agent.instance}`] },
    })
  const desired = (image: string, secrets = { DATABASE_URL: arn }) =>
    buildDesiredProcess({ image, memoryMb: 50, environment: { LOG_LEVEL: 'debug' }, secrets })

  it('are in the container, and the secret in no list of processes, label, name or state of the agent', async () => {
    await agent.apply(desired('test/told'))
    const { ports } = await agent.processWhen('process-1', ({ state }) => state === 'healthy')
    const told = await (await fetch(`http://127.0.0.1:${ports[0]?.hostPort}/told`)).text()
    expect(told).toBe(`${value}|debug\n`)

    expect(execFileSync('ps', ['axww', '-o', 'args']).toString()).not.toContain('correct-horse')
    const [listed] = await containers()
    expect(JSON.stringify(listed)).not.toContain('correct-horse')
    const { Config, Args, Path, Name } = await daemon()
      .docker.getContainer(listed?.Id ?? '')
      .inspect()
    expect(JSON.stringify([Config.Labels, Config.Cmd, Args, Path, Name])).not.toContain('correct-horse')
    expect(Config.Labels[labels.secrets]).toBe('DATABASE_URL')
    expect(agent.files()).not.toContain('correct-horse')
    expect(JSON.stringify(await agent.status())).not.toContain('correct-horse')
  })

  it('are masked in what a container printed last when they are secrets, also by the next agent', async () => {
    await agent.apply(desired('test/crash'))
    const printed = await agent.processWhen('process-1', ({ output }) => (output?.length ?? 0) > 0)
    expect(printed.output).toEqual([
      'began with (hidden)',
      'battery "staple"|debug'.replace('battery "staple"', '(hidden)'),
    ])
    await agent.end('SIGKILL')
    await agent.start()
    const again = await agent.processWhen('process-1', ({ output }) => (output?.length ?? 0) > 0)
    expect(JSON.stringify(again.output)).not.toMatch(/correct|battery/)
    expect(again.output).toContain('began with (hidden)')
  })

  it('that may not be read keep the container from starting, with what to do, until they may', async () => {
    const other = arn.replace('secrets/database', 'secrets/other')
    await agent.apply(desired('test/told', { DATABASE_URL: other }))
    const missing = await agent.processWhen('process-1', ({ message }) => message !== undefined)
    expect(missing).toMatchObject({
      state: 'starting',
      message: `It waits for a secret: its variable DATABASE_URL has no value, because there is no secret ${other}: it was deleted, or its ARN is mistyped.`,
    })
    expect(await containers()).toEqual([])
    const { accountNumber, aws } = bench
    await aws.customer.putSecret(accountNumber, { name: 'sdo/secrets/other', value, store: 'secretsmanager' })
    await agent.processWhen('process-1', ({ state }) => state === 'healthy')
  })

  it('give one key of a JSON secret, which alone is masked', async () => {
    const { accountNumber, aws } = bench
    const json = await aws.customer.putSecret(accountNumber, {
      name: 'sdo/secrets/json',
      value: JSON.stringify({ url: 'correct-horse', other: 'x' }),
      store: 'secretsmanager',
    })
    await agent.apply(desired('test/crash', { DATABASE_URL: `${json}:url:AWSCURRENT:` }))
    const printed = await agent.processWhen('process-1', ({ output }) => (output?.length ?? 0) > 0)
    expect(printed.output).toEqual(['began with (hidden)|debug'])
  })

  it('of a name that is not for processes are refused by the role, with the action that it needs', async () => {
    const { accountNumber, aws } = bench
    await aws.customer.changeRole(accountNumber, 'sdo-process-runner', { inlinePolicies: {} })
    await agent.apply(desired('test/told'))
    const { message } = await agent.processWhen('process-1', (one) => one.message !== undefined)
    expect(message).toContain(
      `the role sdo-process-runner may not read the secret ${arn}: it needs secretsmanager:GetSecretValue on it`,
    )
  })
})
