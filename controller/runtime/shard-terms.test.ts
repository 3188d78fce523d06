import { expect, it } from 'vitest'
import { LeaseLostError } from './fence'
import { shardOf } from './shard'
import { ShardTerms } from './shard-terms'

const account = 'account-1'
const shard = shardOf(account)
const other = ['account-2', 'account-3', 'account-4'].find((name) => shardOf(name) !== shard) as string

/** Terms that count themselves, and what each says about whether it may act. */
function setUp() {
  const made: { number: number; isHeld: () => boolean }[] = []
  const begun: number[] = []
  const terms = new ShardTerms((_shard, isHeld) => {
    const term = { number: made.length, isHeld, accompany: untilAborted }
    made.push(term)
    return term
  })
  terms.onBegin((begunShard) => begun.push(begunShard))
  const win = (isHeld = () => true) => {
    const losing = new AbortController()
    return { lose: () => losing.abort(), ended: terms.lead(shard, losing.signal, isHeld) }
  }
  return { terms, made, begun, win }
}

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))

it('work is done for the accounts of shards that are held, and for no other', async () => {
  const { terms, begun, win } = setUp()
  expect(await terms.run(account, async () => 'done')).toBeUndefined()
  const { lose, ended } = win()
  expect(begun).toEqual([shard])
  expect([terms.has(account), terms.has(other)]).toEqual([true, false])
  expect(await terms.run(account, async () => 'done')).toBe('done')
  expect(await terms.run(other, async () => 'done')).toBeUndefined()
  lose()
  expect(await terms.run(account, async () => 'done')).toBeUndefined()
  await ended
})

it('a term ends when its work has, and may act until then', async () => {
  const { terms, win } = setUp()
  const { lose, ended } = win()
  let finish: (result: string) => void = () => undefined
  const work = terms.run(account, ({ isHeld }) =>
    new Promise<string>((resolve) => (finish = resolve)).then((result) => [result, isHeld()]),
  )
  let isOver = false
  void ended.then(() => (isOver = true))
  lose()
  await new Promise(setImmediate)
  expect(isOver).toBe(false)
  finish('done')
  expect(await work).toEqual(['done', true])
  await ended
})

it('nothing of a term may act any more, nor is remembered, when the shard is won again', async () => {
  const { terms, made, win } = setUp()
  const first = win()
  first.lose()
  await first.ended
  const second = win()
  expect(made.map(({ isHeld }) => isHeld())).toEqual([false, true])
  expect(await terms.run(account, async ({ number }) => number)).toBe(1)
  second.lose()
  await second.ended
})

it('work that ends because the shard was lost fails nobody, and any other failure is told', async () => {
  const { terms, win } = setUp()
  let isHeld = true
  const { lose, ended } = win(() => isHeld)
  await expect(terms.run(account, () => Promise.reject(new Error('Broken.')))).rejects.toThrow('Broken.')
  const lost = terms.run(account, async () => {
    isHeld = false
    throw new LeaseLostError()
  })
  expect(await lost).toBeUndefined()
  expect(terms.has(account)).toBe(false)
  lose()
  await ended
})
