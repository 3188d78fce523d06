import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestExamination } from '../../../app/services/aws-accounts/request-examination'
import { shardLeaseName } from '../../../controller/runtime/run-shards'
import { shardCount, shardOf } from '../../../controller/runtime/shard'
import { cloudFormationTemplate } from '../../../core/roles/cloudformation'
import { requiredRoles } from '../../../core/roles/required-roles'
import { eventually } from '../../builders/eventually'
import { buildAccount } from '../../builders/team-rows'
import { controllerRights } from '../../kube/controller-rights'
import { findFreePorts } from '../../kube/daemon'
import { logInWith, writeKubeConfig } from '../../kube/service-account'
import { describeWithControlPlane } from '../../kube/use-control-plane'
import { installStack } from '../../moto/install-stack'
import { motoPython } from '../../moto/moto-python'
import { platformAccountNumber, startMotoServer, type MotoServer } from '../../moto/moto-server'
import { exposedMetrics } from '../../prometheus/exposed-metrics'
import { useTestDatabase } from '../../postgres/test-database'
import { buildProgram, startProgram, type BuiltProgram } from './program'

const masterKey = randomBytes(32).toString('base64')
let program: BuiltProgram
let masterKeyFile: string
beforeAll(async () => {
  program = await buildProgram('controller/main.ts')
  masterKeyFile = join(program.folder, 'master-key')
  writeFileSync(masterKeyFile, `${masterKey}\n`, { mode: 0o600 })
})
afterAll(() => program.remove())

const shards = [...Array(shardCount).keys()]
const statusOf = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => undefined,
  )

describe('the controller in production', () => {
  it('names every fault of its environment at once, and nothing else', async () => {
    const controller = startProgram(program, {})
    expect(await controller.exitCode).toBe(1)
    const { faults } = JSON.parse(controller.output()) as { faults: string[] }
    expect(faults.map((fault) => fault.split(':')[0])).toEqual([
      'DATABASE_URL',
      'PLATFORM_ACCOUNT_NUMBER',
      'MASTER_KEY',
      'CONTROL_CIDRS',
      'AGENT_BUNDLE_URL',
      'AGENT_BUNDLE_SHA256',
      'KUBECONFIG',
    ])
  })
})

describeWithControlPlane('the controller in production, on Kubernetes', (useControlPlane) => {
  const database = useTestDatabase()
  const missing = motoPython.missing()
  let moto: MotoServer | undefined
  beforeAll(async () => {
    if (!missing) moto = await startMotoServer()
  })
  afterAll(() => moto?.stop())

  /** With the rights that the chart gives, and no others. */
  async function start(databaseUrl = database.url) {
    const [port] = await findFreePorts(1)
    const account = await logInWith(useControlPlane(), `controller-${port}`, controllerRights())
    const url = `http://127.0.0.1:${port}`
    const controller = startProgram(program, {
      DATABASE_URL: databaseUrl,
      PLATFORM_ACCOUNT_NUMBER: platformAccountNumber,
      MASTER_KEY_FILE: masterKeyFile,
      CONTROL_CIDRS: '203.0.113.0/24',
      AGENT_BUNDLE_URL: 'https://releases.example.com/agent.tar.gz',
      AGENT_BUNDLE_SHA256: 'ab'.repeat(32),
      KUBECONFIG: writeKubeConfig(account),
      HEALTH_PORT: String(port),
      AWS_ENDPOINT_URL: moto?.endpoint ?? 'http://127.0.0.1:1',
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
    })
    const isReady = async () => (await statusOf(`${url}/readyz`)) === 200
    return { controller, url, isReady }
  }
  type Started = Awaited<ReturnType<typeof start>>
  /** Two, each of which leads half of the shards. */
  async function startTwo(): Promise<[Started, Started]> {
    const both: [Started, Started] = [await start(), await start()]
    await eventually(
      'each leads half of the shards',
      async () => (await Promise.all(both.map(ledBy))).every(({ length }) => length === shardCount / 2),
      30_000,
    )
    for (const { isReady } of both) await eventually('both are ready', isReady, 20_000)
    return both
  }
  const metricsOf = ({ url }: Pick<Started, 'url'>) =>
    fetch(`${url}/metrics`).then(
      (answer) => answer.text(),
      () => '',
    )
  const ledBy = async (one: Pick<Started, 'url'>): Promise<number[]> => {
    const metrics = await metricsOf(one)
    return shards.filter((shard) =>
      metrics.includes(`leader_election_master_status{name="${shardLeaseName(shard)}"} 1\n`),
    )
  }
  /** Builds an account in one of the shards, and waits until it has its resource. */
  async function expectWorkIn(wanted: number[]): Promise<void> {
    let account = await buildAccount()
    while (!wanted.includes(shardOf(account.id))) account = await buildAccount()
    await eventually('the work is done', async () => {
      const { stdout } = await useControlPlane().kubectl(['-n', 'sdo', 'get', 'awsaccounts', '-o=name'])
      return stdout.includes(account.id)
    })
  }
  const leaseHolder = async () => {
    const path = '-o=jsonpath={.spec.holderIdentity}'
    return (await useControlPlane().kubectl(['-n', 'sdo', 'get', 'lease', shardLeaseName(0), path])).stdout
  }

  it.skipIf(missing && process.env.SDO_REQUIRE_ALL_SUITES !== '1')(
    'becomes ready and leads all shards, examines an account, and ends well when asked to',
    async () => {
      if (!moto) throw new Error(missing)
      const { controller, url, isReady } = await start()
      await eventually('it is ready', isReady, 20_000)
      await eventually('it leads', async () => (await ledBy({ url })).length === shardCount)

      const account = await buildAccount()
      const { accountNumber, externalId } = account
      const roles = requiredRoles({
        accountNumber,
        externalId,
        isEnvironmentHolder: account.isEnvironmentHolder,
        platformAccountNumber,
      })
      await installStack(moto.endpoint, accountNumber, cloudFormationTemplate(roles))
      // As Update Status in the portal does.
      await requestExamination(account)
      await eventually(
        'the account is right',
        async () => (await account.reload()).state === 'SUCCESS',
        30_000,
      )
      const { stdout } = await useControlPlane().kubectl(['-n', 'sdo', 'get', 'awsaccounts', account.id])
      expect(stdout).toContain(accountNumber)

      const metrics = await metricsOf({ url })
      for (const { name, type } of exposedMetrics().controller)
        expect(metrics).toContain(`# TYPE ${name} ${type}\n`)
      expect(metrics).toContain(
        'sdo_cloud_calls_total{service="STS",operation="AssumeRole",outcome="success"}',
      )
      expect(metrics).toContain(
        'controller_runtime_reconcile_total{controller="aws-account",result="success"}',
      )

      controller.end('SIGTERM')
      expect(await controller.exitCode).toBe(0)
      expect(await leaseHolder()).toBe('')
      expect(controller.output()).not.toContain(masterKey)
    },
  )

  it('shares the shards with another, and leads those of one that is killed within 15 seconds', async () => {
    const [killed, other] = await startTwo()
    const led = [await ledBy(killed), await ledBy(other)]
    expect(led.flat().sort((a, b) => a - b)).toEqual(shards)
    for (const part of led) await expectWorkIn(part)

    killed.controller.end('SIGKILL')
    await killed.controller.exitCode
    const killedAt = performance.now()
    await eventually(
      'the other one leads all',
      async () => (await ledBy(other)).length === shardCount,
      30_000,
    )
    expect((performance.now() - killedAt) / 1000).toBeLessThan(15)
    other.controller.end('SIGTERM')
    expect(await other.controller.exitCode).toBe(0)
  })

  it('hands its shards over in under 2 seconds when it is told to end', async () => {
    const [ending, other] = await startTwo()
    const led = await ledBy(ending)
    const endedAt = performance.now()
    ending.controller.end('SIGTERM')
    await eventually(
      'the other one leads all',
      async () => (await ledBy(other)).length === shardCount,
      20_000,
    )
    expect(performance.now() - endedAt).toBeLessThan(2000)
    expect(await ending.controller.exitCode).toBe(0)
    await expectWorkIn(led)
    other.controller.end('SIGTERM')
    expect(await other.controller.exitCode).toBe(0)
  })

  it('is alive but not ready while the database is away', async () => {
    const { controller, url, isReady } = await start('postgres://sdo:database-password@127.0.0.1:1/sdo')
    await eventually('it is alive', async () => (await statusOf(`${url}/healthz`)) === 200, 20_000)
    await eventually('it leads', async () => (await leaseHolder()) !== '', 20_000)
    expect(await isReady()).toBe(false)
    controller.end('SIGTERM')
    expect(await controller.exitCode).toBe(0)
    expect(controller.output()).not.toContain('database-password')
  })
})
