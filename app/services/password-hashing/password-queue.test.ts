import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PasswordQueue, type Lane } from './password-queue'

const bounds = { perLane: 4, strangers: 10, trusted: 6 }

const laneCalled = (name: string, isTrusted = false): Lane => ({ key: name, isTrusted })

/** A queue whose work is done when the test says so, one after the other. */
function buildQueue() {
  const queue = new PasswordQueue(bounds)
  const started: string[] = []
  const refused: string[] = []
  let finish = () => {}
  const ask = (lane: Lane) =>
    queue
      .run(lane, () => {
        started.push(lane.key)
        return new Promise<void>((resolve) => (finish = resolve))
      })
      .catch((failure: unknown) => {
        expect(failure).toMatchObject({ code: 'unavailable', status: 503 })
        refused.push(lane.key)
      })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  async function finishOne() {
    finish()
    await settle()
  }
  async function finishAll() {
    for (let before = -1; before !== started.length;) {
      before = started.length
      await finishOne()
    }
  }
  return { ask, settle, finishOne, finishAll, started, refused }
}

const countOf = (names: string[], name: string) => names.filter((each) => each === name).length

describe('the queue of passwords', () => {
  it('serves every place in turn: whoever asks once is served before anybody is served twice more', async () => {
    const { ask, finishAll, started } = buildQueue()
    for (let asked = 0; asked < 4; asked++) void ask(laneCalled('busy'))
    for (const name of ['one', 'two']) void ask(laneCalled(name))
    await finishAll()
    expect(started).toEqual(['busy', 'busy', 'one', 'two', 'busy', 'busy'])
  })

  it('keeps room for those who are known, however many strangers wait', async () => {
    const { ask, settle, finishAll, started, refused } = buildQueue()
    for (let place = 0; place < 50; place++) void ask(laneCalled(`place ${place}`))
    void ask(laneCalled('owner', true))
    await settle()
    expect(refused).toHaveLength(50 - 1 - bounds.strangers)
    expect(refused).not.toContain('owner')
    await finishAll()
    expect(started).toContain('owner')
  })

  it('goes on after work that fails', async () => {
    const queue = new PasswordQueue(bounds)
    const lane = laneCalled('place')
    const failing = queue.run(lane, () => Promise.reject(new Error('broken')))
    const working = queue.run(lane, () => Promise.resolve('done'))
    await expect(failing).rejects.toThrow('broken')
    await expect(working).resolves.toBe('done')
  })

  const steps = fc.array(
    fc.oneof(
      fc.record({ place: fc.integer({ min: 0, max: 7 }), isTrusted: fc.boolean() }),
      fc.constant('finish' as const),
    ),
    { maxLength: 120 },
  )

  it('holds its bounds and loses nobody, whoever asks when', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const { ask, finishOne, finishAll, started, refused } = buildQueue()
        const asked: Lane[] = []
        const waiting = (matches: (lane: Lane) => boolean) => {
          const names = [...new Set(asked.filter(matches).map(({ key }) => key))]
          const count = (name: string) =>
            asked.filter(({ key }) => key === name).length - countOf(started, name) - countOf(refused, name)
          return names.map(count)
        }
        const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)
        for (const step of all) {
          if (step === 'finish') await finishOne()
          else {
            const lane = laneCalled(`${step.isTrusted ? 'known' : 'place'} ${step.place}`, step.isTrusted)
            asked.push(lane)
            void ask(lane)
            await Promise.resolve().then(() => undefined)
          }
          await new Promise((resolve) => setImmediate(resolve))
          expect(Math.max(0, ...waiting(() => true))).toBeLessThanOrEqual(bounds.perLane)
          expect(sum(waiting(({ isTrusted }) => !isTrusted))).toBeLessThanOrEqual(bounds.strangers)
          expect(sum(waiting(({ isTrusted }) => isTrusted))).toBeLessThanOrEqual(bounds.trusted)
        }
        await finishAll()
        expect(started.length + refused.length).toBe(asked.length)
      }),
      { numRuns: 60 },
    )
  })

  it('serves everybody who waits once before it serves a place again', async () => {
    const crowd = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 14 })
    await fc.assert(
      fc.asyncProperty(crowd, async (places) => {
        const { ask, finishAll, started, refused } = buildQueue()
        void ask(laneCalled('first'))
        for (const place of places) void ask(laneCalled(`place ${place}`))
        await finishAll()
        const taken = started.slice(1)
        for (let turn = 0; turn < taken.length;) {
          // A round has everybody once who was not served as often as they asked.
          const left = new Set(taken.slice(turn))
          const round = taken.slice(turn, turn + left.size)
          expect(new Set(round)).toEqual(left)
          turn += left.size
        }
        expect(taken.length + refused.length).toBe(places.length)
      }),
    )
  })
})
