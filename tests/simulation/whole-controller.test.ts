import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createPostgresStore } from '../../controller/store/postgres'
import type { ResourceStore } from '../../controller/store/store'
import { deploymentStates } from '../../core/resources/wire-states'
import { silentLogger } from '../../core/logging/logger'
import { nextRevision } from '../../db/desired-revision'
import { Deployment } from '../../db/models/deployment'
import { Environment } from '../../db/models/environment'
import { LogMessage } from '../../db/models/log-message'
import { eventually } from '../builders/eventually'
import { behaviours } from '../builders/fake-agents'
import { buildTemplate } from '../builders/simulated-aws'
import {
  addVersion,
  buildApplication,
  buildEnvironment,
  buildQueuedDeployment,
  buildVersion,
} from '../builders/team-rows'
import { useTestDatabase } from '../postgres/test-database'
import { mortal } from './mortal'
import { buildRealTimePlatform } from './real-time-platform'

const { LIVE, RETIRED } = deploymentStates
const database = useTestDatabase()

beforeAll(() => {
  behaviours.swift = { startedAfter: 0, healthyAfter: 10, stopsWithin: 10 }
})

async function buildPlatform() {
  const store = createPostgresStore({ url: database.url, log: silentLogger })
  const platform = await buildRealTimePlatform(database, store)
  onTestFinished(async () => {
    await store.close()
    await platform.aws.close()
    await database.sequelize.query('DELETE FROM resources; DELETE FROM leases; DELETE FROM teams')
  })
  return platform
}

const isLive = async (deployment: Deployment) => (await deployment.reload()).state === LIVE

async function queue(environment: Environment, tag: string): Promise<Deployment> {
  const application = await buildApplication(environment.teamId, `Shop ${tag}`)
  return buildQueuedDeployment(environment, [addVersion(await buildVersion(application, 'swift'))])
}

const remove = (environment: Environment) =>
  environment.update({ deletingAt: new Date(), desiredRevision: nextRevision })

const countsOf = async (store: ResourceStore) => ({
  environments: (await store.list('Environment')).length,
  deployments: (await store.list('Deployment')).length,
})

describe('the whole controller', () => {
  it('examines an account, carries deployments to Live one after the other, and removes an environment without a trace', async () => {
    const { account, aws, accountNumber, store, start, ports } = await buildPlatform()
    const controller = await start(ports)
    onTestFinished(() => controller.stop())
    await eventually('the account is right', async () => (await account.reload()).state === 'SUCCESS')

    const environment = await buildEnvironment(account)
    const first = await queue(environment, 'one')
    const second = await queue(environment, 'two')
    await eventually('both are through', () => isLive(second), 20_000)
    expect((await first.reload()).state).toBe(RETIRED)
    await eventually(
      'the environment is well',
      async () => (await environment.reload()).statusType === 'READY',
    )
    const sequences = await LogMessage.findAll({
      where: { environmentId: environment.id },
      order: [['sequence', 'ASC']],
    })
    expect(sequences.map(({ sequence }) => sequence)).toEqual(sequences.map((_line, index) => index + 1))
    expect(sequences.map(({ message }) => message)).toContain('The network is ready.')

    await remove(environment)
    await eventually(
      'the row is gone',
      async () => (await Environment.findByPk(environment.id)) === null,
      20_000,
    )
    expect(await countsOf(store)).toEqual({ environments: 0, deployments: 0 })
    const left = aws.getAccount(accountNumber)
    expect(left?.vpcs).toEqual([])
    expect(left?.loadBalancers).toEqual([])
    expect(left?.instances.filter(({ state }) => state !== 'terminated')).toEqual([])
  })

  it('says at once in the log and at the account that the stack is gone, and goes on when it is back', async () => {
    const { account, aws, accountNumber, start, ports } = await buildPlatform()
    const controller = await start(ports)
    onTestFinished(() => controller.stop())
    await eventually('the account is right', async () => (await account.reload()).state === 'SUCCESS')
    const environment = await buildEnvironment(account)
    const deployment = await queue(environment, 'here')
    await eventually('it is live', () => isLive(deployment), 20_000)
    const isWell = async () => (await environment.reload()).statusType === 'READY'
    await eventually('the environment is well', isWell, 20_000)

    await aws.customer.deleteStack(accountNumber)
    await environment.update({ examineRequestedAt: new Date(), desiredRevision: '2' })
    await eventually('the account says so', async () => (await account.reload()).state === 'FAILURE', 20_000)
    expect(account.status?.message).toContain('Apply the role template')
    await eventually(
      'the environment says so',
      async () => (await environment.reload()).statusType === 'FAILURE',
      20_000,
    )
    expect(environment.statusMessage).toContain("Restore the stack from the account's page")
    const lines = await LogMessage.findAll({ where: { environmentId: environment.id, severity: 'ERROR' } })
    expect(lines.map(({ message }) => message)).toEqual([
      expect.stringContaining('SDO cannot use the role that manages environments.'),
    ])

    await aws.customer.installStack(accountNumber, buildTemplate(accountNumber, account.externalId))
    await eventually('the environment is well', isWell, 20_000)
    await eventually(
      'and so is the account',
      async () => (await account.reload()).state === 'SUCCESS',
      20_000,
    )
  })

  it('carries on where it was after all resources were lost', async () => {
    const { account, aws, accountNumber, store, start, ports } = await buildPlatform()
    const controller = await start(ports)
    await eventually('the account is right', async () => (await account.reload()).state === 'SUCCESS')
    const environment = await buildEnvironment(account)
    const deployment = await queue(environment, 'kept')
    await eventually('it is live', () => isLive(deployment), 20_000)
    await eventually(
      'the environment is well',
      async () => (await environment.reload()).statusType === 'READY',
      20_000,
    )
    await controller.stop()
    const before = (await store.get('Environment', environment.id))?.status
    await database.sequelize.query('DELETE FROM resources')

    const heir = await start(ports)
    onTestFinished(() => heir.stop())
    const found = await eventually('it is well again', async () => {
      const { status } = (await store.get('Environment', environment.id)) ?? {}
      return status?.phase === 'Ready' && status.observedGeneration > 0 && status
    })
    expect(found.instances.map(({ instanceId }) => instanceId)).toEqual(
      before?.instances.map(({ instanceId }) => instanceId),
    )
    expect(found.processes.map(({ id }) => id)).toEqual(before?.processes.map(({ id }) => id))
    expect(aws.getAccount(accountNumber)?.instances).toHaveLength(1)
  })

  it('lets a second controller wait and take over', async () => {
    const { account, start, ports } = await buildPlatform()
    const first = await start(ports)
    const second = await start(ports)
    onTestFinished(() => second.stop())
    await eventually('the account is right', async () => (await account.reload()).state === 'SUCCESS')
    await first.stop()
    const environment = await buildEnvironment(account)
    const deployment = await queue(environment, 'later')
    await eventually('the second one does the work', () => isLive(deployment), 20_000)
  })

  it.each([5, 12, 25, 40, 60, 85])(
    'that dies at its call %i to the outside is continued by another, which starts nothing twice',
    async (callsToLive) => {
      const { account, aws, accountNumber, start, ports } = await buildPlatform()
      const environment = await buildEnvironment(account)
      const deployment = await queue(environment, 'mortal')
      const doomed = await start(mortal(ports, callsToLive, callsToLive % 2 === 0))
      const heir = await start(ports)
      onTestFinished(() => heir.stop())
      await eventually('the heir finishes the work', () => isLive(deployment), 20_000)
      await doomed.stop()

      await eventually(
        'the environment is well',
        async () => (await environment.reload()).statusType === 'READY',
      )
      const living = aws
        .getAccount(accountNumber)
        ?.instances.filter(({ state }) => state === 'running' || state === 'pending')
      expect(living).toHaveLength(1)
      const lines = await LogMessage.findAll({ where: { environmentId: environment.id } })
      expect(new Set(lines.map(({ message }) => message)).size).toBe(lines.length)
      expect(await Deployment.count({ where: { environmentId: environment.id, state: LIVE } })).toBe(1)
    },
  )
})
