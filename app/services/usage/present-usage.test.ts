import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ProcessUsage } from '../../../core/agent/protocol'
import { minuteMilliseconds as minute } from '../../../core/time/durations'
import { buildDeployment, buildTeam } from '../../../tests/builders/deployment-core'
import { keepMinuteOfUse } from '../../../tests/builders/minute-of-use'
import { buildOverviewBench } from '../../../tests/builders/overview-bench'
import { buildVersion } from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'

const database = useTestDatabase()
let build: Awaited<ReturnType<typeof buildOverviewBench>>
let now: number

beforeEach(async () => {
  build = await buildOverviewBench(database.sequelize)
  now = Math.floor(build.clock.now() / minute) * minute
  await build.application.update({ name: 'api "v2"', cpu: '1', memoryMb: 2000 })
  await build.environment.update({ name: 'Production' })
  await buildDeployment(build.environment, [await buildVersion(build.application)])
})

/** What an agent told of one minute. */
const keep = (clientToken: string, minutesAgo: number, ...processes: Partial<ProcessUsage>[]) =>
  keepMinuteOfUse(
    database.sequelize,
    {
      ...{ environmentId: build.id, applicationId: build.application.id },
      ...{ clientToken, epoch: now - minutesAgo * minute },
    },
    processes,
  )

const usage = (actor = build.team.member) => build.usage.getPresentUsage(actor)
const seen = async () =>
  (await usage()).processes.map(({ processId, epoch, used }) => [
    processId,
    (now - epoch) / minute,
    used.cores,
  ])

describe('what processes use at present', () => {
  it('is of the newest minute, beside what the live version asks for', async () => {
    const figures = { cores: 0.25, mostCores: 0.75, memoryMb: 100, mostMemoryMb: 120, throttled: 0.5 }
    await keep('a', 2, { cores: 0.9 })
    await keep('a', 1, figures)
    const { environment, application } = build
    expect(await usage()).toEqual({
      processes: [
        {
          ...{ environmentId: environment.id, environmentName: 'Production' },
          ...{ applicationId: application.id, applicationName: 'api "v2"' },
          ...{ processId: 'p0', epoch: now - minute, asks: { cpuCount: 1, memoryMb: 2000 }, used: figures },
        },
      ],
    })
  })

  it('has no process that has left its instance, and one that moved once', async () => {
    await keep('a', 2, { id: 'gone' }, { id: 'moved', cores: 0.1 })
    await keep('a', 1, { id: 'stays' })
    await keep('b', 2, { id: 'old' })
    await keep('c', 0, { id: 'moved', cores: 0.2 })
    expect(await seen()).toEqual([
      ['moved', 0, 0.2],
      ['old', 2, 0.5],
      ['stays', 1, 0.5],
    ])
  })

  it('has nothing older than three minutes', async () => {
    await keep('a', 4, {})
    expect(await seen()).toEqual([])
  })

  it('has nothing that an agent tells of applications that are not live there, nor anything of another team', async () => {
    await keep('a', 1, { applicationId: randomUUID() }, { applicationId: "'; x" })
    expect(await seen()).toEqual([])
    await keep('b', 1, {})
    expect(await seen()).toHaveLength(1)
    expect((await usage((await buildTeam()).member)).processes).toEqual([])
  })

  it('is told in OpenMetrics, with names as labels and without what is not known', async () => {
    await keep('a', 1, { cores: 0.25, memoryMb: 100 })
    const lines = (await build.usage.exportPresentUsage(build.team.member)).split('\n')
    const labels = String.raw`{environment="Production",application="api \"v2\"",process="p0"}`
    expect(lines).toContain('# TYPE sdo_process_cpu_cores gauge')
    expect(lines).toContain(`sdo_process_cpu_cores${labels} 0.25`)
    expect(lines).toContain(`sdo_process_cpu_requested_cores${labels} 1`)
    expect(lines).toContain(`sdo_process_memory_bytes${labels} ${100 * 1024 * 1024}`)
    expect(lines.filter((line) => line.startsWith('sdo_process_cpu_throttled_ratio{'))).toEqual([])
    expect(lines.slice(-2)).toEqual(['# EOF', ''])
  })
})
