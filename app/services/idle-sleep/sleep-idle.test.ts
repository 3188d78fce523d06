import { beforeEach, describe, expect, it } from 'vitest'
import { hourMilliseconds as hour, minuteMilliseconds as minute } from '../../../core/time/durations'
import { deploymentStates } from '../../../core/resources/wire-states'
import { AuditEntry } from '../../../db/models/audit-entry'
import { Environment } from '../../../db/models/environment'
import { keepRequestsRead } from '../../../db/queries/idle'
import { keepRequests } from '../../../db/queries/request-spans'
import {
  buildDeployment,
  buildReadyAccount,
  buildServices,
  buildTeam,
} from '../../../tests/builders/deployment-core'
import { buildDependencies } from '../../../tests/builders/dependencies'
import { buildReadRequests } from '../../../tests/builders/read-requests'
import { buildEnvironmentStatus } from '../../../tests/builders/resource-status'
import {
  buildApplication,
  buildEnvironment,
  buildQueuedDeployment,
  buildVersion,
  addVersion,
} from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { repeatedWork } from '../background/repeated-work'
import { listEnvironmentActs } from '../environments/list-environment-acts'
import { sleepIdle } from './sleep-idle'

const database = useTestDatabase()
let bench: Awaited<ReturnType<typeof setUp>>

/** An environment that was deployed at noon, whose requests are read, and that is to sleep after an hour without one. */
async function setUp() {
  const team = await buildTeam()
  const environment = await buildEnvironment(await buildReadyAccount(team))
  const services = buildServices(database.sequelize)
  const { clock, environments } = services
  await clock.advance(12 * hour)
  const version = await buildVersion(await buildApplication(team.teamId))
  const deployment = await buildDeployment(environment, [version])
  await deployment.update({ finishedAt: new Date(clock.now()) })
  await buildReadRequests(environment, version.applicationId)
  const { id } = environment
  await environments.setDeploymentRule(team.member, { id, name: 'sleepAfterMinutes', value: 60 })
  const dependencies = { ...buildDependencies(database.sequelize).dependencies, clock }
  const read = (minutes: number) =>
    keepRequestsRead(database.sequelize, {
      environmentIds: [id],
      fromEpoch: clock.now() - minutes * minute,
      untilEpoch: clock.now(),
    })
  return {
    ...{ ...services, team, id, version, environment, dependencies, read },
    sleep: async () => (await environments.getEnvironment(team.member, id)).sleep,
    row: () => Environment.findByPk(id, { rejectOnEmpty: true }),
    request: (minutesAgo: number) =>
      keepRequests(database.sequelize, [
        {
          ...{ environmentId: id, applicationId: version.applicationId, targetGroup: 'a' },
          ...{ epoch: clock.now() - minutesAgo * minute, requests: 1, errors: 1 },
        },
      ]),
    /** All that is known so long after, once the portal has looked. */
    async after(minutes: number) {
      await clock.advance(minutes * minute)
      await read(minutes)
      await sleepIdle(dependencies)
      return (await environments.getEnvironment(team.member, id)).sleep
    },
  }
}

beforeEach(async () => {
  await database.sequelize.query('DELETE FROM teams')
  bench = await setUp()
})

describe('an environment without requests', () => {
  it('falls asleep once none came for as long as it was set, and page, audit log and history say why', async () => {
    const { clock, id, team, after, row } = bench
    const noon = clock.now()
    expect(await after(59)).toMatchObject({
      isAsleep: false,
      staysAwake: { because: 'awakeLately', untilEpoch: noon + hour },
    })
    const { desiredRevision } = await row()
    const asleep = await after(1)
    expect(asleep).toMatchObject({ isAsleep: true, by: 'idle', sinceEpoch: clock.now(), isPending: true })
    expect(asleep).not.toHaveProperty('byName')
    expect(asleep).not.toHaveProperty('staysAwake')
    expect((await row()).desiredRevision).not.toBe(desiredRevision)
    const [entry] = await AuditEntry.findAll({ where: { action: 'environment.sleep' } })
    expect(entry).toMatchObject({ actorKind: 'system', actorId: null, actorName: 'SDO', targetId: id })
    expect(entry?.after).toEqual({ isAsleep: true, minutesWithoutRequests: 60 })
    const acts = await listEnvironmentActs(database.sequelize, {
      ...{ teamId: team.teamId, environmentId: id, since: new Date(0), before: null },
    })
    expect(acts.at(-1)?.message).toBe('SDO put the environment to sleep after 60 minutes without requests.')
  })

  it('stays awake for as long again after a request, also one that was answered with 5xx', async () => {
    const { clock, after, request } = bench
    await after(55)
    await request(10)
    const last = clock.now() - 5 * minute
    expect(await after(50)).toMatchObject({
      isAsleep: false,
      staysAwake: { because: 'requests', untilEpoch: last + hour },
    })
    expect(await after(5)).toMatchObject({ isAsleep: true, by: 'idle' })
  })

  it('stays awake while figures are missing or late, until they are known of the whole time', async () => {
    const { clock, after, read, sleep, dependencies } = bench
    await after(30)
    await clock.advance(3 * hour)
    await sleepIdle(dependencies)
    expect(await sleep()).toMatchObject({ isAsleep: false, staysAwake: { because: 'figuresLate' } })
    await read(30)
    await sleepIdle(dependencies)
    expect(await sleep()).toMatchObject({
      isAsleep: false,
      staysAwake: { because: 'figuresMissing', untilEpoch: clock.now() + 30 * minute },
    })
    expect(await after(30)).toMatchObject({ isAsleep: true })
  })

  it('stays awake once request metrics are off or nothing is exposed any more', async () => {
    const { after, row } = bench
    const { status } = await row()
    await (await row()).update({ requestMetrics: 'NONE' })
    expect((await after(600)).staysAwake).toEqual({ because: 'metricsOff' })
    await (await row()).update({ requestMetrics: 'CLOUDWATCH', status: buildEnvironmentStatus() })
    expect((await after(600)).staysAwake).toEqual({ because: 'noPort' })
    await (await row()).update({ status })
    expect(await after(1)).toMatchObject({ isAsleep: true })
  })

  it('stays awake while a deployment waits or is under way, and for as long again after it', async () => {
    const { clock, environment, version, after } = bench
    const deployment = await buildQueuedDeployment(environment, [addVersion(version)])
    expect((await after(90)).staysAwake).toEqual({ because: 'deploying' })
    await deployment.update({ state: deploymentStates.FAILED, finishedAt: new Date(clock.now()) })
    expect((await after(59)).staysAwake).toMatchObject({ because: 'awakeLately' })
    expect(await after(1)).toMatchObject({ isAsleep: true })
  })

  it('is woken by a person and falls asleep again only after as long without requests', async () => {
    const { environments, team, id, after } = bench
    await after(60)
    await environments.wakeEnvironment(team.member, id)
    expect(await after(59)).toMatchObject({ isAsleep: false, staysAwake: { because: 'awakeLately' } })
    expect(await after(1)).toMatchObject({ isAsleep: true, by: 'idle' })
  })

  it('is awake for as long since the controller woke it, whoever asked for that earlier', async () => {
    const { clock, after, row } = bench
    const sleep = { isAsleep: false, sinceEpoch: clock.now() + 30 * minute, by: 'deployment' as const }
    const { status } = await row()
    await (await row()).update({ status: buildEnvironmentStatus({ ...status, sleep }) })
    expect((await after(89)).isAsleep).toBe(false)
    expect((await after(1)).isAsleep).toBe(true)
  })

  it('is woken by its schedule, which puts it to sleep as well', async () => {
    const { clock, environments, team, id, after } = bench
    const schedule = { timeZone: 'UTC', sleep: '0 20 * * *', wake: '0 16 * * *' }
    await environments.setSleepSchedule(team.member, { id, schedule })
    expect(await after(60)).toMatchObject({ isAsleep: true, by: 'idle', nextEpoch: clock.now() + 3 * hour })
    expect(await after(3 * 60)).toMatchObject({ isAsleep: false, by: 'schedule' })
    expect((await after(59)).isAsleep).toBe(false)
    expect(await after(1)).toMatchObject({ isAsleep: true, by: 'idle' })
    await environments.wakeEnvironment(team.member, id)
    await clock.advance(3 * hour)
    expect(await bench.sleep()).toMatchObject({ isAsleep: true, by: 'schedule' })
  })

  it('stays awake where that is not set, and is put to sleep once, however many look', async () => {
    const { environments, team, id, after, dependencies } = bench
    await environments.setDeploymentRule(team.member, { id, name: 'sleepAfterMinutes', value: 0 })
    const awake = await after(600)
    expect(awake).toMatchObject({ isAsleep: false })
    expect(awake).not.toHaveProperty('staysAwake')
    await environments.setDeploymentRule(team.member, { id, name: 'sleepAfterMinutes', value: 60 })
    await Promise.all([1, 2, 3].map(() => sleepIdle(dependencies)))
    expect(await AuditEntry.count({ where: { action: 'environment.sleep' } })).toBe(1)
  })

  it('is looked for by every process of the portal', () => {
    expect(repeatedWork.idleSleep.work).toBe(sleepIdle)
  })
})

describe('sleep without requests', () => {
  it('is refused at its field without request metrics, without an exposed port, and for too short a time', async () => {
    const { environments, team, id, row } = bench
    const set = (value: number) =>
      environments.setDeploymentRule(team.member, { id, name: 'sleepAfterMinutes', value }).then(
        () => undefined,
        (refusal: { fields?: Record<string, string> }) => refusal.fields?.sleepAfterMinutes,
      )
    expect(await set(15)).toBeUndefined()
    for (const wrong of [1, 14, 10_081, -15]) expect(await set(wrong)).toContain('0 (never), or from 15')
    await (await row()).update({ requestMetrics: 'NONE' })
    expect(await set(60)).toContain('Turn on Request metrics first')
    await (await row()).update({ requestMetrics: 'CLOUDWATCH', status: null })
    expect(await set(60)).toContain('Deploy an application with an exposed port first')
    expect(await set(0)).toBeUndefined()
  })
})
