import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { processLines } from '../../../core/environment-log/process-lines'
import { minuteMilliseconds as minute } from '../../../core/time/durations'
import { LogMessage } from '../../../db/models/log-message'
import { buildDeployment, buildTeam } from '../../../tests/builders/deployment-core'
import { keepMinuteOfUse } from '../../../tests/builders/minute-of-use'
import { buildOverviewBench } from '../../../tests/builders/overview-bench'
import { buildApplication, buildVersion } from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'

const database = useTestDatabase()
const [ended, running, other] = [randomUUID(), randomUUID(), randomUUID()]
let build: Awaited<ReturnType<typeof buildOverviewBench>>
let worker: Awaited<ReturnType<typeof buildApplication>>
let now: number

beforeEach(async () => {
  build = await buildOverviewBench(database.sequelize)
  now = Math.floor(build.clock.now() / minute) * minute
  worker = await buildApplication(build.team.teamId, 'Worker')
  const versions = [await buildVersion(build.application), await buildVersion(worker)]
  await buildDeployment(build.environment, versions, undefined, new Date(now - 50 * minute))
  const keep = (minutesAgo: number, ...processes: Parameters<typeof keepMinuteOfUse>[2]) =>
    keepMinuteOfUse(
      database.sequelize,
      {
        ...{ environmentId: build.id, applicationId: build.application.id },
        ...{ clientToken: 'a', epoch: now - minutesAgo * minute },
      },
      processes,
    )
  await keep(
    40,
    { id: ended, cores: 0.25, mostCores: 0.75, throttled: 0.5, memoryMb: 100, mostMemoryMb: 120 },
    { id: other, applicationId: worker.id },
  )
  await keep(39, { id: ended, cores: 0.75, mostCores: 1, throttled: 0, memoryMb: 200, mostMemoryMb: 220 })
  await keep(2, { id: running }, { id: randomUUID(), applicationId: randomUUID() })
})

const process = (processId: string, actor = build.team.member) =>
  build.usage.getProcessUsage(actor, { id: build.id, processId, range: '1h' })
const list = (page: { limit?: number; cursor?: string } = {}, applicationId = build.application.id) =>
  build.usage.listMeasuredProcesses(build.team.member, { id: build.id, applicationId, range: '1h', ...page })

const log = (sequence: number, code: string, about: Partial<LogMessage>) =>
  LogMessage.create({
    ...{ environmentId: build.id, sequence, type: 'deployment', severity: 'ERROR', message: code, code },
    ...about,
    createdAt: new Date(now - sequence * minute),
  })

describe('what one process uses', () => {
  it('is by time and beside what it asks for, also once it has ended', async () => {
    const { application } = build
    expect(await process(ended)).toMatchObject({
      ...{ id: build.id, processId: ended, isRunning: false, seconds: 60 },
      application: { id: application.id, name: application.name, cpu: expect.any(Number) },
      points: [
        {
          ...{ epoch: now - 40 * minute, numProcesses: 1, cores: 0.25, mostCores: 0.75, throttled: 0.5 },
          ...{ memoryMb: 100, mostMemoryMb: 120 },
        },
        { epoch: now - 39 * minute, cores: 0.75, throttled: 0 },
      ],
    })
  })

  it('has what happened to it and the deployments of its application as marks, and nothing of others', async () => {
    const { restarted, programKilled, down } = processLines
    await log(5, restarted.code, { applicationId: build.application.id, processId: ended })
    await log(4, programKilled.code, { applicationId: build.application.id, processId: running })
    await log(3, restarted.code, { applicationId: worker.id, processId: other })
    await log(2, down.code, { applicationId: build.application.id })
    const { marks } = await process(ended)
    expect(marks.map(({ type, processId }) => [type, processId])).toEqual([
      ['deployment', undefined],
      ['trouble', ended],
    ])
  })

  it('is nothing of one that was not measured, and not found where it can be none or is of another team', async () => {
    const unknown = await process(randomUUID())
    expect([unknown.application, unknown.points, unknown.marks]).toEqual([undefined, [], []])
    await expect(process('x')).rejects.toMatchObject({ code: 'not-found' })
    const stranger = await buildTeam()
    await expect(process(ended, stranger.member)).rejects.toMatchObject({ code: 'not-found' })
  })

  it('is not shown of an application that is not live, whatever an agent says', async () => {
    const stray = randomUUID()
    await keepMinuteOfUse(
      database.sequelize,
      { environmentId: build.id, applicationId: randomUUID(), clientToken: 'b', epoch: now - minute },
      [{ id: stray }],
    )
    expect((await process(stray)).points).toEqual([])
  })
})

describe('processes that were measured', () => {
  it('are those of one application, the last one first, with whether each still runs', async () => {
    await build.environment.update({
      status: { processes: [{ id: running, applicationId: build.application.id }] } as never,
    })
    const { processes, total } = await list()
    expect(total).toBe(2)
    expect(processes).toMatchObject([
      { processId: running, isRunning: true, fromEpoch: now - 2 * minute, untilEpoch: now - minute },
      {
        ...{
          processId: ended,
          isRunning: false,
          fromEpoch: now - 40 * minute,
          untilEpoch: now - 38 * minute,
        },
        used: { cores: 0.5, mostCores: 1, throttled: 0.25, memoryMb: 150, mostMemoryMb: 220 },
      },
    ])
    expect((await list({}, randomUUID())).processes).toEqual([])
  })

  it('come a part at a time', async () => {
    const { processes, nextCursor } = await list({ limit: 1 })
    const rest = await list({ limit: 1, cursor: nextCursor ?? '' })
    expect([...processes, ...rest.processes].map(({ processId }) => processId)).toEqual([running, ended])
    expect(rest.nextCursor).toBeNull()
  })
})
