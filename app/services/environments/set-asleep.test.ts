import { describe, expect, it } from 'vitest'
import { deploymentStates } from '../../../core/resources/wire-states'
import { AuditEntry } from '../../../db/models/audit-entry'
import { Environment } from '../../../db/models/environment'
import {
  buildDeployment,
  buildReadyAccount,
  buildServices,
  buildTeam,
  refusalsOf,
} from '../../../tests/builders/deployment-core'
import { buildEnvironmentStatus } from '../../../tests/builders/resource-status'
import { buildApplication, buildEnvironment, buildVersion } from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { tellAct } from './tell-act'

const database = useTestDatabase()
const hourMs = 3_600_000
const nights = { timeZone: 'UTC', sleep: '0 20 * * *', wake: '0 8 * * *' }

async function setUp() {
  const team = await buildTeam()
  const environment = await buildEnvironment(await buildReadyAccount(team))
  const { environments, deployments, clock } = buildServices(database.sequelize)
  expect(new Date(clock.now()).toISOString()).toBe('2026-01-01T00:00:00.000Z')
  await clock.advance(12 * hourMs)
  const { id } = environment
  return {
    ...{ clock, team, environments, deployments, environment, id },
    sleep: async () => (await environments.getEnvironment(team.member, id)).sleep,
    row: () => Environment.findByPk(id, { rejectOnEmpty: true }),
    acts: async () =>
      (await AuditEntry.findAll({ where: { teamId: team.teamId }, order: ['id'] })).map(tellAct),
  }
}

describe('putting an environment to sleep, and waking it', () => {
  it('says since when and who did it, has the controller told, and is in the history', async () => {
    const { clock, team, environments, id, sleep, row, acts } = await setUp()
    expect(await sleep()).toEqual({ isAsleep: false, chargedAsleepPerHour: 0 })
    await environments.putEnvironmentToSleep(team.member, id)
    const since = clock.now()
    const asleep = { isAsleep: true, by: 'person', byName: team.member.name, sinceEpoch: since }
    expect(await sleep()).toMatchObject({ ...asleep, isPending: true })
    expect(await row()).toMatchObject({ desiredRevision: '2' })
    await clock.advance(hourMs)
    await environments.putEnvironmentToSleep(team.admin, id)
    expect(await sleep()).toMatchObject(asleep)
    await environments.wakeEnvironment(team.admin, id)
    expect(await sleep()).toMatchObject({ isAsleep: false, byName: team.admin.name })
    expect(await acts()).toEqual([
      'put the environment to sleep',
      'put the environment to sleep',
      'woke the environment',
    ])
  })

  it('is the admins’ where it is protected, and nobody’s of another team', async () => {
    const { team, environments, environment, id, sleep } = await setUp()
    const { member: stranger } = await buildTeam()
    await environment.update({ isProtected: true })
    const writesOf = (actor: typeof stranger) =>
      refusalsOf([
        environments.putEnvironmentToSleep(actor, id),
        environments.wakeEnvironment(actor, id),
        environments.setSleepSchedule(actor, { id, schedule: { ...nights } }),
        environments.setSleepSchedule(actor, { id, schedule: null }),
      ])
    expect(new Set(await writesOf(team.member))).toEqual(new Set(['forbidden']))
    expect(new Set(await writesOf(stranger))).toEqual(new Set(['not-found']))
    expect((await sleep()).isAsleep).toBe(false)
    await environments.putEnvironmentToSleep(team.admin, id)
    expect((await sleep()).isAsleep).toBe(true)
  })

  it('counts no process as wanted once the controller says that it sleeps', async () => {
    const { environment, environments, team, id } = await setUp()
    const version = await buildVersion(await buildApplication(team.teamId))
    await buildDeployment(environment, [version], deploymentStates.LIVE)
    const statusOf = () => environments.getEnvironmentStatus(team.member, id)
    await environment.update({ status: buildEnvironmentStatus(), statusType: 'READY', statusMessage: '' })
    expect((await statusOf()).statusType).toBe('WORKING')
    const slept = { isAsleep: true, sinceEpoch: 0, by: 'person' as const }
    await environment.update({ status: { ...buildEnvironmentStatus(), sleep: slept } })
    expect((await statusOf()).statusType).toBe('READY')
  })
})

describe('a deployment', () => {
  it('wakes an environment that sleeps, until its schedule comes again', async () => {
    const { clock, environment, environments, deployments, team, id, sleep } = await setUp()
    const version = await buildVersion(await buildApplication(team.teamId))
    await buildDeployment(environment, [version])
    await environments.setSleepSchedule(team.member, { id, schedule: { ...nights } })
    await clock.advance(10 * hourMs)
    expect(await sleep()).toMatchObject({ isAsleep: true, by: 'schedule' })
    await deployments.restartApplication(team.member, {
      environmentId: id,
      applicationId: version.applicationId,
      firstDeployWarningApproved: true,
    })
    expect(await sleep()).toMatchObject({ isAsleep: false, by: 'deployment', sinceEpoch: clock.now() })
    await clock.advance(24 * hourMs)
    expect(await sleep()).toMatchObject({ isAsleep: true, by: 'schedule' })
  })

  it('that waits for approval wakes it when it is approved', async () => {
    const { environment, environments, deployments, team, id, sleep } = await setUp()
    const version = await buildVersion(await buildApplication(team.teamId))
    await buildDeployment(environment, [version], deploymentStates.LIVE)
    await environments.putEnvironmentToSleep(team.member, id)
    await environment.reload()
    await environment.update({ isProtected: true })
    const { id: deploymentId = '' } = await deployments.restartApplication(team.member, {
      environmentId: id,
      applicationId: version.applicationId,
      firstDeployWarningApproved: true,
    })
    expect((await sleep()).isAsleep).toBe(true)
    const { approval } = await deployments.getDeployment(team.admin, { environmentId: id, deploymentId })
    await deployments.approveDeployment(team.admin, {
      deploymentId,
      expectedEnvironmentVersionState: approval?.environmentVersionsState ?? '',
    })
    expect(await sleep()).toMatchObject({ isAsleep: false, by: 'deployment' })
  })
})

describe('a sleep schedule', () => {
  it('is told with its next time, and changes nothing when it is set or removed', async () => {
    const { clock, team, environments, id, sleep, acts } = await setUp()
    await environments.setSleepSchedule(team.member, { id, schedule: { ...nights, sleep: ' 0  20 * * * ' } })
    expect(await sleep()).toEqual({
      isAsleep: false,
      nextEpoch: Date.parse('2026-01-01T20:00:00Z'),
      schedule: nights,
      chargedAsleepPerHour: 0,
    })
    await clock.advance(10 * hourMs)
    const asleep = { isAsleep: true, by: 'schedule', sinceEpoch: Date.parse('2026-01-01T20:00:00Z') }
    expect(await sleep()).toMatchObject({ ...asleep, nextEpoch: Date.parse('2026-01-02T08:00:00Z') })
    await environments.setSleepSchedule(team.member, { id, schedule: { ...nights, timeZone: 'Asia/Tokyo' } })
    expect(await sleep()).toMatchObject({ ...asleep, nextEpoch: Date.parse('2026-01-01T23:00:00Z') })
    await environments.setSleepSchedule(team.member, { id, schedule: null })
    await clock.advance(100 * hourMs)
    expect(await sleep()).toMatchObject(asleep)
    expect(await sleep()).not.toHaveProperty('schedule')
    expect(await acts()).toEqual([
      'set the sleep schedule: asleep 0 20 * * *, awake 0 8 * * *, time zone UTC',
      'set the sleep schedule: time zone Asia/Tokyo',
      'removed the sleep schedule',
    ])
  })

  it('is refused where it never comes, or nobody could tell by whose clock, each at its field', async () => {
    const { team, environments, id } = await setUp()
    const fieldsOf = (changes: Partial<typeof nights>) =>
      environments.setSleepSchedule(team.member, { id, schedule: { ...nights, ...changes } }).then(
        () => [],
        (refusal: { fields?: object }) => Object.keys(refusal.fields ?? {}),
      )
    expect(await fieldsOf({ timeZone: 'Nowhere' })).toEqual(['timeZone'])
    expect(await fieldsOf({ sleep: '20:00', wake: '0 0 31 2 *' })).toEqual(['sleep', 'wake'])
    expect(await fieldsOf({ wake: nights.sleep })).toEqual(['wake'])
    expect(await fieldsOf({})).toEqual([])
  })
})
