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

  it('says when everything is known', async () => {
    const informer = new Informer<ReturnType<typeof item>>()
    expect(informer.isSynced).toBe(false)
    informer.synced()
    await informer.whenSynced
    expect(informer.isSynced).toBe(true)
  })
})
