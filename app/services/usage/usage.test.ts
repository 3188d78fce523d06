import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ProcessUsage } from '../../../core/agent/protocol'
import { minuteMilliseconds as minute } from '../../../core/time/durations'
import { buildDeployment, buildTeam } from '../../../tests/builders/deployment-core'
import { keepMinuteOfUse } from '../../../tests/builders/minute-of-use'
import { buildOverviewBench } from '../../../tests/builders/overview-bench'
import { buildVersion } from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { usageRangeNames, usageRanges, type UsageRange } from './usage-views'

const database = useTestDatabase()
let build: Awaited<ReturnType<typeof buildOverviewBench>>
let now: number

beforeEach(async () => {
  build = await buildOverviewBench(database.sequelize)
  now = Math.floor(build.clock.now() / minute) * minute
})

const usage = (range: UsageRange = '1h', id = build.id, actor = build.team.member) =>
  build.usage.getEnvironmentUsage(actor, { id, range })

const keep = (minutesAgo: number, ...processes: Partial<ProcessUsage>[]) =>
  keepMinuteOfUse(
    database.sequelize,
    {
      ...{ environmentId: build.id, applicationId: build.application.id },
      ...{ clientToken: 'a', epoch: now - minutesAgo * minute },
    },
    processes,
  )

describe('what processes use', () => {
  it('is told of each application that is live, beside what it asks for, and of nothing else that an agent tells', async () => {
    const { environment, application } = build
    await buildDeployment(environment, [await buildVersion(application)])
    await keep(200, {})
    await keep(
      2,
      { cores: 0.25, mostCores: 0.75, memoryMb: 100, mostMemoryMb: 120, throttled: 0.5 },
      { applicationId: randomUUID() },
      { applicationId: "'; x" },
    )
    expect(await usage()).toMatchObject({
      id: environment.id,
      seconds: 60,
      applications: [
        {
          ...{ applicationId: application.id, applicationName: application.name },
          points: [
            {
              ...{ epoch: now - 2 * minute, numProcesses: 1, cores: 0.25, mostCores: 0.75, throttled: 0.5 },
              ...{ memoryMb: 100, mostMemoryMb: 120 },
            },
          ],
        },
      ],
    })
    const [live] = (await usage()).applications
    expect([live?.cpu, live?.memoryMb]).toEqual([expect.any(Number), expect.any(Number)])
  })

  it.each(usageRangeNames)('goes as far back as is asked for: %s', async (range) => {
    await buildDeployment(build.environment, [await buildVersion(build.application)])
    const { milliseconds, seconds } = usageRanges[range]
    await keep(milliseconds / minute + seconds / 60 + 1, {})
    await keep(milliseconds / minute - 1, {})
    await keep(1, {})
    const { applications, fromEpoch, untilEpoch } = await usage(range)
    const points = applications[0]?.points ?? []
    expect(points).toHaveLength(2)
    for (const { epoch } of points) {
      expect(epoch).toBeGreaterThanOrEqual(fromEpoch)
      expect(epoch).toBeLessThan(untilEpoch)
    }
  })

  it('is not found of another team, nor of none', async () => {
    const other = await buildTeam()
    await expect(usage('1h', build.id, other.member)).rejects.toMatchObject({ code: 'not-found' })
    await expect(usage('1h', randomUUID())).rejects.toMatchObject({ code: 'not-found' })
  })
})
