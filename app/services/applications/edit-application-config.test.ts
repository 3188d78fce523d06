import type { RunSettingsInput } from '../../input/run-settings'
import { describe, expect, it } from 'vitest'
import { deploymentStates } from '../../../core/resources/wire-states'
import { AuditEntry } from '../../../db/models/audit-entry'
import { buildDeployment } from '../../../tests/builders/deployment-core'
import { buildApplication } from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { buildApplicationBench } from '../../../tests/builders/application-bench'

const database = useTestDatabase()
const setUp = () => buildApplicationBench(database.sequelize)
const config = { cpuCount: '0.25', memoryMb: 300, dockerBaseUrl: 'sdo/sample', numProcesses: 1 }

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
    const warnings = { memoryPercent: '100', throttledPercent: 'x' }
    await expect(
      applications.editApplicationConfig(team.member, { id, healthCheck, container, warnings }),
    ).rejects.toMatchObject({
      code: 'invalid',
      fields: {
        'healthCheck.path': expect.stringContaining('A path begins with /') as string,
        'healthCheck.graceSeconds': 'Grace period (seconds): enter a whole number from 10 to 600.',
        'warnings.memoryPercent': 'Memory over (%): enter a whole number from 0 to 99.',
        'warnings.throttledPercent': 'CPU throttled over (%): enter a whole number from 0 to 99.',
        'container.capabilities': expect.stringContaining('cannot have NET_ADMIN') as string,
      },
    })
  })
})

describe('editApplicationConfig', () => {
  it('refuses a most below the number of processes, whichever of them is sent', async () => {
    const { applications, team, application, id } = await setUp()
    const edit = (part: object) => applications.editApplicationConfig(team.member, { id, ...part })
    await edit({ numProcesses: 2, maxProcesses: 5, targetCpuPercentage: '' })
    expect(await application.reload()).toMatchObject({ count: 2, maxProcesses: 5, targetCpu: null })
    for (const part of [{ numProcesses: 6 }, { maxProcesses: 1 }])
      await expect(edit(part)).rejects.toMatchObject({
        code: 'invalid',
        fields: { maxProcesses: expect.stringContaining('at least the number of processes') as string },
      })
    await edit({ numProcesses: 6, maxProcesses: null })
    expect(await application.reload()).toMatchObject({ count: 6, maxProcesses: null })
  })

  it('counts requests where a port is exposed, and refuses a target of them without, whichever is sent', async () => {
    const { applications, team, application, id } = await setUp()
    const edit = (part: object) => applications.editApplicationConfig(team.member, { id, ...part })
    await edit({ exposedPortsV2: [{ port: 80 }], maxProcesses: 5, targetRequests: '600' })
    expect(await application.reload()).toMatchObject({ targetRequests: 600 })
    await expect(edit({ exposedPortsV2: [] })).rejects.toMatchObject({
      code: 'invalid',
      fields: { targetRequests: expect.stringContaining('needs an exposed port') as string },
    })
    await edit({ exposedPortsV2: [], targetRequests: '' })
    await expect(edit({ targetRequests: 600 })).rejects.toMatchObject({
      fields: { targetRequests: expect.stringContaining('needs an exposed port') as string },
    })
    for (const targetRequests of [0, 1_000_001, 1.5])
      await expect(edit({ exposedPortsV2: [{ port: 80 }], targetRequests })).rejects.toMatchObject({
        fields: { targetRequests: expect.stringContaining('from 1 to 1000000') as string },
      })
  })

  it('keeps a schedule as it was typed or sent, and refuses one that asks for more than the most', async () => {
    const { applications, team, application, id } = await setUp()
    const edit = (part: object) => applications.editApplicationConfig(team.member, { id, ...part })
    const entry = { start: '0 8 * * 1-5', end: '0 20 * * 1-5', timeZone: 'Europe/Berlin', processes: 5 }
    await edit({ schedule: '0 8 * * 1-5 to 0 20 * * 1-5 Europe/Berlin: 5' })
    expect(await application.reload()).toMatchObject({ schedule: [entry] })
    const { revision } = await applications.getApplicationConfig(team.member, id)
    await edit({ schedule: [{ ...entry, processes: 6 }], revision })
    await expect(edit({ schedule: [entry], revision })).rejects.toMatchObject({
      code: 'conflict',
      fields: { schedule: expect.stringContaining('now 0 8 * * 1-5 to') as string },
    })
    for (const part of [{ maxProcesses: 5 }, { schedule: [{ ...entry, processes: 9 }], maxProcesses: 8 }])
      await expect(edit(part)).rejects.toMatchObject({
        code: 'invalid',
        fields: { schedule: expect.stringContaining('Raise Scale up to') as string },
      })
    await expect(edit({ schedule: '0 8 * * 1-5 to 0 20 * * 1-5 Mars: 5' })).rejects.toMatchObject({
      fields: { schedule: expect.stringContaining('Line 1: “Mars” is not a time zone') as string },
    })
    await edit({ schedule: [] })
    expect(await application.reload()).toMatchObject({ schedule: null })
  })

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
