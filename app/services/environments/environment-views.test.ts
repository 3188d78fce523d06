import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { billOf } from '../../../core/charges/bill'
import { deploymentStates } from '../../../core/resources/wire-states'
import { Application } from '../../../db/models/application'
import { ApplicationOverride } from '../../../db/models/application-override'
import type { ApplicationVersion } from '../../../db/models/application-version'
import { LogMessage } from '../../../db/models/log-message'
import { User } from '../../../db/models/user'
import { originAt } from '../../../tests/builders/accounts'
import {
  buildDeployment,
  buildReadyAccount,
  buildServices,
  buildTeam,
} from '../../../tests/builders/deployment-core'
import { buildEnvironmentStatus } from '../../../tests/builders/resource-status'
import {
  addVersion,
  buildApplication,
  buildEnvironment,
  buildQueuedDeployment,
  buildVersion,
} from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { withOrigin } from '../actor/origin'

const database = useTestDatabase()

async function setUp() {
  const team = await buildTeam()
  const account = await buildReadyAccount(team)
  const environment = await buildEnvironment(account)
  const application = await buildApplication(team.teamId)
  return { ...buildServices(database.sequelize), team, account, environment, application, id: environment.id }
}

describe('listEnvironments and getEnvironment', () => {
  it('show environments by name, with their status', async () => {
    const { environments, team, account, environment, application, id } = await setUp()
    const { id: deployment } = await buildDeployment(environment, [await buildVersion(application)])
    await ApplicationOverride.create({
      environmentId: id,
      applicationId: application.id,
      count: 3,
      roles: {},
    })
    const other = await buildEnvironment(account, 'api')
    await other.update({ statusType: 'READY' })
    const process = (id: string, phase: 'Serving' | 'Healthy' | 'Starting' | 'Draining') => ({
      id,
      applicationId: application.id,
      releaseId: 'r',
      deployment,
      clientToken: 't',
      phase,
      requestedEpoch: 1,
      ports: [],
      restarts: 0,
    })
    await environment.update({
      statusType: 'FAILURE',
      statusMessage: 'No capacity.',
      status: buildEnvironmentStatus({
        costPerHour: 0.01,
        conditions: [
          {
            type: 'Ready',
            status: 'False',
            reason: 'InsufficientCapacity',
            message: 'No capacity.',
            lastTransitionTime: '',
            observedGeneration: 1,
          },
        ],
        loadBalancers: [
          { applicationId: application.id, port: 80, loadBalancerId: 'lb' },
          { applicationId: application.id, port: 81 },
        ],
        processes: [
          process('p1', 'Serving'),
          process('p2', 'Healthy'),
          process('p3', 'Starting'),
          process('p4', 'Draining'),
        ],
      }),
    })
    const awsAccountName = account.name
    const documentation = '/docs/deployments#when-a-deployment-fails'
    expect(await environments.listEnvironments(team.member)).toEqual({
      environments: [
        {
          id: other.id,
          name: 'api',
          awsAccountName,
          statusType: 'READY',
          statusMessage: 'Healthy',
          numHealthy: 0,
          numProcesses: 0,
          costPerHour: 0,
          applications: [],
        },
        {
          id,
          name: 'Production',
          awsAccountName,
          statusType: 'FAILURE',
          statusMessage: 'No capacity.',
          documentation,
          numHealthy: 2,
          numProcesses: 3,
          costPerHour: billOf({ instancesPerHour: 0.01, numInstances: 0, numLoadBalancers: 1 }).total,
          applications: ['Shop'],
          lastDeployment: expect.anything(),
        },
      ],
    })
    expect(await environments.getEnvironment(team.member, id)).toMatchObject({
      id,
      name: 'Production',
      awsAccountId: account.id,
      awsAccountName: account.name,
      status: { statusType: 'FAILURE', statusMessage: 'No capacity.', documentation, isDeleting: false },
    })
  })
})

describe('listEnvironments', () => {
  it('says what is live in each, and what changed that last: settings did not', async () => {
    const { environments, team, application, environment, account } = await setUp()
    const version = await buildVersion(application)
    const second = await buildVersion(await buildApplication(team.teamId, 'api'))
    await buildDeployment(environment, [version], deploymentStates.RETIRED)
    const live = await buildDeployment(environment, [version, second])
    await live.update({ requestedBy: team.member.userId })
    const override = await buildDeployment(environment, [], deploymentStates.RETIRED)
    await override.update({ kind: 'override' })
    const elsewhere = await buildEnvironment(account, 'Staging')
    const failed = await buildDeployment(elsewhere, [version], deploymentStates.FAILED)
    await failed.update({ stoppedBy: 'Ada' })
    const third = await buildEnvironment(account, 'Test')
    await buildDeployment(third, [version])
    const waiting = await buildQueuedDeployment(third, [{ type: 'remove', applicationId: application.id }])
    await application.update({ name: 'Renamed' })
    const { environments: list } = await environments.listEnvironments(team.member)
    expect(list.map(({ applications }) => applications)).toEqual([['api', 'Renamed'], [], ['Renamed']])
    expect(list.map(({ lastDeployment }) => lastDeployment)).toEqual([
      {
        id: live.id,
        sequence: live.sequence,
        state: deploymentStates.LIVE,
        isStopped: false,
        summary: 'Deploy Renamed v1 again, Add api v1',
        askedBy: team.member.name,
        askedEpoch: (await live.reload()).createdAt?.getTime(),
      },
      expect.objectContaining({ id: failed.id, state: deploymentStates.FAILED, isStopped: true }),
      expect.objectContaining({ id: waiting.id, summary: 'Remove Renamed' }),
    ])
  })

  it('reads as often however many environments have something queued, each on top of what runs there', async () => {
    const { environments, team, application, account } = await setUp()
    const [first, second] = [await buildVersion(application), await buildVersion(application, 'v2')]
    const statementsOfList = async () => {
      const query = vi.spyOn(pg.Client.prototype, 'query')
      const { environments: list } = await environments.listEnvironments(team.member)
      const count = query.mock.calls.length
      query.mockRestore()
      return { count, summaries: list.flatMap(({ lastDeployment }) => lastDeployment?.summary ?? []) }
    }
    const addQueued = async (name: string, version: ApplicationVersion) => {
      const environment = await buildEnvironment(account, name)
      await buildDeployment(environment, [version])
      await buildQueuedDeployment(environment, [{ ...addVersion(second), type: 'change' }])
    }
    await addQueued('a', first)
    const { count } = await statementsOfList()
    expect(count).toBeGreaterThan(3)
    await addQueued('b', second)
    await addQueued('c', first)
    expect(await statementsOfList()).toEqual({
      count,
      summaries: ['Change Shop from v1 to v2', 'Deploy Shop v2 again', 'Change Shop from v1 to v2'],
    })
  })
})

describe('listEnvironmentProcesses', () => {
  it('tells what runs or is about to from what does not, and from what environments cannot run', async () => {
    const { environments, team, application, environment, id } = await setUp()
    const queued = await buildApplication(team.teamId, 'Queued')
    const idle = await buildApplication(team.teamId, 'Idle')
    const lambda = await buildApplication(team.teamId, 'Lambda')
    await Application.update({ type: 'LAMBDA' }, { where: { id: lambda.id } })
    await buildDeployment(environment, [await buildVersion(application)])
    await buildQueuedDeployment(environment, [addVersion(await buildVersion(queued))])
    const processes = await environments.listEnvironmentProcesses(team.member, id)
    const names = Object.values(processes).map((list) => list.map(({ name }) => name))
    expect(names).toEqual([['Queued', 'Shop'], [idle.name], ['Lambda']])
  })
})

describe('getEnvironmentResources', () => {
  it('shows load balancers that have an address, instances with their processes, and the cost', async () => {
    const { environments, team, application, environment, id } = await setUp()
    expect(await environments.getEnvironmentResources(team.member, id)).toMatchObject({
      loadBalancers: [],
      instances: [],
      costPerHour: 0,
    })
    const applicationId = application.id
    const process = {
      applicationId,
      releaseId: 'r',
      deployment: 'd',
      clientToken: 't',
      phase: 'Serving' as const,
    }
    await environment.update({
      status: buildEnvironmentStatus({
        loadBalancers: [
          { applicationId, port: 8081, url: 'http://two.test' },
          { applicationId, port: 8080, url: 'http://one.test' },
          { applicationId, port: 8082 },
        ],
        instances: [
          {
            clientToken: 't',
            instanceId: 'i-1',
            instanceType: 't4g.small',
            zone: 'us-east-1a',
            market: 'spot',
            pricePerHour: 0.005,
            vcpu: 2,
            memoryMib: 2048,
            phase: 'Running',
            lastSeenEpoch: 1,
          },
        ],
        processes: [1, 2].map((number) => ({
          ...process,
          id: `p${number}`,
          requestedEpoch: 1,
          ports: [],
          restarts: 0,
        })),
        costPerHour: 0.005,
      }),
    })
    const resources = await environments.getEnvironmentResources(team.member, id)
    expect(resources.loadBalancers).toEqual([
      {
        applicationId,
        applicationName: 'Shop',
        port: 8080,
        url: 'http://one.test',
        urls: ['http://one.test'],
        namedUrls: [],
        names: [],
      },
      {
        applicationId,
        applicationName: 'Shop',
        port: 8081,
        url: 'http://two.test',
        urls: ['http://two.test'],
        namedUrls: [],
        names: [],
      },
    ])
    expect(resources.instances).toMatchObject([{ instanceId: 'i-1', market: 'spot', numProcesses: 2 }])
    const bill = billOf({ instancesPerHour: 0.005, numInstances: 1, numLoadBalancers: 0 })
    expect(resources).toMatchObject({ costPerHour: bill.total, bill })
  })
})

describe('listEnvironmentLogs', () => {
  it('gives the newest lines, those from a time on, and those before one, oldest first', async () => {
    const { environments, team, id } = await setUp()
    await LogMessage.bulkCreate(
      Array.from({ length: 600 }, (_, index) => ({
        environmentId: id,
        sequence: index + 1,
        type: 'network' as const,
        severity: 'INFO' as const,
        message: `Line ${index + 1}`,
        createdAt: new Date(1_000_000 + index),
      })),
    )
    const idsOf = async (range: { sinceEpoch?: number; beforeEpoch?: number }) => {
      const { logs } = await environments.listEnvironmentLogs(team.member, { id, type: 'network', ...range })
      return [logs.at(0)?.id, logs.at(-1)?.id, logs.length]
    }
    expect(await idsOf({})).toEqual([101, 600, 500])
    expect(await idsOf({ beforeEpoch: 1_000_100 })).toEqual([1, 100, 100])
    expect(await idsOf({ sinceEpoch: 1_000_590 })).toEqual([591, 600, 10])
    expect(await idsOf({ sinceEpoch: 1_000_590, beforeEpoch: 1_000_592 })).toEqual([591, 592, 2])
    expect((await environments.listEnvironmentLogs(team.member, { id, type: 'deployment' })).logs).toEqual([])
    const { hasOlder } = await environments.listEnvironmentLogs(team.member, { id })
    expect(hasOlder).toBe(true)
    expect(
      await environments.listEnvironmentLogs(team.member, { id, beforeEpoch: 1_000_100 }),
    ).not.toHaveProperty('hasOlder')
  })

  it('says which line each is, where that is known', async () => {
    const { environments, team, id } = await setUp()
    await LogMessage.bulkCreate(
      ['deployments.live', null].map((code, index) => ({
        environmentId: id,
        sequence: index + 1,
        type: 'deployment' as const,
        severity: 'INFO' as const,
        message: `Line ${index + 1}`,
        code,
        createdAt: new Date(index),
      })),
    )
    const { logs } = await environments.listEnvironmentLogs(team.member, { id })
    expect(logs[0]).toMatchObject({ message: 'Line 1', code: 'deployments.live' })
    expect(logs[1]).not.toHaveProperty('code')
  })

  it('says of each line for which deployment it was logged, and who had asked for that', async () => {
    const { environments, team, application, environment, id } = await setUp()
    const version = await buildVersion(application)
    const traceId = 'a'.repeat(32)
    const at = (second: number) => new Date(1_000_000 + second * 1000)
    const first = await buildDeployment(environment, [version], deploymentStates.RETIRED)
    const byPerson = { requestedBy: team.member.userId, startedAt: at(10), finishedAt: at(20) }
    await first.update(byPerson)
    const second = await buildDeployment(environment, [version], deploymentStates.RETIRED)
    const byJob = { requestedBy: team.integration.integrationUserId, startedAt: at(30), finishedAt: at(40) }
    await second.update({ ...byJob, traceparent: `00-${traceId}-${'b'.repeat(16)}-01` })
    const third = await buildDeployment(environment, [version], deploymentStates.DEPLOYING)
    await third.update({ kind: 'undo', startedAt: at(50), finishedAt: null })
    const lines = [
      { at: 1, type: 'network' },
      { at: 10, type: 'deployment' },
      { at: 15, type: 'network' },
      { at: 20, type: 'deployment' },
      { at: 25, type: 'deployment' },
      { at: 35, type: 'network', traceId },
      { at: 60, type: 'deployment' },
    ] as const
    await LogMessage.bulkCreate(
      lines.map((line, index) => ({
        environmentId: id,
        sequence: index + 1,
        severity: 'INFO' as const,
        message: 'Line',
        ...line,
        createdAt: at(line.at),
      })),
    )
    const { logs } = await environments.listEnvironmentLogs(team.member, { id })
    const { name } = await User.findByPk(team.member.userId, { rejectOnEmpty: true })
    const person = { id: first.id, sequence: 1, requestedBy: name, requesterKind: 'human' }
    expect(logs.map(({ deployment }) => deployment)).toEqual([
      undefined,
      person,
      undefined,
      person,
      undefined,
      expect.objectContaining({ id: second.id, sequence: 2, requesterKind: 'integration' }),
      { id: third.id, sequence: 3, isUndo: true },
    ])
  })

  it('says of the lines of a check for drift who had asked for it', async () => {
    const { environments, team, id } = await setUp()
    const traceId = 'c'.repeat(32)
    await withOrigin({ ...originAt('192.0.2.7'), traceparent: `00-${traceId}-${'d'.repeat(16)}-01` }, () =>
      environments.examineEnvironment(team.member, id),
    )
    const line = { environmentId: id, severity: 'INFO', message: 'Line', type: 'network' } as const
    await LogMessage.bulkCreate([
      { ...line, sequence: 1, createdAt: new Date(1), traceId },
      { ...line, sequence: 2, createdAt: new Date(2), traceId: 'e'.repeat(32) },
      { ...line, sequence: 3, createdAt: new Date(3) },
    ])
    const { logs, acts } = await environments.listEnvironmentLogs(team.member, { id })
    const { name, email } = team.member
    expect(logs.map(({ examination }) => examination)).toEqual([
      { id: acts[0]?.id, requestedBy: `${name} (${email})` },
      undefined,
      undefined,
    ])
  })

  it('says who did what to the environment meanwhile, to everybody of the team and to nobody else', async () => {
    const { environments, team, id } = await setUp()
    await environments.examineEnvironment(team.member, id)
    await environments.setEnvironmentChoice(team.admin, { id, name: 'spotStrategy', value: 'NONE' })
    await environments.setEnvironmentChoice(team.admin, { id, name: 'spotStrategy', value: 'NONE' })
    const { acts } = await environments.listEnvironmentLogs(team.member, { id })
    const who = ({ name, email }: typeof team.admin) => `${name} (${email})`
    expect(acts.map(({ message }) => message)).toEqual([
      `${who(team.member)} checked for drift.`,
      `${who(team.admin)} set the Spot allocation strategy from All Spot to No Spot.`,
      `${who(team.admin)} set the Spot allocation strategy to what it was.`,
    ])
    const other = await buildTeam()
    await expect(environments.listEnvironmentLogs(other.admin, { id })).rejects.toThrow()
  })

  it('tells what people did once: with the lines of the same stretch of the log', async () => {
    const { environments, team, id } = await setUp()
    await environments.renameEnvironment(team.member, { id, name: 'Live' })
    const [act] = (await environments.listEnvironmentLogs(team.member, { id })).acts
    const at = act?.createdEpoch ?? 0
    await LogMessage.bulkCreate(
      Array.from({ length: 600 }, (_, index) => ({
        environmentId: id,
        sequence: index + 1,
        type: 'network' as const,
        severity: 'INFO' as const,
        message: 'Line',
        createdAt: new Date(at - 300 + index),
      })),
    )
    const countOf = async (asked: object) =>
      (await environments.listEnvironmentLogs(team.member, { id, ...asked })).acts.length
    const newest = (await environments.listEnvironmentLogs(team.member, { id })).logs
    expect(await countOf({})).toBe(1)
    expect(await countOf({ beforeEpoch: newest[0]?.createdEpoch })).toBe(0)
    expect(await countOf({ sinceEpoch: at })).toBe(1)
    expect(await countOf({ sinceEpoch: at + 1 })).toBe(0)
    expect(await countOf({ onlyErrors: true })).toBe(0)
    expect(await countOf({ type: 'deployment' })).toBe(0)
  })

  it('gives errors alone, of both parts or of one', async () => {
    const { environments, team, id } = await setUp()
    await LogMessage.bulkCreate(
      (['network', 'deployment'] as const).flatMap((type, part) =>
        (['INFO', 'ERROR'] as const).map((severity, index) => ({
          environmentId: id,
          sequence: part * 2 + index + 1,
          type,
          severity,
          message: `${type} ${severity}`,
          createdAt: new Date(1_000_000),
        })),
      ),
    )
    const messagesOf = async (asked: { type?: 'network'; onlyErrors?: boolean }) =>
      (await environments.listEnvironmentLogs(team.member, { id, ...asked })).logs.map(
        ({ message }) => message,
      )
    expect(await messagesOf({})).toHaveLength(4)
    expect(await messagesOf({ onlyErrors: true })).toEqual(['network ERROR', 'deployment ERROR'])
    expect(await messagesOf({ type: 'network', onlyErrors: true })).toEqual(['network ERROR'])
  })
})
