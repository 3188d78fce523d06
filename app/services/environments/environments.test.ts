import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { deploymentStates } from '../../../core/resources/wire-states'
import { noVariables } from '../../../core/application/environment-variables'
import { messages } from '../../messages/messages'
import { ApplicationOverride } from '../../../db/models/application-override'
import { AuditEntry } from '../../../db/models/audit-entry'
import { AwsAccount } from '../../../db/models/aws-account'
import { Environment } from '../../../db/models/environment'
import {
  buildDeployment,
  buildReadyAccount,
  buildServices,
  buildTeam,
  refusalsOf,
} from '../../../tests/builders/deployment-core'
import {
  addVersion,
  buildApplication,
  buildEnvironment,
  buildQueuedDeployment,
  buildVersion,
} from '../../../tests/builders/team-rows'
import { buildEnvironmentStatus } from '../../../tests/builders/resource-status'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { tellAct } from './tell-act'

const database = useTestDatabase()
const reload = (id: string) => Environment.findByPk(id, { rejectOnEmpty: true })

async function setUp() {
  const team = await buildTeam()
  const account = await buildReadyAccount(team)
  const environment = await buildEnvironment(account)
  const application = await buildApplication(team.teamId)
  return { ...buildServices(database.sequelize), team, account, environment, application, id: environment.id }
}

describe('environments of other teams, and ids that are none', () => {
  it('are not found, whatever is asked', async () => {
    const { environments, application, id } = await setUp()
    const { member } = await buildTeam()
    for (const foreign of [id, randomUUID(), 'no-uuid', '']) {
      const refusals = await refusalsOf([
        environments.getEnvironment(member, foreign),
        environments.getEnvironmentStatus(member, foreign),
        environments.getEnvironmentResources(member, foreign),
        environments.listEnvironmentProcesses(member, foreign),
        environments.listEnvironmentLogs(member, { id: foreign, type: 'network' }),
        environments.renameEnvironment(member, { id: foreign, name: 'Mine' }),
        environments.setEnvironmentChoice(member, { id: foreign, name: 'spotStrategy', value: 'NONE' }),
        environments.setEnvironmentChoice(member, { id: foreign, name: 'goesOnWithout', value: 'NOTHING' }),
        environments.examineEnvironment(member, foreign),
        environments.deleteEnvironment(member, foreign),
        environments.overrideApplication(member, {
          environmentId: foreign,
          applicationId: application.id,
          override: false,
        }),
      ])
      expect(new Set(refusals)).toEqual(new Set(['not-found']))
    }
    expect(await environments.listEnvironments(member)).toEqual({ environments: [] })
    expect(await reload(id)).toMatchObject({ name: 'Production', spotStrategy: 'ALL', deletingAt: null })
  })
})

describe('renameEnvironment', () => {
  it('renames, and has the controller told', async () => {
    const { environments, team, id } = await setUp()
    await expect(environments.renameEnvironment(team.member, { id, name: 'Live 2 ' })).resolves.toEqual({
      isDuplicate: false,
    })
    expect(await reload(id)).toMatchObject({ name: 'Live 2', desiredRevision: '2' })
  })

  it('says so when another environment has the name, and refuses what is no name', async () => {
    const { environments, team, account, id } = await setUp()
    await buildEnvironment(account, 'Staging')
    await expect(environments.renameEnvironment(team.member, { id, name: 'staging' })).resolves.toEqual({
      isDuplicate: true,
    })
    for (const name of ['', ' Live', '1'])
      await expect(environments.renameEnvironment(team.member, { id, name })).rejects.toThrow(
        messages.invalidName.text,
      )
    expect(await reload(id)).toMatchObject({ name: 'Production', desiredRevision: '1' })
  })
})

describe('setEnvironmentChoice of the Spot strategy', () => {
  it('changes the strategy, and has the controller told', async () => {
    const { environments, team, id } = await setUp()
    await environments.setEnvironmentChoice(team.member, { id, name: 'spotStrategy', value: 'HALF_OR_LESS' })
    expect((await reload(id)).desiredRevision).toBe('2')
    const { spotAllowanceCategories } = await environments.getEnvironment(team.member, id)
    expect(spotAllowanceCategories.filter(({ selected }) => selected)).toEqual([
      { category: 'HALF_OR_LESS', selected: true },
    ])
  })
})

describe('setEnvironmentChoice of what it goes on without', () => {
  it('changes what may break, has the controller told, and keeps on record what it was', async () => {
    const { environments, team, id } = await setUp()
    expect((await reload(id)).goesOnWithout).toBe('NOTHING')
    await environments.setEnvironmentChoice(team.member, { id, name: 'goesOnWithout', value: 'INSTANCE' })
    const row = await reload(id)
    expect(row).toMatchObject({ goesOnWithout: 'INSTANCE', desiredRevision: '2' })
    const entry = await AuditEntry.findOne({ where: { action: 'environment.set-goes-on-without' } })
    expect(entry && tellAct(entry)).toBe(
      'set what the environment survives the loss of from Nothing to Any one instance',
    )
  })

  it('is refused for a zone where there is only one, and taken where there are two or no network yet', async () => {
    const { environments, environment, team, id } = await setUp()
    const survive = () =>
      environments.setEnvironmentChoice(team.member, { id, name: 'goesOnWithout', value: 'ZONE' })
    const status = buildEnvironmentStatus()
    const inZones = (...zones: string[]) => ({
      status: {
        ...status,
        network: {
          ...status.network,
          subnets: zones.map((zone) => ({ zone, id: `subnet-${zone}`, cidr: '10.0.0.0/20' })),
        },
      },
    })
    await environment.update(inZones('us-west-1a'))
    await expect(survive()).rejects.toMatchObject({
      code: 'conflict',
      message:
        'This environment has instances in one zone only, us-west-1a. To survive the loss of a zone it needs a second one.',
    })
    expect((await reload(id)).goesOnWithout).toBe('NOTHING')
    await environment.update(inZones('us-west-1a', 'us-west-1c'))
    await survive()
    expect((await reload(id)).goesOnWithout).toBe('ZONE')
    await environment.update(inZones())
    await survive()
  })

  it('is told with what each choice costs under the present Spot strategy, and without a price that is of another', async () => {
    const { environments, environment, team, id } = await setUp()
    const strategyCosts = {
      fingerprint: '',
      plannedEpoch: 1,
      costs: [
        { spotStrategy: 'ALL' as const, costPerHour: 0.01 },
        { spotStrategy: 'NONE' as const, costPerHour: 0.04 },
      ],
      others: [{ goesOnWithout: 'INSTANCE' as const, spotStrategy: 'ALL' as const, costPerHour: 0.02 }],
    }
    await environment.update({ status: buildEnvironmentStatus({ strategyCosts }) })
    const told = async () => (await environments.getEnvironment(team.member, id)).goesOnWithouts
    expect(await told()).toEqual([
      { goesOnWithout: 'NOTHING', selected: true, instancesPerHour: 0.01 },
      { goesOnWithout: 'INSTANCE', selected: false, instancesPerHour: 0.02 },
      { goesOnWithout: 'ZONE', selected: false, instancesPerHour: undefined },
    ])
    await environment.update({ spotStrategy: 'NONE' })
    expect(await told()).toEqual([
      { goesOnWithout: 'NOTHING', selected: true, instancesPerHour: 0.04 },
      { goesOnWithout: 'INSTANCE', selected: false, instancesPerHour: undefined },
      { goesOnWithout: 'ZONE', selected: false, instancesPerHour: undefined },
    ])
  })
})

describe('examineEnvironment', () => {
  it('shows that the environment is being worked on until the controller has answered', async () => {
    const { environments, team, environment, clock, id } = await setUp()
    await environment.update({ statusType: 'READY' })
    await environments.examineEnvironment(team.member, id)
    // Its roles are looked at as well, while the account goes on showing what was found last.
    expect(await AwsAccount.findByPk(environment.awsAccountId)).toMatchObject({
      verifyRequest: 1,
      state: 'SUCCESS',
    })
    const row = await reload(id)
    expect(row).toMatchObject({ statusType: 'WORKING', desiredRevision: '2' })
    expect(row.examineRequestedAt?.getTime()).toBe(clock.now())
  })
})

describe('deleteEnvironment', () => {
  it('starts the deletion once, cancels what is queued, and is nobody’s auto deploy target any more', async () => {
    const { environments, team, environment, application, id } = await setUp()
    await application.update({ autoDeployEnvironmentId: id })
    const queued = await buildQueuedDeployment(environment, [addVersion(await buildVersion(application))])
    await environments.deleteEnvironment(team.member, id)
    await environments.deleteEnvironment(team.member, id)
    expect((await reload(id)).desiredRevision).toBe('2')
    expect(await environments.getEnvironmentStatus(team.member, id)).toEqual({
      statusType: 'WORKING',
      statusMessage: 'Deleting environment...',
      isDeleting: true,
    })
    expect(await queued.reload()).toMatchObject({ state: deploymentStates.FAILED })
    expect((await application.reload()).autoDeployEnvironmentId).toBeNull()
  })

  it('lets nobody change the environment afterwards', async () => {
    const { environments, deployments, applications, team, application, id } = await setUp()
    const version = await buildVersion(application)
    await environments.deleteEnvironment(team.member, id)
    const refusals = await refusalsOf([
      environments.renameEnvironment(team.member, { id, name: 'Other' }),
      environments.setEnvironmentChoice(team.member, { id, name: 'spotStrategy', value: 'NONE' }),
      environments.examineEnvironment(team.member, id),
      environments.overrideApplication(team.member, {
        environmentId: id,
        applicationId: application.id,
        override: false,
      }),
      applications.setAutoDeployTarget(team.member, { applicationId: application.id, environmentId: id }),
      deployments.patchDeployment(team.member, {
        environmentId: id,
        applicationVersionIdToDeploy: version.id,
        firstDeployWarningApproved: true,
      }),
    ])
    expect(new Set(refusals)).toEqual(new Set(['conflict']))
  })
})

describe('overrideApplication', () => {
  const arn = 'arn:aws:iam::123456789012:role/reader'

  it('sets what the environment does differently, and takes it back', async () => {
    const { environments, team, application, environment, id } = await setUp()
    const key = { environmentId: id, applicationId: application.id }
    const override = {
      ...key,
      override: true,
      numProcesses: '0',
      maxSpotPercentage: 50,
      roles: { reader: ` ${arn} ` },
    }
    await environments.overrideApplication(team.member, override)
    expect((await reload(id)).desiredRevision).toBe('2')
    await buildDeployment(environment, [await buildVersion(application)])
    const { deployedApplications } = await environments.listEnvironmentProcesses(team.member, id)
    expect(deployedApplications).toEqual([
      {
        applicationId: application.id,
        name: 'Shop',
        revision: expect.any(String) as string,
        defaultConfig: { numProcesses: 2, maxSpotPercentage: 100, roles: {}, variableNames: [] },
        overrideConfig: { numProcesses: 0, maxSpotPercentage: 50, roles: { reader: arn }, ...noVariables },
      },
    ])
    await environments.overrideApplication(team.member, { ...key, override: false, roles: { reader: arn } })
    expect(await ApplicationOverride.findOne({ where: key })).toMatchObject({
      count: null,
      maxSpotPercentage: null,
      roles: { reader: arn },
    })
    await environments.overrideApplication(team.member, { ...key, override: false, roles: { reader: '' } })
    expect(await ApplicationOverride.count({ where: key })).toBe(0)
  })

  it('keeps what is not spoken of: a Spot percentage and roles that were set otherwise', async () => {
    const { environments, team, application, id } = await setUp()
    const key = { environmentId: id, applicationId: application.id }
    const all = { ...key, override: true, numProcesses: 3, maxSpotPercentage: 50, roles: { reader: arn } }
    const kept = () => ApplicationOverride.findOne({ where: key })
    await environments.overrideApplication(team.member, all)
    await environments.overrideApplication(team.member, { ...key, override: true, numProcesses: 4 })
    expect(await kept()).toMatchObject({ count: 4, maxSpotPercentage: 50, roles: { reader: arn } })
    await environments.overrideApplication(team.member, { ...all, maxSpotPercentage: null, roles: {} })
    expect(await kept()).toMatchObject({ count: 3, maxSpotPercentage: null, roles: {} })
  })

  it('scales up from the number of processes here, and refuses a most below it', async () => {
    const { environments, team, application, id } = await setUp()
    const key = { environmentId: id, applicationId: application.id, override: true }
    const scaled = { ...key, numProcesses: 3, maxProcesses: '8', targetCpuPercentage: 70 }
    const kept = () => ApplicationOverride.findOne({ where: { applicationId: application.id } })
    const answer = await environments.overrideApplication(team.member, scaled)
    expect(answer).toMatchObject({ mostProcesses: 8 })
    expect(await kept()).toMatchObject({ count: 3, maxProcesses: 8, targetCpu: 70 })
    for (const change of [{ numProcesses: 9 }, { numProcesses: 3, maxProcesses: 2 }])
      await expect(
        environments.overrideApplication(team.member, { ...key, ...change }),
      ).rejects.toMatchObject({
        code: 'invalid',
        fields: { maxProcesses: expect.stringContaining('at least the number of processes') as string },
      })
    await application.update({ maxProcesses: 4 })
    await expect(
      environments.overrideApplication(team.member, { ...key, numProcesses: 5, maxProcesses: null }),
    ).rejects.toMatchObject({ fields: { maxProcesses: expect.any(String) as string } })
    const none = await environments.overrideApplication(team.member, { ...key, numProcesses: 0 })
    expect(none).toMatchObject({ mostProcesses: 0 })
    expect(await kept()).toMatchObject({ count: 0, maxProcesses: 8 })
  })

  it('has a target of requests of its own for an application that exposes a port, and for no other', async () => {
    const { environments, team, application, id } = await setUp()
    const key = { environmentId: id, applicationId: application.id, override: true, numProcesses: 1 }
    const override = (part: object) =>
      environments.overrideApplication(team.member, { ...key, firstDeployWarningApproved: true, ...part })
    await application.update({ ports: [] })
    await expect(override({ maxProcesses: 4, targetRequests: 300 })).rejects.toMatchObject({
      code: 'invalid',
      fields: { targetRequests: expect.stringContaining('needs an exposed port') as string },
    })
    await application.update({ ports: [{ port: 80 }] })
    await override({ maxProcesses: 4, targetRequests: 300 })
    expect(await ApplicationOverride.findOne({ where: { applicationId: application.id } })).toMatchObject({
      targetRequests: 300,
    })
  })

  it('has a schedule of its own, or none, and refuses one that asks for more than the most here', async () => {
    const { environments, team, application, id } = await setUp()
    const key = { environmentId: id, applicationId: application.id, override: true, numProcesses: 1 }
    const kept = () => ApplicationOverride.findOne({ where: { applicationId: application.id } })
    const entry = { start: '0 8 * * *', end: '0 20 * * *', timeZone: 'UTC', processes: 5 }
    await application.update({ schedule: [entry] })
    const override = (part: object) =>
      environments.overrideApplication(team.member, { ...key, firstDeployWarningApproved: true, ...part })
    await expect(override({ maxProcesses: 4 })).rejects.toMatchObject({
      fields: { schedule: expect.stringContaining('asks for 5 processes') as string },
    })
    await override({ maxProcesses: 4, schedule: 'none' })
    expect(await kept()).toMatchObject({ maxProcesses: 4, schedule: [] })
    await override({ schedule: [{ ...entry, processes: '3' }] })
    expect(await kept()).toMatchObject({ schedule: [{ ...entry, processes: 3 }] })
    await override({ maxProcesses: null, schedule: null })
    expect(await kept()).toMatchObject({ maxProcesses: null, schedule: null })
  })

  it('refuses numbers that are none, and applications of other teams', async () => {
    const { environments, team, application, id } = await setUp()
    const key = { environmentId: id, applicationId: application.id, override: true }
    for (const numProcesses of [undefined, '', -1, 1.5]) {
      await expect(
        environments.overrideApplication(team.member, { ...key, numProcesses }),
      ).rejects.toMatchObject({
        code: 'invalid',
        fields: { numProcesses: expect.any(String) },
      })
    }
    const foreign = await buildApplication((await buildTeam()).teamId)
    await expect(
      environments.overrideApplication(team.member, { ...key, numProcesses: 1, applicationId: foreign.id }),
    ).rejects.toMatchObject({ code: 'not-found' })
  })
})
