import { describe, expect, it } from 'vitest'
import { CloudError, type EventFilter, type Logs } from '../../../controller/cloud/cloud'
import { expectCloudError } from './expect-cloud-error'
import { itUnless, type CloudHarness, type CloudKindness } from './harness'

const name = '/sdo/Production-12345678/Shop-12345678'

export function describeLogs(harness: () => CloudHarness, kinder: CloudKindness): void {
  /** AWS may say for a moment that there is no such group, and finishes it when it is asked again. */
  const create = (logs: Logs, retentionDays: number) =>
    harness().eventually('the group is made', () =>
      logs.createGroup({ name, retentionDays }).then(
        () => true,
        (error: unknown) => {
          if (error instanceof CloudError && error.kind === 'not-found') return false
          throw error
        },
      ),
    )

  describe('log groups', () => {
    it('are there once they are made, with their retention, and in their own account only', async () => {
      const access = await harness().newAccount()
      const { logs } = harness().cloud.account(access)
      expect(await logs.hasGroup(name)).toBe(false)
      await create(logs, 7)
      expect(await logs.hasGroup(name)).toBe(true)
      expect(await harness().retentionOf(access.accountNumber, name)).toBe(7)
      const other = harness().cloud.account(await harness().newAccount())
      expect(await other.logs.hasGroup(name)).toBe(false)
    })

    it('can be made again, as by who died between the group and its retention', async () => {
      const access = await harness().newAccount()
      const { logs } = harness().cloud.account(access)
      await create(logs, 1)
      await logs.createGroup({ name, retentionDays: 7 })
      expect(await harness().retentionOf(access.accountNumber, name)).toBe(7)
    })

    it('answer with their lines in order, by time, stream and text, a page at a time', async () => {
      const access = await harness().newAccount()
      const { logs } = harness().cloud.account(access)
      await create(logs, 7)
      const epoch = Date.now() - 60_000
      const put = (stream: string, lines: [number, string][]) =>
        harness().putLines(
          access.accountNumber,
          { group: name, stream },
          lines.map(([after, text]) => ({ epoch: epoch + after, text })),
        )
      await put('a', [
        [0, 'GET /one'],
        [20, 'said "two"'],
      ])
      await put('b', [
        [10, 'GET /three'],
        [30, 'GET /four'],
      ])
      const ask = async (filter: Partial<EventFilter>) => {
        const asked = { group: name, fromEpoch: epoch, untilEpoch: epoch + 1000, most: 100, ...filter }
        const { lines, token } = await logs.filterEvents(asked)
        return { texts: lines.map(({ text }) => text), token, lines }
      }
      await harness().eventually('all lines are found', async () => (await ask({})).texts.length === 4)
      const all = await ask({})
      expect(all.texts).toEqual(['GET /one', 'GET /three', 'said "two"', 'GET /four'])
      expect(all.lines[1]).toEqual({ stream: 'b', epoch: epoch + 10, text: 'GET /three' })
      expect((await ask({ stream: 'a' })).texts).toEqual(['GET /one', 'said "two"'])
      expect((await ask({ fromEpoch: epoch + 10, untilEpoch: epoch + 30 })).texts).toEqual([
        'GET /three',
        'said "two"',
      ])
      expect((await ask({ text: 'GET' })).texts).toEqual(['GET /one', 'GET /three', 'GET /four'])
      const first = await ask({ most: 3 })
      expect(first.texts).toEqual(all.texts.slice(0, 3))
      const rest = await ask({ most: 3, token: first.token })
      expect(rest.texts).toEqual(all.texts.slice(3))
      expect(rest.token).toBeUndefined()
      await expectCloudError(ask({ group: `${name}-gone` }), 'not-found')
    })

    itUnless(kinder.ignoresPolicies)('are out of reach where they are not below our path', async () => {
      const { logs } = harness().cloud.account(await harness().newAccount())
      const theirs = '/aws/lambda/theirs'
      await expectCloudError(logs.hasGroup(theirs), 'access-denied')
      await expectCloudError(logs.createGroup({ name: theirs, retentionDays: 1 }), 'access-denied')
      const everything = { fromEpoch: 0, untilEpoch: Date.now(), most: 1 }
      await expectCloudError(logs.filterEvents({ group: theirs, ...everything }), 'access-denied')
    })
  })
}
