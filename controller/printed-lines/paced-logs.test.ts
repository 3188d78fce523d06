import { expect, it } from 'vitest'
import { pacedLogs } from './paced-logs'

const filter = { group: 'g', fromEpoch: 0, untilEpoch: 1, most: 1 }

it('an account is asked four times a second at most after a short burst, and no account waits for another', async () => {
  let now = 0
  const waited: number[] = []
  const clock = {
    now: () => now,
    monotonic: () => now,
    sleep: (milliseconds: number) => {
      waited.push(milliseconds)
      return Promise.resolve()
    },
  }
  let asked = 0
  const logs = {
    filterEvents: () => {
      asked += 1
      return Promise.resolve({ lines: [] })
    },
  }
  const logsOf = pacedLogs(() => logs, clock)
  const ask = async (accountNumber: string, times: number) => {
    for (let time = 0; time < times; time++)
      await logsOf({ accountNumber, externalId: 'e' }).filterEvents(filter)
  }
  await ask('1', 7)
  expect(waited).toEqual([250, 500])
  await ask('2', 5)
  expect(waited).toEqual([250, 500])
  now = 10_000
  await ask('1', 5)
  expect(waited).toEqual([250, 500])
  expect(asked).toBe(17)
})
