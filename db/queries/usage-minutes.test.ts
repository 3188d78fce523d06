import { beforeEach, describe, expect, it } from 'vitest'
import type { InstanceMinute, ProcessUsage } from '../../core/agent/protocol'
import { minuteMilliseconds as minute } from '../../core/time/durations'
import { buildReadyAccount, buildTeam } from '../../tests/builders/deployment-core'
import { buildEnvironment } from '../../tests/builders/team-rows'
import { useTestDatabase } from '../../tests/postgres/test-database'
import { keepUsage, listUsage, removeUsage } from './usage-minutes'

const database = useTestDatabase()
const begin = Date.UTC(2026, 10, 27, 12)
let environmentId: string

beforeEach(async () => {
  environmentId = (await buildEnvironment(await buildReadyAccount(await buildTeam()))).id
})

const used = (id: string, cores: number, more: Partial<ProcessUsage> = {}): ProcessUsage => ({
  id,
  applicationId: 'shop',
  cores,
  mostCores: cores * 2,
  ...more,
})
const at = (minutes: number, clientToken: string, ...processes: ProcessUsage[]): InstanceMinute => ({
  environmentId,
  clientToken,
  epoch: begin + minutes * minute,
  processes,
})
const list = (seconds = 60, since = new Date(begin)) =>
  listUsage(database.sequelize, { environmentId, applicationIds: ['shop', 'worker'], since, seconds })

describe('minutes of what processes used', () => {
  it('are kept once, however often and in however many parts they are told', async () => {
    const minutes = [at(0, 'a', used('p', 0.5)), at(0, 'b', used('q', 0.25)), at(1, 'a', used('p', 0.75))]
    await keepUsage(database.sequelize, minutes.slice(0, 2))
    await keepUsage(database.sequelize, minutes)
    expect(await list()).toEqual([
      {
        ...{ applicationId: 'shop', time: new Date(begin), numProcesses: 2, cores: 0.375, mostCores: 1 },
        ...{ throttled: null, memoryMb: null, mostMemoryMb: null },
      },
      expect.objectContaining({ time: new Date(begin + minute), numProcesses: 1, cores: 0.75 }),
    ])
  })

  it('are told by application and by as many seconds as wanted, as means and the most of one process', async () => {
    const memory = (memoryMb: number) => ({
      memoryMb,
      mostMemoryMb: memoryMb + 10,
      throttled: memoryMb / 1000,
    })
    await keepUsage(database.sequelize, [
      at(-1, 'a', used('p', 8)),
      at(0, 'a', used('p', 0.5, memory(100)), used('q', 0.5, { applicationId: 'worker' })),
      at(4, 'a', used('p', 0.25, memory(300))),
      at(5, 'a', used('p', 0.75, memory(500))),
    ])
    expect(await list(300)).toMatchObject([
      {
        ...{ applicationId: 'shop', time: new Date(begin), cores: 0.375, mostCores: 1 },
        ...{ memoryMb: 200, mostMemoryMb: 310, throttled: expect.closeTo(0.2) as number },
      },
      { applicationId: 'shop', time: new Date(begin + 5 * minute), memoryMb: 500 },
      { applicationId: 'worker', time: new Date(begin) },
    ])
  })

  it('of an environment that is gone are not kept, and stop those of others in nothing', async () => {
    const gone = { ...at(0, 'x', used('p', 1)), environmentId: '00000000-0000-4000-8000-000000000000' }
    await keepUsage(database.sequelize, [gone, at(0, 'a', used('p', 0.5)), at(0, 'c')])
    expect(await list()).toHaveLength(1)
  })

  it('go when they are old, as many at once as is said', async () => {
    await removeUsage(database.sequelize, new Date(begin + 100 * minute), 1000)
    await keepUsage(
      database.sequelize,
      [0, 1, 2, 3].map((each) => at(each, 'a', used('p', 1))),
    )
    const until = new Date(begin + 3 * minute)
    expect(await removeUsage(database.sequelize, until, 2)).toBe(2)
    expect(await removeUsage(database.sequelize, until, 2)).toBe(1)
    expect((await list()).map(({ time }) => time)).toEqual([until])
  })
})
