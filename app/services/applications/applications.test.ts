import { randomUUID } from 'node:crypto'
import { containerSettingsOf, healthCheckOf } from '../../../core/application/run-settings'
import type { RunSettingsInput } from '../../input/run-settings'
import { describe, expect, it } from 'vitest'
import { deploymentStates } from '../../../core/resources/wire-states'
import { messages } from '../../messages/messages'
import { nameMessages } from '../../input/names'
import { Application } from '../../../db/models/application'
import { ApplicationOverride } from '../../../db/models/application-override'
import { ApplicationVersion } from '../../../db/models/application-version'
import { AuditEntry } from '../../../db/models/audit-entry'
import { AwsAccount } from '../../../db/models/aws-account'
import { Deployment } from '../../../db/models/deployment'
import { EnvironmentVersion } from '../../../db/models/environment-version'
import { User } from '../../../db/models/user'
import {
  buildDeployment,
  copyDeployment,
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
import { useTestDatabase } from '../../../tests/postgres/test-database'

const database = useTestDatabase()
const day = 24 * 60 * 60 * 1_000
const registryCredentials = 'arn:aws:ssm:us-east-1:123456789012:parameter/sdo/registries/ghcr'
const config = { cpuCount: '0.25', memoryMb: 300, dockerBaseUrl: 'sdo/sample', numProcesses: 1 }

async function setUp() {
  const services = buildServices(database.sequelize)
  const team = await buildTeam()
  const environment = await buildEnvironment(await buildReadyAccount(team))
  const application = await buildApplication(team.teamId)
  const version = await buildVersion(application)
  await version.update({ createdAt: new Date(services.clock.now() - 2 * day) })
  return { ...services, team, environment, application, version, id: application.id }
}

describe('applications of other teams, and ids that are none', () => {
  it('are not found, whatever is asked', async () => {
    const { applications, id } = await setUp()
    const { member } = await buildTeam()
    for (const foreign of [id, randomUUID(), 'no-uuid', '']) {
      const refusals = await refusalsOf([
        applications.getApplication(member, foreign),
        applications.getApplicationConfig(member, foreign),
        applications.getVersionDeclareIndex(member, foreign),
        applications.listApplicationVersions(member, foreign),
        applications.listApplicationDeployments(member, foreign),
        applications.editApplicationConfig(member, { ...config, id: foreign }),
        applications.deleteApplication(member, foreign),
        applications.setAutoDeployTarget(member, { applicationId: foreign }),
        applications.renameVersion(member, { id: foreign, name: 'Mine' }),
      ])
      expect(new Set(refusals)).toEqual(new Set(['not-found']))
    }
    expect((await applications.listApplications(member)).applications).toEqual([])
  })
})

describe('listApplications', () => {
  const process = (application: Application, phase: string) => ({ applicationId: application.id, phase })

  it('says where each is live in which version, how healthy it is there, and how it was deployed last', async () => {
    const { applications, team, environment, application: shop, version } = await setUp()
    const account = await AwsAccount.findOne({ where: { teamId: team.teamId }, rejectOnEmpty: true })
    const staging = await buildEnvironment(account, 'Staging')
    const api = await buildApplication(team.teamId, 'Api')
    const idle = await buildApplication(team.teamId, 'Idle')
    const apiVersion = await buildVersion(api, 'v9')
    await buildDeployment(environment, [version, apiVersion])
    await version.update({ name: 'Renamed' })
    const status = {
      processes: [
        process(shop, 'Serving'),
        process(shop, 'Healthy'),
        process(shop, 'Starting'),
        process(api, 'Draining'),
      ],
    }
    await environment.update({ status: status as never })
    await ApplicationOverride.create({
      environmentId: environment.id,
      applicationId: shop.id,
      count: 3,
      roles: {},
    })
    const later = await buildDeployment(staging, [version], deploymentStates.FAILED)
    await Deployment.update({ createdAt: new Date(Date.now() + day) }, { where: { id: later.id } })

    const newest = await buildVersion(shop, 'Newest')

    const list = await applications.listApplications(team.member)
    expect(list).toMatchObject({ total: 3, nextCursor: null, previousCursor: null })
    const place = { environmentId: environment.id, environmentName: environment.name }
    const [first, second, third] = list.applications
    expect(first).toMatchObject({
      name: 'Api',
      live: [{ ...place, versionName: 'v9', numHealthy: 0, numWanted: 2 }],
      lastDeployment: { environmentId: environment.id, state: deploymentStates.LIVE, isRemoval: false },
    })
    expect(second).toEqual({ id: idle.id, name: 'Idle', live: [] })
    expect(third).toMatchObject({
      name: 'Shop',
      live: [{ ...place, versionName: 'Renamed', numHealthy: 2, numWanted: 3 }],
      newestVersion: { name: 'Newest', createdEpoch: newest.createdAt.getTime() },
      lastDeployment: { id: later.id, environmentId: staging.id, state: deploymentStates.FAILED },
    })
  })

  it('tells a removal as one, and nothing of other teams or of deployments that are gone', async () => {
    const { applications, team, environment, application } = await setUp()
    const stranger = await setUp()
    await buildQueuedDeployment(stranger.environment, [addVersion(stranger.version)])
    await buildQueuedDeployment(environment, [{ type: 'remove', applicationId: application.id }])
    const { applications: rows } = await applications.listApplications(team.member)
    expect(rows).toMatchObject([{ id: application.id, live: [], lastDeployment: { isRemoval: true } }])
    await Deployment.destroy({ where: { environmentId: environment.id } })
    expect((await applications.listApplications(team.member)).applications[0]).not.toHaveProperty(
      'lastDeployment',
    )
  })

  it('shows those with the filter in their name, and says how many there are besides', async () => {
    const { applications, team } = await setUp()
    await buildApplication(team.teamId, 'Workshop_2')
    await buildApplication(team.teamId, 'Api')
    const { applications: rows, total } = await applications.listApplications(team.member, {
      filter: ' shop',
    })
    expect(rows.map(({ name }) => name)).toEqual(['Shop', 'Workshop_2'])
    expect(total).toBe(3)
    expect((await applications.listApplications(team.member, { filter: '%' })).applications).toEqual([])
  })
})

describe('createApplication', () => {
  it('creates an application as it was described', async () => {
    const { applications, team } = await setUp()
    const { id, integrationId } = await applications.createApplication(team.member, {
      ...config,
      applicationName: ' Api ',
      exposedPortsV2: [{ port: '8080', subdomain: 'API' }, { port: '' }],
      roles: { reader: 'arn:aws:iam::123456789012:role/reader' },
      registryCredentials: ` ${registryCredentials} `,
    })
    expect(await applications.getApplicationConfig(team.admin, id)).toEqual({
      id,
      applicationName: 'Api',
      type: 'GENERAL',
      cpuCount: 0.25,
      memoryMb: 300,
      dockerBaseUrl: 'sdo/sample',
      numProcesses: 1,
      maxSpotPercentage: 100,
      exposedPortsV2: [{ port: 8080, subdomain: 'api' }],
      roles: { reader: 'arn:aws:iam::123456789012:role/reader' },
      registryCredentials,
      healthCheck: healthCheckOf({}),
      container: containerSettingsOf({}),
      environmentVariables: {},
      secrets: {},
      revision: expect.any(String) as string,
    })
    const { applications: list } = await applications.listApplications(team.member)
    expect(list.map(({ name }) => name)).toEqual(['Api', 'Shop'])
    expect(integrationId).not.toBe(id)
  })

  it.each([
    [{ applicationName: ' ' }, 'applicationName', messages.processNameMissing.text],
    [{ applicationName: '1st' }, 'applicationName', messages.invalidName.text],
    [{ cpuCount: 0 }, 'cpuCount', messages.sizeMissing.text],
    [{ memoryMb: '' }, 'memoryMb', messages.sizeMissing.text],
    [{ numProcesses: 0 }, 'numProcesses', messages.processCountMissing.text],
    [{ dockerBaseUrl: '' }, 'dockerBaseUrl', messages.dockerImageMissing.text],
    [
      { exposedPortsV2: [{ port: 1, subdomain: 'a-' }] },
      'exposedPortsV2.0.subdomain',
      messages.subdomainEndsWithHyphen.text,
    ],
  ])('refuses %j at its field', async (fault, field, message) => {
    const { applications, team } = await setUp()
    const input = { ...config, applicationName: 'Api', ...fault }
    await expect(applications.createApplication(team.member, input)).rejects.toMatchObject({
      code: 'invalid',
      message,
      fields: { [field]: message },
    })
  })

  it('lets one of two people who take a name at once have it', async () => {
    const { applications, team } = await setUp()
    const outcomes = await refusalsOf([
      applications.createApplication(team.admin, { ...config, applicationName: 'Api' }),
      applications.createApplication(team.member, { ...config, applicationName: 'API' }),
    ])
    expect(outcomes.sort()).toEqual(['conflict', undefined])
  })

  it('makes one application of a form that is sent twice at once', async () => {
    const { applications, team } = await setUp()
    const form = { ...config, applicationName: 'Api', submissionId: 'form-1' }
    const [first, second] = await Promise.all([
      applications.createApplication(team.admin, form),
      applications.createApplication(team.admin, form),
    ])
    expect(first).toEqual(second)
  })
})

describe('an application of a type that environments do not run', () => {
  it('is not created, and gets no versions, and it is said why', async () => {
    const { applications, team, application } = await setUp()
    await expect(
      applications.createApplication(team.member, { ...config, applicationName: 'Lambda', type: 'LAMBDA' }),
    ).rejects.toMatchObject({
      code: 'invalid',
      fields: { type: messages.processTypeUnsupported('LAMBDA').text },
    })
    await application.update({ type: 'LAMBDA' })
    const version = { integrationId: application.integrationId, dockerImageTag: '1' }
    await expect(applications.declareVersion(team.member, version)).rejects.toMatchObject({
      code: 'invalid',
      message: messages.processTypeUnsupported('LAMBDA').text,
    })
  })
})

describe('settings of health check and container', () => {
  it('change one by one, reach the next deployment, and are gone with the default', async () => {
    const { applications, team, id, application } = await setUp()
    const edit = (settings: RunSettingsInput) =>
      applications.editApplicationConfig(team.member, { id, ...settings })
    await edit({ healthCheck: { path: ' /ready ', graceSeconds: '300' } })
    await edit({ healthCheck: { statuses: '200-399' }, container: { capabilities: ['cap_ipc_lock'] } })
    await edit({ container: { init: false } })
    expect((await application.reload()).runSettings).toEqual({
      healthCheck: { path: '/ready', graceSeconds: 300, statuses: '200-399' },
      container: { init: false, capabilities: ['IPC_LOCK'] },
    })
    expect(await applications.getApplicationConfig(team.member, id)).toMatchObject({
      healthCheck: { path: '/ready', host: '', graceSeconds: 300, statuses: '200-399', intervalSeconds: 5 },
      container: { stopGraceSeconds: 10, init: false, capabilities: ['IPC_LOCK'] },
    })
    await edit({ healthCheck: { path: null, statuses: '', graceSeconds: 60 }, container: null })
    expect((await application.reload()).runSettings).toEqual({})
  })

  it('are refused at their fields, all at once', async () => {
    const { applications, team, id } = await setUp()
    const healthCheck = { path: 'health', graceSeconds: '601' }
    const container = { capabilities: ['NET_ADMIN'] }
    await expect(
      applications.editApplicationConfig(team.member, { id, healthCheck, container }),
    ).rejects.toMatchObject({
      code: 'invalid',
      fields: {
        'healthCheck.path': expect.stringContaining('A path begins with /') as string,
        'healthCheck.graceSeconds': 'Grace period (seconds): enter a whole number from 10 to 600.',
        'container.capabilities': expect.stringContaining('cannot have NET_ADMIN') as string,
      },
    })
  })
})

describe('editApplicationConfig', () => {
  it('changes what the next deployment runs, and nothing that runs', async () => {
    const { applications, environment, team, version, id } = await setUp()
    const live = await buildDeployment(environment, [version])
    await applications.editApplicationConfig(team.member, {
      ...config,
      id,
      cpuCount: 2,
      exposedPortsV2: [{ port: 90 }],
    })
    expect(await applications.getApplicationConfig(team.member, id)).toMatchObject({
      cpuCount: 2,
      exposedPortsV2: [{ port: 90 }],
    })
    expect(await live.reload()).toMatchObject({ state: deploymentStates.LIVE, desiredRevision: '1' })
    expect((await environment.reload()).desiredRevision).toBe('1')
  })

  it('leaves the Spot percentage as it is unless another one is said', async () => {
    const { applications, team, id } = await setUp()
    const percentage = async () =>
      (await applications.getApplicationConfig(team.member, id)).maxSpotPercentage
    await applications.editApplicationConfig(team.member, { ...config, id, maxSpotPercentage: '40' })
    await applications.editApplicationConfig(team.member, { ...config, id })
    expect(await percentage()).toBe(40)
    await applications.editApplicationConfig(team.member, { ...config, id, maxSpotPercentage: 0 })
    expect(await percentage()).toBe(0)
  })
})

describe('the name of an application', () => {
  it('is changed with its configuration, and stays where none is sent', async () => {
    const { applications, team, id } = await setUp()
    const name = async () => (await applications.getApplication(team.member, id)).name
    await applications.editApplicationConfig(team.member, { ...config, id, applicationName: ' Store ' })
    expect(await name()).toBe('Store')
    await applications.editApplicationConfig(team.member, { ...config, id })
    expect(await name()).toBe('Store')
    await applications.editApplicationConfig(team.member, { ...config, id, applicationName: 'STORE' })
    expect(await name()).toBe('STORE')
    const [entry] = await AuditEntry.findAll({ where: { targetId: id }, order: [['id', 'DESC']] })
    expect([entry?.before, entry?.after]).toEqual([{ name: 'Store' }, { name: 'STORE' }])
  })

  it('is refused when another one has it, in whatever case, or when it is none', async () => {
    const { applications, team, application, id } = await setUp()
    await buildApplication(team.teamId, 'Api')
    const rename = (applicationName: string) =>
      applications.editApplicationConfig(team.member, { ...config, id, applicationName, numProcesses: 3 })
    for (const [typed, code] of [
      ['API', 'conflict'],
      [' ', 'invalid'],
      ['1st', 'invalid'],
    ] as const)
      await expect(rename(typed)).rejects.toMatchObject({
        code,
        fields: { applicationName: expect.any(String) as string },
      })
    expect(await application.reload()).toMatchObject({ name: 'Shop', count: 2 })
  })

  it('is refused with the reason when another one has its variables, unless it had them before', async () => {
    const { applications, team, application, id } = await setUp()
    const other = await buildApplication(team.teamId, 'Job_runner')
    const refusal = {
      code: 'conflict',
      message:
        'Job_runner is called the same in variables, where spaces are underscores: SDO_URL_JOB_RUNNER_8080 would be an address of both. Choose another name.',
      fields: { applicationName: expect.any(String) as string },
    }
    const rename = (applicationName: string) =>
      applications.editApplicationConfig(team.member, { id, applicationName })
    await expect(rename('job runner')).rejects.toMatchObject(refusal)
    await expect(
      applications.createApplication(team.member, { ...config, applicationName: 'job Runner' }),
    ).rejects.toMatchObject({ ...refusal, message: refusal.message.replace('job runner', 'job Runner') })
    expect((await applications.getApplication(team.member, id)).sharesVariablesWith).toBeUndefined()

    await application.update({ name: 'Job runner' })
    await rename('JOB runner')
    await rename('JOB runner')
    expect((await applications.getApplication(team.member, id)).sharesVariablesWith).toBe('Job_runner')
    expect((await applications.getApplication(team.member, other.id)).sharesVariablesWith).toBe('JOB runner')
    await rename('Runner')
    expect((await applications.getApplication(team.member, other.id)).sharesVariablesWith).toBeUndefined()
  })

  it('is got by one of all who give the same variables at once', async () => {
    const { applications, team, id } = await setUp()
    const { id: second } = await buildApplication(team.teamId, 'Second')
    const create = (applicationName: string) =>
      applications.createApplication(team.member, { ...config, applicationName })
    const rename = (id: string, applicationName: string) =>
      applications.editApplicationConfig(team.member, { id, applicationName })
    const answers = await Promise.allSettled([
      create('Job runner'),
      rename(id, 'job_runner'),
      rename(second, 'JOB runner'),
      create('job_Runner'),
    ])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const answer of answers)
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'conflict' })
  })

  it('comes with a type that stays as it is', async () => {
    const { applications, team, id } = await setUp()
    await applications.editApplicationConfig(team.member, { ...config, id, type: 'GENERAL' })
    await expect(
      applications.editApplicationConfig(team.member, { ...config, id, type: 'LAMBDA' }),
    ).rejects.toMatchObject({
      code: 'invalid',
      fields: { type: expect.stringContaining('GENERAL') as string },
    })
  })
})

describe('versions', () => {
  it('are listed newest first', async () => {
    const { applications, team, application, version, id } = await setUp()
    const second = await buildVersion(application, 'v2')
    const { versions } = await applications.listApplicationVersions(team.member, id)
    expect(versions.map((row) => row.id)).toEqual([second.id, version.id])
    expect(versions[1]).toMatchObject({ name: 'v1', dockerTag: 'v1', autoDeploy: false })
  })

  it('are found by their name or their tag, upper and lower case alike', async () => {
    const { applications, team, application, version, id } = await setUp()
    await buildVersion(application, 'v2')
    await applications.renameVersion(team.member, { id: version.id, name: 'Before Christmas' })
    const namesLike = async (filter: string) => {
      const found = await applications.listApplicationVersions(team.member, id, { filter })
      expect(found.total).toBe(2)
      return found.versions.map(({ name }) => name)
    }
    expect(await namesLike('christ')).toEqual(['Before Christmas'])
    expect(await namesLike('V1')).toEqual(['Before Christmas'])
    expect(await namesLike('v')).toEqual(['v2', 'Before Christmas'])
    expect(await namesLike('v3')).toEqual([])
  })

  it('can be called something else, but not nothing', async () => {
    const { applications, team, version } = await setUp()
    await applications.renameVersion(team.member, { id: version.id, name: ' First ' })
    expect(await version.reload()).toMatchObject({ name: 'First', dockerTag: 'v1' })
    await expect(
      applications.renameVersion(team.member, { id: version.id, name: ' ' }),
    ).rejects.toMatchObject({
      message: messages.versionNameBlank.text,
    })
    await expect(
      applications.renameVersion(team.member, { id: version.id, name: 'two\nlines' }),
    ).rejects.toMatchObject({ fields: { name: nameMessages.notOneLine.text } })
  })
})

describe('listApplicationDeployments', () => {
  it('says where the application is live, since when, and how many processes it is to have', async () => {
    const { applications, team, environment, application, version, id } = await setUp()
    const other = await buildVersion(await buildApplication(team.teamId, 'Other'))
    const deployedAt = new Date(1_700_000_000_000)
    const first = await buildDeployment(environment, [version], deploymentStates.RETIRED, deployedAt)
    const second = await buildDeployment(environment, [other])
    const kept = await EnvironmentVersion.findByPk(first.environmentVersionId ?? '', { rejectOnEmpty: true })
    await second.update({ environmentVersionId: kept.id })
    await applications.renameVersion(team.member, { id: version.id, name: 'First' })
    const row = {
      environmentId: environment.id,
      environmentName: 'Production',
      versionName: 'First',
      versionTag: 'v1',
      deployedAtEpoch: first.finishedAt?.getTime(),
      deployedBy: undefined,
      isAutoDeployed: false,
      targetNumProcesses: 2,
    }
    expect(await applications.listApplicationDeployments(team.member, id)).toEqual({ deployments: [row] })
    await ApplicationOverride.create({
      environmentId: environment.id,
      applicationId: application.id,
      count: 5,
      maxSpotPercentage: null,
      roles: {},
    })
    const { deployments } = await applications.listApplicationDeployments(team.member, id)
    expect(deployments).toEqual([{ ...row, targetNumProcesses: 5 }])
    await first.update({ requestedBy: team.member.userId, kind: 'auto-deploy' })
    const { name: deployedBy } = await User.findByPk(team.member.userId, { rejectOnEmpty: true })
    expect((await applications.listApplicationDeployments(team.member, id)).deployments).toMatchObject([
      { deployedBy, isAutoDeployed: true },
    ])
  })
})

it('where an application is live is read in under 100 ms of processor time after 10,000 deployments', async () => {
  const { applications, team, environment, version, id } = await setUp()
  await copyDeployment(await buildDeployment(environment, [version], deploymentStates.RETIRED), 9_999)
  await buildDeployment(environment, [version])
  const read = () => applications.listApplicationDeployments(team.member, id)
  await read()
  const start = process.cpuUsage()
  expect((await read()).deployments).toHaveLength(1)
  const { user, system } = process.cpuUsage(start)
  expect((user + system) / 1000).toBeLessThan(100)
})

describe('setAutoDeployTarget', () => {
  it('sets one environment of the team, or none', async () => {
    const { applications, team, environment, id } = await setUp()
    await applications.setAutoDeployTarget(team.member, { applicationId: id, environmentId: environment.id })
    expect((await applications.getApplication(team.member, id)).environments).toEqual([
      { id: environment.id, name: 'Production', autoDeployTarget: true },
    ])
    expect(await applications.getVersionDeclareIndex(team.member, id)).toMatchObject({
      dockerBaseUrl: 'sdo/sample',
      allowAutoDeploy: true,
      autoDeployEnvironmentName: 'Production',
    })
    await applications.setAutoDeployTarget(team.member, { applicationId: id })
    expect(await applications.getVersionDeclareIndex(team.member, id)).toMatchObject({
      allowAutoDeploy: false,
    })
    const foreign = await buildEnvironment(await buildReadyAccount(await buildTeam()))
    await expect(
      applications.setAutoDeployTarget(team.member, { applicationId: id, environmentId: foreign.id }),
    ).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('deleteApplication', () => {
  it('deletes an application that is deployed nowhere, with its versions', async () => {
    const { applications, team, id } = await setUp()
    expect(await applications.deleteApplication(team.member, id)).toEqual({
      success: true,
      notFound: false,
      permissionDenied: false,
    })
    expect(await ApplicationVersion.count({ where: { applicationId: id } })).toBe(0)
    await expect(applications.deleteApplication(team.member, id)).rejects.toMatchObject({
      code: 'not-found',
      message: messages.processNotFound.text,
    })
  })

  it.each(['LIVE', 'DEPLOYING', 'QUEUED'] as const)(
    'leaves an application whose deployment is %s',
    async (state) => {
      const { applications, team, environment, version, id } = await setUp()
      if (state === 'QUEUED') await buildQueuedDeployment(environment, [addVersion(version)])
      else await buildDeployment(environment, [version], deploymentStates[state])
      expect(await applications.deleteApplication(team.member, id)).toMatchObject({
        success: false,
        message: messages.processInUse.text,
        deletion: { isPossible: false, runsIn: [{ id: environment.id, name: environment.name }] },
      })
      expect(await Application.count({ where: { id } })).toBe(1)
    },
  )

  it('leaves an application while a version of it is younger than 24 hours', async () => {
    const { applications, team, version, clock, id } = await setUp()
    await version.update({ createdAt: new Date(clock.now() - day + 1) })
    const deletion = { isPossible: false, runsIn: [], possibleFromEpoch: clock.now() + 1 }
    expect(await applications.deleteApplication(team.member, id)).toMatchObject({ success: false, deletion })
    expect(await applications.getApplication(team.member, id)).toMatchObject({ deletion })
    await version.update({ createdAt: new Date(clock.now() - day) })
    expect(await applications.deleteApplication(team.member, id)).toMatchObject({ success: true })
  })

  it('never deletes an application that somebody deploys at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const { applications, deployments, team, environment, version, id } = await setUp()
      const [deleted, deployed] = await Promise.allSettled([
        applications.deleteApplication(team.member, id),
        deployments.patchDeployment(team.admin, {
          environmentId: environment.id,
          applicationVersionIdToDeploy: version.id,
          firstDeployWarningApproved: true,
        }),
      ])
      const isDeleted = deleted.status === 'fulfilled' && deleted.value.success
      if (isDeleted) expect(deployed).toMatchObject({ reason: { code: 'not-found' } })
      else expect(deployed.status).toBe('fulfilled')
    }
  })
})
