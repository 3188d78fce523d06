import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { VirtualClock } from '../../tests/builders/virtual-clock'
import { WorkQueue } from './work-queue'

const build = (options: { ownerOf?: (key: string) => string } = {}) => {
  const clock = new VirtualClock()
  const backoff = { baseMilliseconds: 1000, capMilliseconds: 8000 }
  return { clock, queue: new WorkQueue({ clock, random: () => 0.999999, backoff, ...options }) }
}

const byFirstLetter = { ownerOf: (key: string) => key.charAt(0) }

/** What a free worker would get now, without waiting. */
const poll = async (queue: WorkQueue) => (queue.depth > 0 ? queue.next() : undefined)

describe('WorkQueue', () => {
  it('hands out keys in the order they were added, each once however often it was added', async () => {
    const { queue } = build()
    for (const key of ['a', 'b', 'a', 'a']) queue.add(key)
    expect([await poll(queue), await poll(queue), await poll(queue)]).toEqual(['a', 'b', undefined])
  })

  it('gives an added key to a worker that waits', async () => {
    const { queue } = build()
    const waiting = queue.next()
    queue.add('a')
    expect(await waiting).toBe('a')
    expect(queue.active).toBe(1)
  })

  it('keeps a key that is added while a worker has it until the worker is done', async () => {
    const { queue } = build()
    queue.add('a')
    await queue.next()
    const idle = queue.next()
    queue.add('a')
    queue.add('b')
    expect(await idle).toBe('b')
    queue.done('a')
    expect(await poll(queue)).toBe('a')
    queue.done('a')
    expect(queue.depth).toBe(0)
  })

  it('adds a key after its time', async () => {
    const { clock, queue } = build()
    queue.addAfter('a', 5000)
    await clock.advance(4999)
    expect(queue.depth).toBe(0)
    await clock.advance(1)
    expect(await poll(queue)).toBe('a')
  })

  it('lets the shortest of several waits count', async () => {
    const { clock, queue } = build()
    queue.addAfter('a', 5000)
    queue.addAfter('a', 2000)
    queue.addAfter('a', 9000)
    await clock.advance(2000)
    expect(await poll(queue)).toBe('a')
    queue.done('a')
    await clock.advance(10_000)
    expect(queue.depth).toBe(0)
  })

  it('forgets a wait when the key is taken earlier', async () => {
    const { clock, queue } = build()
    queue.addAfter('a', 5000)
    queue.add('a')
    await queue.next()
    queue.done('a')
    await clock.advance(5000)
    expect(queue.depth).toBe(0)
  })

  it('leaves a key out each time it is said to be spared, and adds it when it is not, or when nobody knows', async () => {
    for (const end of [() => Promise.resolve(false), () => Promise.reject(new Error('Nobody knows.'))]) {
      const { clock, queue } = build()
      const says = [() => Promise.resolve(true), () => Promise.resolve(true), end]
      queue.addAfter('a', 5000, () => says.shift()?.() ?? Promise.resolve(false))
      await clock.advance(14_999)
      expect([queue.depth, queue.spared]).toEqual([0, 2])
      await clock.advance(1)
      expect(await poll(queue)).toBe('a')
    }
  })

  it('adds a key that is spared when somebody else wants it, at once or at the time that they said', async () => {
    const spared = () => Promise.resolve(true)
    for (const wanted of [3000, 5000, 12_000, 20_000])
      for (const isBefore of [true, false]) {
        const { clock, queue } = build()
        if (isBefore) queue.addAfter('a', wanted)
        queue.addAfter('a', 5000, spared)
        if (!isBefore) queue.addAfter('a', wanted)
        await clock.advance(wanted - 1)
        expect(queue.depth).toBe(0)
        await clock.advance(1)
        expect(await poll(queue)).toBe('a')
        queue.done('a')
        await clock.advance(60_000)
        expect(queue.depth).toBe(0)
      }
    const { queue } = build()
    queue.addAfter('a', 5000, spared)
    queue.add('a')
    expect(await poll(queue)).toBe('a')
  })

  it('hears who adds a key while it is still being asked whether it is spared', async () => {
    const { clock, queue } = build()
    let answer: (isSpared: boolean) => void = () => undefined
    queue.addAfter('a', 5000, () => new Promise((resolve) => (answer = resolve)))
    await clock.advance(5000)
    queue.addAfter('a', 1000)
    await clock.advance(0)
    answer(true)
    await clock.advance(999)
    expect(queue.depth).toBe(0)
    await clock.advance(1)
    expect(await poll(queue)).toBe('a')
  })

  it('waits longer after every failure in a row, up to the cap, for each key by itself', () => {
    const { queue } = build()
    expect([1, 2, 3, 4, 5].map(() => queue.addAfterFailure('a'))).toEqual([1000, 2000, 4000, 8000, 8000])
    expect(queue.addAfterFailure('b')).toBe(1000)
    expect(queue.failing).toBe(2)
    queue.forgetFailures('a')
    expect(queue.addAfterFailure('a')).toBe(1000)
  })

  it('sends every worker home when it is closed, and takes nothing more', async () => {
    const { clock, queue } = build()
    queue.addAfter('a', 1000)
    const waiting = [queue.next(), queue.next()]
    queue.close()
    expect(await Promise.all(waiting)).toEqual([undefined, undefined])
    queue.add('b')
    await clock.advance(1000)
    expect(await queue.next()).toBeUndefined()
    expect(queue.depth).toBe(0)
  })

  it('has at most two keys of one owner worked on at once, and gives the workers that are left to others', async () => {
    const { queue } = build(byFirstLetter)
    for (const key of ['a1', 'a2', 'a3', 'b1']) queue.add(key)
    expect([await queue.next(), await queue.next(), await queue.next()]).toEqual(['a1', 'b1', 'a2'])
    const idle = queue.next()
    queue.add('c1')
    expect(await idle).toBe('c1')
    const next = queue.next()
    queue.done('a1')
    expect(await next).toBe('a3')
  })

  it('holds back an owner whose work hung, and hands out its next key by itself when the pause is over', async () => {
    const { clock, queue } = build(byFirstLetter)
    const waits: number[] = []
    queue.onTaken = (seconds) => waits.push(seconds)
    for (const key of ['a1', 'a2', 'a3']) queue.add(key)
    await queue.next()
    await queue.next()
    await clock.advance(30_000)
    expect(queue.done('a1')).toEqual({ owner: 'a', milliseconds: 10_000 })
    expect(queue.held).toBe(1)
    let taken: string | undefined
    void queue.next().then((key) => (taken = key))
    await clock.advance(9_999)
    expect(taken).toBeUndefined()
    // The other key that hung is with its worker: one at a time.
    await clock.advance(1)
    expect(taken).toBeUndefined()
    queue.done('a2')
    await clock.advance(20_000)
    expect(taken).toBe('a3')
    // Nothing of that was for want of a worker.
    expect(waits).toEqual([0, 0, 0])
    expect(queue.done('a3')).toBeUndefined()
    expect(queue.held).toBe(0)
  })

  it('never gives a key to two workers, and works on every key once more after it was last added', async () => {
    const key = fc.constantFrom('a', 'b', 'c')
    const action = fc.oneof(
      { weight: 4, arbitrary: fc.record({ type: fc.constant('add' as const), key }) },
      fc.record({
        type: fc.constant('addAfter' as const),
        key,
        milliseconds: fc.nat(50),
        isSpared: fc.boolean(),
      }),
      fc.record({ type: fc.constant('wait' as const), milliseconds: fc.nat(60) }),
    )
    const work = fc.array(fc.record({ milliseconds: fc.nat(40), fails: fc.boolean() }), { minLength: 1 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(action, { maxLength: 40 }),
        work,
        fc.boolean(),
        async (actions, plan, owned) => {
          // With owners, work of a second takes so long that it is held back.
          const { clock, queue } = build(owned ? { ownerOf: () => 'all' } : {})
          const unit = owned ? 500 : 1
          const busy = new Set<string>()
          const lastAdded = new Map<string, number>()
          const lastStarted = new Map<string, number>()
          let order = 0
          let round = 0
          const worker = async () => {
            for (let taken = await queue.next(); taken !== undefined; taken = await queue.next()) {
              expect(busy.has(taken)).toBe(false)
              busy.add(taken)
              lastStarted.set(taken, order++)
              const { milliseconds, fails } = plan[round++ % plan.length] ?? { milliseconds: 0, fails: false }
              await clock.sleep(milliseconds * unit)
              if (fails && round < 200) queue.addAfterFailure(taken)
              else queue.forgetFailures(taken)
              busy.delete(taken)
              queue.done(taken)
            }
          }
          const workers = [worker(), worker()]
          for (const step of actions) {
            if (step.type === 'wait') await clock.advance(step.milliseconds)
            else if (step.type === 'addAfter' && step.isSpared)
              queue.addAfter(step.key, step.milliseconds + 1, () => Promise.resolve(clock.monotonic() < 300))
            else {
              lastAdded.set(step.key, order++)
              if (step.type === 'add') queue.add(step.key)
              else queue.addAfter(step.key, step.milliseconds)
            }
            expect(queue.depth).toBeLessThanOrEqual(3)
          }
          await clock.advance(100_000 * unit)
          queue.close()
          await clock.finish(Promise.all(workers))
          for (const [added, at] of lastAdded) expect(lastStarted.get(added)).toBeGreaterThan(at)
        },
      ),
      { numRuns: 60 },
    )
  })
})
