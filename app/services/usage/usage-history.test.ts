import { beforeEach, describe, expect, it } from 'vitest'
import type { ProcessUsage } from '../../../core/agent/protocol'
import { silentLogger } from '../../../core/logging/logger'
import { hourMilliseconds, minuteMilliseconds } from '../../../core/time/durations'
import { deploymentStates } from '../../../core/resources/wire-states'
import { Deployment } from '../../../db/models/deployment'
import { keepUsage } from '../../../db/queries/usage-minutes'
import { select } from '../../../db/sql'
import { buildDeployment } from '../../../tests/builders/deployment-core'
import { buildOverviewBench } from '../../../tests/builders/overview-bench'
import { buildApplication, buildVersion } from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { cleanOut } from '../clean-out/clean-out'
import { retention } from '../retention'
import type { UsageRange } from './usage-views'

const database = useTestDatabase()
let build: Awaited<ReturnType<typeof buildOverviewBench>>
let hour: number

beforeEach(async () => {
  build = await buildOverviewBench(database.sequelize)
  await buildDeployment(build.environment, [await buildVersion(build.application)])
  hour = Math.floor(build.clock.now() / hourMilliseconds) * hourMilliseconds
})

const cleanAt = (now: number) =>
  cleanOut({ sequelize: database.sequelize, clock: { now: () => now } as never, log: silentLogger })

const keep = (epoch: number, ...processes: Partial<ProcessUsage>[]) =>
  keepUsage(database.sequelize, [
    {
      environmentId: build.id,
      clientToken: 'a',
      epoch,
      processes: processes.map((process, index) => ({
        ...{ id: `p${index}`, applicationId: build.application.id, cores: 0.5, mostCores: 0.5 },
        ...process,
      })),
    },
  ])

const spans = () =>
  select<Record<string, unknown>>(
    database.sequelize,
    `SELECT *, xmin::text AS written FROM usage_spans WHERE environment_id = $1 ORDER BY seconds, time, application_id`,
    [build.id],
  )

const minutesLeft = async () =>
  (await select(database.sequelize, 'SELECT 1 FROM usage_minutes WHERE environment_id = $1', [build.id]))
    .length

describe('quarter hours and hours', () => {
  it('have of their minutes the mean, what 95 of 100 do not exceed, and the most', async () => {
    for (let minute = 0; minute < 20; minute++)
      await keep(hour - hourMilliseconds + minute * minuteMilliseconds, {
        ...{ cores: minute / 100, mostCores: minute / 50, throttled: minute / 20 },
        ...{ memoryMb: 100 + minute, mostMemoryMb: 200 + minute },
      })
    await cleanAt(hour)
    const of = { application_id: build.application.id, num_processes: 1 }
    expect(await spans()).toMatchObject([
      {
        ...of,
        seconds: 900,
        minutes: 15,
        p95_cores: 0.14,
        most_cores: 0.28,
        p95_memory_mb: 114,
        most_memory_mb: 214,
      },
      {
        ...of,
        seconds: 900,
        minutes: 5,
        p95_cores: 0.19,
        most_cores: 0.38,
        p95_memory_mb: 119,
        most_memory_mb: 219,
      },
      {
        ...{ ...of, seconds: 3600, minutes: 20, p95_cores: 0.18, most_cores: 0.38, p95_memory_mb: 118 },
        ...{
          most_memory_mb: 219,
          cores: expect.closeTo(0.095, 5),
          throttled: expect.closeTo(0.475, 5),
          memory_mb: 109.5,
        },
      },
    ])
  })

  it('are the same, and not written, when they are rolled up again', async () => {
    for (let minute = 0; minute < 130; minute++)
      await keep(hour - minute * minuteMilliseconds, {}, { cores: 0.1 })
    await cleanAt(hour)
    const before = await spans()
    expect(before.length).toBeGreaterThan(8)
    await cleanAt(hour)
    await cleanAt(hour + 5 * minuteMilliseconds)
    expect(await spans()).toEqual(before)
  })

  it('count a minute once that comes two hours late', async () => {
    await keep(hour - 2 * hourMilliseconds, {})
    await keep(hour, {})
    await cleanAt(hour)
    await keep(hour - 2 * hourMilliseconds + minuteMilliseconds, { cores: 1.5, mostCores: 1.5 })
    await cleanAt(hour + 30 * minuteMilliseconds)
    await cleanAt(hour + 60 * minuteMilliseconds)
    const [late] = (await spans()).filter(({ seconds }) => seconds === 3600)
    expect(late).toMatchObject({ minutes: 2, cores: 1, most_cores: 1.5 })
  })

  it('say what was asked for: the hours before a change stay those of before', async () => {
    const deploy = async (name: string, size: { cpu: string; memoryMb: number }) => {
      await build.application.update(size)
      await Deployment.update({ state: deploymentStates.RETIRED }, { where: { environmentId: build.id } })
      await buildDeployment(build.environment, [await buildVersion(build.application, name)])
    }
    await deploy('v2', { cpu: '1', memoryMb: 2000 })
    await keep(hour - hourMilliseconds, {})
    await cleanAt(hour)
    await deploy('v3', { cpu: '0.35', memoryMb: 900 })
    await keep(hour, {})
    await cleanAt(hour + 30 * minuteMilliseconds)
    expect((await spans()).filter(({ seconds }) => seconds === 3600)).toMatchObject([
      { asked_cpu: 1, asked_memory_mb: 2000 },
      { asked_cpu: 0.35, asked_memory_mb: 900 },
    ])
  })

  it('count programs and containers that were killed for memory, the most of them, without processes that are on their way out', async () => {
    const say = (...processes: [kills: number | undefined, phase: string][]) =>
      build.environment.update({
        status: {
          processes: processes.map(([memoryKills, phase]) => ({
            ...{ applicationId: build.application.id, phase },
            ...(memoryKills !== undefined && { memoryKills }),
          })),
        } as never,
      })
    const kills = async () => (await spans()).map(({ memory_kills }) => memory_kills)
    await keep(hour, {})
    await cleanAt(hour + minuteMilliseconds)
    expect(await kills()).toEqual([0, 0])
    await say([2, 'Serving'], [undefined, 'Serving'], [1, 'Starting'], [7, 'Draining'], [7, 'Stopping'])
    await cleanAt(hour + 2 * minuteMilliseconds)
    expect(await kills()).toEqual([3, 3])
    await build.environment.update({
      status: {
        processes: [
          { applicationId: build.application.id, phase: 'Serving', memoryEnds: 4 },
          { applicationId: build.application.id, phase: 'Serving', memoryEnds: 1, memoryKills: 1 },
        ],
      } as never,
    })
    await cleanAt(hour + 2.5 * minuteMilliseconds)
    expect(await kills()).toEqual([6, 6])
    await say([1, 'Serving'])
    const before = await spans()
    await cleanAt(hour + 3 * minuteMilliseconds)
    expect(await spans()).toEqual(before)
  })

  it('stay as they were when their minutes go, and go when they are old', async () => {
    const { usageMinutes, usageQuarters, usageHours } = retention
    await keep(hour, {})
    await cleanAt(hour + hourMilliseconds)
    const kept = await spans()
    await cleanAt(hour + usageMinutes.milliseconds + hourMilliseconds)
    expect(await minutesLeft()).toBe(0)
    expect(await spans()).toEqual(kept)
    await cleanAt(hour + usageQuarters.milliseconds + 1)
    expect((await spans()).map(({ seconds }) => seconds)).toEqual([3600])
    await cleanAt(hour + usageHours.milliseconds)
    expect(await spans()).toHaveLength(1)
    await cleanAt(hour + usageHours.milliseconds + 1)
    expect(await spans()).toEqual([])
  })

  it('are kept of applications that are live alone, whatever an agent says', async () => {
    const idle = await buildApplication(build.team.teamId, 'Idle')
    await keep(hour, {}, { applicationId: idle.id }, { applicationId: "'; x" })
    await cleanAt(hour + minuteMilliseconds)
    expect(new Set((await spans()).map(({ application_id }) => application_id))).toEqual(
      new Set([build.application.id]),
    )
  })

  it('are of every environment, however many there are', async () => {
    const others = await Promise.all(Array.from({ length: 60 }, () => buildOverviewBench(database.sequelize)))
    for (const other of [...others, build]) {
      if (other !== build) await buildDeployment(other.environment, [await buildVersion(other.application)])
      await keepUsage(database.sequelize, [
        {
          ...{ environmentId: other.id, clientToken: 'a', epoch: hour },
          processes: [{ id: 'p', applicationId: other.application.id, cores: 1, mostCores: 1 }],
        },
      ])
    }
    await cleanAt(hour + minuteMilliseconds)
    const [count] = await select<{ count: number }>(
      database.sequelize,
      `SELECT count(DISTINCT environment_id)::integer AS count FROM usage_spans WHERE environment_id = ANY ($1::uuid[])`,
      [[...others, build].map(({ id }) => id)],
    )
    expect(count?.count).toBe(61)
  })
})

const curveOf = async (range: UsageRange) => {
  const { applications } = await build.usage.getEnvironmentUsage(build.team.member, { id: build.id, range })
  return applications[0]?.points.map(({ cores, mostCores, ...point }) => ({
    ...point,
    cores: cores.toFixed(5),
    mostCores: mostCores.toFixed(5),
  }))
}

describe('the curve of 7 days', () => {
  it('has what was rolled up and what came since, each once', async () => {
    const before = Math.floor((hour - 30 * hourMilliseconds) / (2 * hourMilliseconds)) * 2 * hourMilliseconds
    await keep(before, { cores: 0.2, mostCores: 0.4 })
    await keep(before + hourMilliseconds, { cores: 0.4, mostCores: 0.9 }, { cores: 0.6, mostCores: 0.7 })
    await keep(hour, { cores: 0.1, mostCores: 0.1 })
    const raw = await curveOf('7d')
    expect(raw).toMatchObject([
      { epoch: before, numProcesses: 2, cores: '0.40000', mostCores: '0.90000' },
      { numProcesses: 1, cores: '0.10000' },
    ])
    await cleanAt(hour + minuteMilliseconds)
    expect(await curveOf('7d')).toEqual(raw)
    await cleanAt(hour + retention.usageMinutes.milliseconds)
    expect((await curveOf('7d'))?.[0]).toEqual(raw?.[0])
  })
})

describe('the curve of 24 hours', () => {
  it('is the same by quarter hours that were rolled up as by minutes', async () => {
    const before = hour - 5 * hourMilliseconds
    await keep(before, { cores: 0.2, mostCores: 0.4 }, { cores: 0.6, mostCores: 0.7 })
    await keep(before + 14 * minuteMilliseconds, { cores: 0.1, mostCores: 0.9 })
    await keep(before + 15 * minuteMilliseconds, { cores: 0.3, mostCores: 0.3 })
    await keep(hour - 16 * minuteMilliseconds, { cores: 0.5, mostCores: 0.5 })
    const raw = await curveOf('24h')
    expect(raw).toMatchObject([
      { epoch: before, numProcesses: 2, cores: '0.30000', mostCores: '0.90000' },
      { epoch: before + 15 * minuteMilliseconds, cores: '0.30000' },
      { epoch: hour - 30 * minuteMilliseconds, cores: '0.50000' },
    ])
    await cleanAt(hour + minuteMilliseconds)
    expect(await curveOf('24h')).toEqual(raw)
    await keep(hour - 2 * minuteMilliseconds, { cores: 0.7, mostCores: 0.7 })
    expect((await curveOf('24h'))?.[3]).toMatchObject({ cores: '0.70000' })
  })
})
