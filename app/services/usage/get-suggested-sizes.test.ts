import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { hoursPerMonth } from '../../../core/catalogue/figures'
import { dayMilliseconds } from '../../../core/time/durations'
import { Application } from '../../../db/models/application'
import { ApplicationOverride } from '../../../db/models/application-override'
import { Environment } from '../../../db/models/environment'
import { buildDeployment, buildTeam } from '../../../tests/builders/deployment-core'
import { buildHoursOfUse, type HoursOfUse } from '../../../tests/builders/hours-of-use'
import { buildOverviewBench } from '../../../tests/builders/overview-bench'
import { buildApplication, buildVersion } from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { estimateCost, totalPerHour } from '../pricing/estimate'
import { publishedInstanceTypes } from '../../../core/catalogue/instance-types'

const database = useTestDatabase()
let build: Awaited<ReturnType<typeof buildOverviewBench>>

beforeEach(async () => {
  build = await buildOverviewBench(database.sequelize)
  await build.application.update({ cpu: '1', memoryMb: 2000, count: 20, ports: [] })
  await buildDeployment(build.environment, [await buildVersion(build.application)])
})

const buildStaging = () => {
  const { teamId, awsAccountId } = build.environment
  return Environment.create({ id: randomUUID(), teamId, awsAccountId, name: 'Staging' })
}

const keep = (of: Partial<HoursOfUse> = {}) =>
  buildHoursOfUse(database.sequelize, {
    ...{ environmentId: build.id, applicationId: build.application.id, now: build.clock.now() },
    ...of,
  })

const sizes = async (id = build.id, actor = build.team.member) => build.usage.getSuggestedSizes(actor, id)
const onlySize = async () => (await sizes()).applications[0]

const perHour = (cpu: number, memoryMb: number, count = 20) => {
  const estimate = estimateCost([{ cpu, memoryMb, count }], publishedInstanceTypes)
  return estimate ? totalPerHour(estimate) : NaN
}

describe('the suggested size of an application', () => {
  it('has its price for the whole environment, and what was measured', async () => {
    await keep()
    const saved = (perHour(0.35, 900) - perHour(1, 2000)) * hoursPerMonth
    expect(saved).toBeLessThan(-100)
    expect(await sizes()).toMatchObject({
      id: build.id,
      fromEpoch: build.clock.now() - 14 * dayMilliseconds,
      neededHours: 72,
    })
    expect(await onlySize()).toEqual({
      applicationId: build.application.id,
      applicationName: build.application.name,
      asks: { cpuCount: 1, memoryMb: 2000 },
      state: 'suggested',
      size: { cpuCount: 0.35, memoryMb: 900 },
      monthlyUsd: expect.closeTo(saved, 2),
      used: { cores: 0.21, mostCores: 0.4, memoryMb: 640, throttled: 0, memoryKills: 0 },
      environments: [{ id: build.id, name: build.environment.name, hours: 100 }],
    })
  })

  it('is priced with as many processes as the environment has', async () => {
    await keep()
    await ApplicationOverride.create({
      environmentId: build.id,
      applicationId: build.application.id,
      count: 40,
      maxSpotPercentage: null,
      roles: {},
    })
    const saved = (perHour(0.35, 900, 40) - perHour(1, 2000, 40)) * hoursPerMonth
    expect(await onlySize()).toMatchObject({ monthlyUsd: expect.closeTo(saved, 2) })
  })

  it('counts whole hours of the present size and the last 14 days alone', async () => {
    await keep({ hours: 20 })
    await keep({ hours: 20, daysAgo: 1, minutes: 29 })
    await keep({ hours: 20, daysAgo: 2, cpu: 2 })
    await keep({ hours: 20, daysAgo: 15 })
    expect(await onlySize()).toMatchObject({ state: 'measuring', environments: [{ hours: 20 }] })
    expect(await onlySize()).not.toHaveProperty('size')
  })

  it('waits for all environments in which processes are to run, and for no other', async () => {
    await keep()
    const other = await buildStaging()
    await buildDeployment(other, [await buildVersion(build.application, 'v2')])
    expect(await onlySize()).toMatchObject({
      state: 'measuring',
      environments: [{ hours: 100 }, { name: 'Staging', hours: 0 }],
    })
    await keep({ environmentId: other.id, p95Cores: 0.5, hours: 72 })
    expect(await onlySize()).toMatchObject({ size: { cpuCount: 0.75, memoryMb: 900 } })
    await ApplicationOverride.create({
      environmentId: other.id,
      applicationId: build.application.id,
      count: 0,
      maxSpotPercentage: null,
      roles: {},
    })
    expect(await onlySize()).toMatchObject({ size: { cpuCount: 0.35 }, environments: [{ hours: 100 }] })
    await ApplicationOverride.destroy({ where: { environmentId: other.id } })
    await other.update({ deletingAt: new Date() })
    expect(await onlySize()).toMatchObject({ size: { cpuCount: 0.35 }, environments: [{ hours: 100 }] })
  })

  it('is none while another one is saved and not deployed yet', async () => {
    await keep()
    await Application.update({ memoryMb: 900 }, { where: { id: build.application.id } })
    expect(await onlySize()).toMatchObject({ state: 'saved', asks: { memoryMb: 2000 } })
    expect(await onlySize()).not.toHaveProperty('size')
  })

  it('is none where it saves nothing', async () => {
    await build.application.update({ cpu: '0.05', memoryMb: 100, count: 1 })
    const second = await buildStaging()
    await buildDeployment(second, [await buildVersion(build.application, 'v2')])
    await keep({
      environmentId: second.id,
      cpu: 0.05,
      memoryMb: 100,
      p95Cores: 0.01,
      mostCores: 0.02,
      mostMemoryMb: 20,
    })
    const { applications } = await sizes(second.id)
    // The first environment still runs what it was deployed with.
    expect(applications[0]).toMatchObject({ state: 'measuring' })
    await build.environment.update({ deletingAt: new Date() })
    expect((await sizes(second.id)).applications[0]).toMatchObject({
      state: 'saves-nothing',
      size: { cpuCount: 0.05, memoryMb: 70 },
      monthlyUsd: 0,
    })
  })

  it('rises with its price where processes are held back and run out of memory', async () => {
    await keep({ hours: 72, throttled: 0.12, mostMemoryMb: 1990, memoryKills: 2 })
    const answer = await onlySize()
    expect(answer).toMatchObject({
      state: 'suggested',
      size: { cpuCount: 1.5, memoryMb: 3000 },
      used: { throttled: 0.12, memoryKills: 2 },
    })
    expect(answer?.monthlyUsd).toBeGreaterThan(0)
  })

  it('is not found of another team, nor of none', async () => {
    const other = await buildTeam()
    await expect(sizes(build.id, other.member)).rejects.toMatchObject({ code: 'not-found' })
    await expect(sizes(randomUUID())).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('many applications', () => {
  it('have the ten largest changes priced, what is too small first, and all of those together', async () => {
    const second = await buildStaging()
    const applications = await Promise.all(
      Array.from({ length: 12 }, (_, index) => buildApplication(build.team.teamId, `App ${index}`)),
    )
    for (const [index, application] of applications.entries()) {
      await application.update({ cpu: '1', memoryMb: 2000, count: 20 + index, ports: [] })
      await keep({
        ...{ environmentId: second.id, applicationId: application.id },
        ...(index === 0 && { throttled: 0.2 }),
      })
    }
    await buildDeployment(second, await Promise.all(applications.map((one) => buildVersion(one))))
    const answer = await sizes(second.id)
    const stateOf = (name: string) =>
      answer.applications.find(({ applicationName }) => applicationName === name)?.state
    expect(answer.applications.filter(({ state }) => state === 'suggested')).toHaveLength(10)
    expect([stateOf('App 0'), stateOf('App 1'), stateOf('App 2'), stateOf('App 3')]).toEqual([
      ...['suggested', 'later', 'later', 'suggested'],
    ])
    const ofEach = answer.applications.flatMap(({ monthlyUsd }) => monthlyUsd ?? [])
    expect(ofEach).toHaveLength(10)
    expect(answer.togetherMonthlyUsd).toBeLessThan(Math.min(...ofEach))
  })
})

it('tells that nothing was measured of an environment in which nothing ever was', async () => {
  expect(await onlySize()).toMatchObject({ state: 'measuring', environments: [{ hours: 0 }] })
  expect(await onlySize()).not.toHaveProperty('used')
})
