import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { minuteMilliseconds as minute } from '../../core/time/durations'
import { buildReadyAccount, buildTeam } from '../../tests/builders/deployment-core'
import { buildEnvironment } from '../../tests/builders/team-rows'
import { useTestDatabase } from '../../tests/postgres/test-database'
import { findQuietness, keepRequestsRead } from './idle'

const database = useTestDatabase()
let id: string

beforeEach(async () => {
  const environment = await buildEnvironment(await buildReadyAccount(await buildTeam()))
  id = environment.id
})

const keep = ([from, until]: readonly [number, number]) =>
  keepRequestsRead(database.sequelize, {
    environmentIds: [id],
    fromEpoch: from * minute,
    untilEpoch: until * minute,
  })
const known = async () => {
  const { from, until } = (await findQuietness(database.sequelize, id)) ?? {}
  return from && until ? [from.getTime() / minute, until.getTime() / minute] : undefined
}

describe('the time of which requests are known', () => {
  it('grows with what follows, and begins anew after a gap', async () => {
    expect(await known()).toBeUndefined()
    await keep([0, 180])
    await keep([170, 185])
    expect(await known()).toEqual([0, 185])
    await keep([185, 190])
    expect(await known()).toEqual([0, 190])
    await keep([200, 300])
    expect(await known()).toEqual([200, 300])
    await keep([120, 295])
    expect(await known()).toEqual([120, 300])
  })

  it('is never one of which a minute was not read, and ends where reading did', async () => {
    const read = fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 10 }))
    await fc.assert(
      fc.asyncProperty(fc.array(read, { minLength: 1, maxLength: 8 }), async (reads) => {
        await database.sequelize.query('DELETE FROM request_reads')
        const minutes = new Set<number>()
        // Each is read until later than the one before, as time goes on.
        let until = 0
        for (const [back, step] of reads) {
          until += step
          const from = Math.max(0, until - back)
          for (let at = from; at < until; at++) minutes.add(at)
          await keep([from, until])
          const [first = 0, last = 0] = (await known()) ?? []
          expect(last).toBe(until)
          for (let at = first; at < last; at++) expect(minutes).toContain(at)
        }
      }),
      { numRuns: 30 },
    )
  })
})
