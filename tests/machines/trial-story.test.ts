import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createAwsCloud } from '../../controller/cloud/aws/aws-cloud'
import { askParent } from '../../controller/delegation/ask-parent'
import { systemResolvers } from '../../controller/delegation/resolvers'
import type { AgentRelease } from '../../core/agent/protocol'
import { region } from '../../core/aws/region'
import { silentLogger } from '../../core/logging/logger'
import { systemClock } from '../../core/time/clock'
import { Shutdown } from '../../standalone/shutdown'
import { createAwsTrialAccount } from '../../standalone/trial/account/aws-trial-account'
import type { TrialAccount } from '../../standalone/trial/account/trial-account'
import { startProduct } from '../../standalone/trial/product/start-product'
import { runTrial } from '../../standalone/trial/run/run-trial'
import { steps } from '../../standalone/trial/story/steps'
import { simulationPlanner } from '../builders/simulation-planner'
import { missingForDocker } from '../docker/docker-programs'
import { busyboxLayer } from '../docker/images'
import { honourClientTokens } from '../moto/client-tokens'
import { enterAccount, installStack } from '../moto/install-stack'
import { motoPython } from '../moto/moto-python'
import { startMotoServer, type MotoServer } from '../moto/moto-server'
import { askTargets } from '../moto/target-requests'
import { useTestDatabase } from '../postgres/test-database'
import { followMotoInstances } from './moto-instances'
import { startSupplier, supplierAddress, type Supplier } from './supplier'

const missing = motoPython.missing() ?? missingForDocker()
const isSkipped = missing !== undefined && process.env.SDO_REQUIRE_ALL_SUITES !== '1'
const accountNumber = '123456781234'
const key = Buffer.alloc(32, 7)
const never = () => new AbortController().signal
const silent = { begin: () => undefined, end: () => undefined }
/** Moto has neither a second bundle of the supplier, nor DNS, nor a network that leads anywhere. */
const playable = ['agents', 'roles', 'probe', 'environment', 'deployment', 'interruption']

describe.skipIf(isSkipped)('the trial, with instances that moto lists and that are real', () => {
  const database = useTestDatabase()
  let moto: MotoServer
  let aws: MotoServer
  let supplier: Supplier
  beforeAll(async () => {
    moto = await startMotoServer()
    aws = await honourClientTokens(moto.endpoint)
    supplier = await startSupplier([
      {
        repository: 'team/web',
        tag: '1',
        layer: busyboxLayer(),
        config: {
          Cmd: ['/bin/sh', '-c', 'trap "exit 0" TERM; httpd -f -p 8080 -h /www & wait'],
          Env: ['PATH=/bin'],
        },
      },
    ])
  })
  afterAll(async () => {
    await aws?.stop()
    await moto?.stop()
    await supplier?.stop()
  })

  it('boots an instance, replaces it before AWS takes it, and leaves nothing that the product made', async () => {
    const { endpoint } = aws
    const credentials = await enterAccount(endpoint, accountNumber)
    const instances = await followMotoInstances(endpoint, accountNumber, supplier)
    onTestFinished(() => instances.stop())
    const requests = await askTargets(endpoint, accountNumber, instances.addressOf)
    onTestFinished(() => requests.stop())
    const release = { url: supplier.bundleUrl, sha256: supplier.bundleSha256 }
    const bundles = { present: '', next: '' }
    const account: TrialAccount = {
      ...createAwsTrialAccount({ region, endpoint, credentials }, accountNumber, bundles, systemClock),
      publishAgents: () => Promise.resolve({ present: release, next: release }),
      // Moto's CloudFormation mangles policies of roles.
      installRoles: (template) => installStack(endpoint, accountNumber, template),
      isAnswering: async () => (requests.looks.at(-1)?.answered.length ?? 0) > 0,
    }
    const shutdown = new Shutdown()
    onTestFinished(() => shutdown.run(Promise.resolve(), (_name, error) => Promise.reject(error)))
    const product = await startProduct({
      database: { sequelize: database.sequelize, url: database.url },
      enterCloud: ({ url, sha256 }: AgentRelease) =>
        createAwsCloud({
          endpoint,
          credentials,
          platformAccountNumber: accountNumber,
          agentRelease: { agentBundleUrl: url, agentBundleSha256: sha256 },
          log: silentLogger,
        }),
      keys: { masterKey: key, authenticatorKey: key },
      password: 'correcthorse9battery',
      platformAccountNumber: accountNumber,
      controlCidrs: [`${supplierAddress}/32`],
      surroundings: {
        delegations: askParent({ resolvers: systemResolvers() }),
        planner: simulationPlanner,
        limits: { goneSeconds: 1 },
      },
      clock: systemClock,
      log: silentLogger,
      shutdown,
      releases: { remember: () => undefined },
      fail: (error) => {
        throw error
      },
    })
    const image = { name: `${supplier.registry}/team/web`, tag: '1', port: 8080, healthPath: '/health' }
    const told = steps.filter(({ name }) => playable.includes(name))
    const outcome = await runTrial(
      told,
      {
        account,
        product,
        clock: systemClock,
        choices: { image },
        limits: { pauseMs: 200, patienceMs: 240_000 },
      },
      silent,
      { stop: never(), leave: never() },
    )
    console.log(
      JSON.stringify(outcome.steps.map(({ name, seconds, measured }) => ({ name, seconds, measured }))),
    )
    expect(outcome.steps.map(({ name, outcome, reason }) => [name, outcome, reason])).toEqual(
      told.map(({ name }) => [name, name === 'probe' ? expect.stringMatching(/held/) : 'held', undefined]),
    )
    expect(outcome.steps.at(-1)?.held.join('\n')).toMatch(/by hand[^]*All \d+ requests were answered/)
    expect(outcome.undone.filter((one) => one.outcome !== 'undone')).toEqual([])
    expect(instances.running()).toEqual([])
    expect(outcome.left?.filter((one) => !one.startsWith('role '))).toEqual([])
  }, 600_000)
})
