import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Informer } from './informer'

const item = (name: string, value = 1) => ({ metadata: { name }, value })

describe('Informer', () => {
  it('knows the newest of every item and forgets what was removed', () => {
    const informer = new Informer<ReturnType<typeof item>>()
    informer.changed(item('a'))
    informer.changed(item('b'))
    informer.changed(item('a', 2))
    informer.removed('b')
    expect(informer.list()).toEqual([item('a', 2)])
    expect(informer.get('a')).toEqual(item('a', 2))
    expect(informer.get('b')).toBeUndefined()
    expect(informer.names()).toEqual(['a'])
  })

  it('tells every listener which item changed or went, after it knows it itself', () => {
    const informer = new Informer<ReturnType<typeof item>>()
    const heard: unknown[] = []
    informer.onChange((name, changed) => heard.push([name, changed?.value, informer.get(name)?.value]))
    informer.changed(item('a', 7))
    informer.removed('a')
    expect(heard).toEqual([
      ['a', 7, 7],
      ['a', undefined, undefined],
    ])
  })

  it('finds by an index what a look at all items finds, whatever changed or went, before and after the index was made', () => {
    const names = fc.constantFrom('a', 'b', 'c')
    const keys = fc.uniqueArray(fc.constantFrom('x', 'y', 'z'))
    const act = fc.record({ name: names, keys: fc.option(keys, { nil: undefined }) })
    fc.assert(
      fc.property(fc.array(act), fc.array(act), (before, after) => {
        const informer = new Informer<{ metadata: { name: string }; keys: string[] }>()
        const carryOut = ({ name, keys: now }: (typeof before)[number]) =>
          now ? informer.changed({ metadata: { name }, keys: now }) : informer.removed(name)
        before.forEach(carryOut)
        const find = informer.index(({ keys: own }) => own)
        after.forEach(carryOut)
        for (const key of ['x', 'y', 'z', 'unknown'])
          expect(new Set(find(key))).toEqual(new Set(informer.list().filter((one) => one.keys.includes(key))))
      }),
    )
  })

  it('knows by its indexes what changed before it tells anybody', () => {
    const informer = new Informer<ReturnType<typeof item>>()
    const heard: number[] = []
    const find = informer.index(({ value }) => [String(value)])
    informer.onChange(() => heard.push(find('7').length))
    informer.changed(item('a', 7))
    informer.changed(item('a', 8))
    informer.changed(item('a', 7))
    informer.removed('a')
    expect(heard).toEqual([1, 0, 1, 0])
  })

  it('says when everything is known', async () => {
    const informer = new Informer<ReturnType<typeof item>>()
    expect(informer.isSynced).toBe(false)
    informer.synced()
    await informer.whenSynced
    expect(informer.isSynced).toBe(true)
  })
})
