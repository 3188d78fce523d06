import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { FakeRoleCredentials } from '../../tests/builders/fake-role-credentials'
import { VirtualClock } from '../../tests/builders/virtual-clock'
import { keepCredentials, type KeptCredentials } from './kept-credentials'

const minuteMs = 60_000
const request = { roleArn: 'arn:aws:iam::111122223333:role/mail', sessionName: 'sdo-process-1' }

let clock: VirtualClock
let source: FakeRoleCredentials
let read: KeptCredentials

beforeEach(() => {
  clock = new VirtualClock()
  source = new FakeRoleCredentials(clock)
  read = keepCredentials(source, request, clock)
})

describe('kept credentials', () => {
  it('have more than five minutes left whenever they are asked for, and are renewed no more often than that needs', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 20 }), async (pauses) => {
        clock = new VirtualClock()
        source = new FakeRoleCredentials(clock)
        read = keepCredentials(source, request, clock)
        for (const pause of pauses) {
          await clock.advance(pause * minuteMs)
          const { expirationEpoch } = await read()
          expect(expirationEpoch - clock.now()).toBeGreaterThan(5 * minuteMs)
        }
        const minutes = pauses.reduce((sum, pause) => sum + pause, 0)
        expect(source.requests.length).toBeLessThanOrEqual(1 + minutes / 50)
      }),
      { numRuns: 50 },
    ))

  it('are asked for once, however many wait', async () => {
    const all = await Promise.all([read(), read(), read()])
    expect(source.requests).toEqual([request])
    expect(new Set(all.map(({ accessKeyId }) => accessKeyId)).size).toBe(1)
  })

  it('last until they expire while AWS gives no new ones, and are not had after that', async () => {
    const first = await read()
    source.refused.add(request.roleArn)
    await clock.advance(55 * minuteMs)
    expect(await read()).toEqual(first)
    await clock.advance(6 * minuteMs)
    await expect(read()).rejects.toThrow('could not be assumed')
  })

  it('ask AWS only every ten seconds while it refuses', async () => {
    source.refused.add(request.roleArn)
    for (let second = 0; second < 20; second += 2) {
      await expect(read()).rejects.toThrow('could not be assumed')
      await clock.advance(2000)
    }
    expect(source.requests).toHaveLength(2)
    source.refused.clear()
    await clock.advance(10_000)
    expect(await read()).toHaveProperty('accessKeyId')
  })

  it('are not taken for younger than they are by a clock that was set back', async () => {
    const first = await read()
    clock.set(-5 * 60 * minuteMs)
    await clock.advance(51 * minuteMs)
    expect(await read()).not.toEqual(first)
  })

  it.each([-5, 5])(
    'are asked for no more often by a clock that is wrong by %i hours, and renewed in time',
    async (hours) => {
      const aws = { now: () => clock.now() - hours * 60 * minuteMs }
      source = new FakeRoleCredentials(aws)
      read = keepCredentials(source, request, clock)
      for (let minute = 0; minute < 180; minute++) {
        await clock.advance(minuteMs)
        expect((await read()).expirationEpoch - aws.now()).toBeGreaterThan(5 * minuteMs)
      }
      expect(source.requests.length).toBeLessThanOrEqual(4)
    },
  )
})
