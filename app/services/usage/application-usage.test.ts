import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { processLines } from '../../../core/environment-log/process-lines'
import { minuteMilliseconds as minute } from '../../../core/time/durations'
import { LogMessage } from '../../../db/models/log-message'
import { buildDeployment, buildReadyAccount, buildTeam } from '../../../tests/builders/deployment-core'
import { keepMinuteOfUse } from '../../../tests/builders/minute-of-use'
import { buildOverviewBench } from '../../../tests/builders/overview-bench'
import { buildApplication, buildEnvironment, buildVersion } from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'

const database = useTestDatabase()
let build: Awaited<ReturnType<typeof buildOverviewBench>>
let other: Awaited<ReturnType<typeof buildEnvironment>>
let worker: Awaited<ReturnType<typeof buildApplication>>
let now: number

beforeEach(async () => {
  build = await buildOverviewBench(database.sequelize)
  now = Math.floor(build.clock.now() / minute) * minute
  const account = await buildReadyAccount(build.team, 'Other account')
  other = await buildEnvironment(account, 'Another')
  await buildEnvironment(account, 'Empty')
  worker = await buildApplication(build.team.teamId, 'Worker')
  const version = await buildVersion(build.application)
  const at = new Date(now - 50 * minute)
  await buildDeployment(build.environment, [version, await buildVersion(worker)], undefined, at)
  await buildDeployment(other, [version], undefined, at)
})

const keep = (environmentId: string, cores: number, applicationId = build.application.id) =>
  keepMinuteOfUse(
    database.sequelize,
    { environmentId, applicationId, clientToken: applicationId, epoch: now - 2 * minute },
    [{ cores }],
  )
const usage = (page: { limit?: number; cursor?: string } = {}) =>
  build.usage.getApplicationUsage(build.team.member, { id: build.application.id, range: '1h', ...page })

describe('what an application uses', () => {
  it('is by environment in which it is live, beside what it asks for there, and nothing of other applications', async () => {
    await keep(build.id, 0.25)
    await keep(build.id, 8, worker.id)
    await keep(other.id, 0.5)
    const { environments, total } = await usage()
    expect(total).toBe(2)
    const cores = environments.map(({ environmentId, points }) => [
      environmentId,
      points.map((point) => point.cores),
    ])
    expect(new Map(cores as [string, number[]][])).toEqual(
      new Map([
        [build.id, [0.25]],
        [other.id, [0.5]],
      ]),
    )
    for (const { cpu, memoryMb } of environments)
      expect([cpu, memoryMb]).toEqual([Number(build.application.cpu), build.application.memoryMb])
  })

  it('has what happened to it in each environment as marks, and nothing of other applications', async () => {
    const line = { type: 'deployment', severity: 'ERROR', code: processLines.restarted.code } as const
    const log = (sequence: number, environmentId: string, applicationId: string | null) =>
      LogMessage.create({
        ...{ ...line, environmentId, sequence, applicationId, message: 'It restarted.' },
        createdAt: new Date(now - minute),
      })
    await log(1, build.id, build.application.id)
    await log(2, build.id, worker.id)
    await log(3, build.id, null)
    const { environments } = await usage()
    const marksOf = (id: string) =>
      environments.find(({ environmentId }) => environmentId === id)?.marks.map(({ type }) => type)
    expect(marksOf(build.id)).toEqual(['deployment', 'trouble'])
    expect(marksOf(other.id)).toEqual(['deployment'])
  })

  it('comes a part at a time, by name of the environment, and is not found of another team', async () => {
    const first = await usage({ limit: 1 })
    const second = await usage({ limit: 1, cursor: first.nextCursor ?? '' })
    const ids = [...first.environments, ...second.environments].map(({ environmentId }) => environmentId)
    expect(ids.toSorted()).toEqual([build.id, other.id].toSorted())
    expect(second.nextCursor).toBeNull()
    const { member } = await buildTeam()
    const asked = { id: build.application.id, range: '1h' } as const
    await expect(build.usage.getApplicationUsage(member, asked)).rejects.toMatchObject({ code: 'not-found' })
    await expect(
      build.usage.getApplicationUsage(build.team.member, { ...asked, id: randomUUID() }),
    ).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('what applications of an environment use', () => {
  it('comes a part at a time by name, of one alone, or of those with a text in their name', async () => {
    await keep(build.id, 0.25)
    const read = (asked: object) =>
      build.usage.getEnvironmentUsage(build.team.member, { id: build.id, range: '1h', ...asked })
    const names = async (asked: object) =>
      (await read(asked)).applications.map(({ applicationName }) => applicationName)
    const all = [build.application.name, 'Worker']
    const first = await read({ limit: 1 })
    expect([await names({ limit: 1, cursor: first.nextCursor ?? '' }), first.total]).toEqual([['Worker'], 2])
    expect(await names({})).toEqual(all)
    expect(await names({ applicationId: worker.id })).toEqual(['Worker'])
    expect(await names({ filter: 'wORK' })).toEqual(['Worker'])
    expect((await read({ filter: 'wORK' })).total).toBe(2)
    expect(await names({ applicationId: randomUUID() })).toEqual([])
    const { marks } = await read({ applicationId: worker.id })
    expect(marks.map(({ applicationIds }) => applicationIds.includes(worker.id))).toEqual([true])
  })
})
