import { afterEach, describe, expect, it, vi } from 'vitest'
import { PageMemo } from './page-memo'

const mebibyte = 1024 * 1024
const page = (mebibytes: number) => ({ headers: [], parts: [Buffer.alloc(mebibytes * mebibyte)] })

afterEach(() => void vi.useRealTimers())

describe('the pages that are kept', () => {
  it('are at most 32 MiB, and the ones that nobody opened for longest go', () => {
    const memo = new PageMemo()
    for (const source of ['a', 'b', 'c']) memo.keep(source, page(10))
    memo.find('a')
    memo.keep('d', page(10))
    expect(['a', 'b', 'c', 'd'].filter((source) => memo.find(source))).toEqual(['a', 'c', 'd'])
  })

  it('count with what they were rendered from', () => {
    const memo = new PageMemo()
    memo.keep('a', page(1))
    memo.keep('b'.repeat(16 * mebibyte), page(1))
    expect(memo.find('a')).toBeUndefined()
  })

  it('count once when they are kept again', () => {
    const memo = new PageMemo()
    for (const source of ['a', 'b', 'b', 'b']) memo.keep(source, page(15))
    expect(memo.find('a')).toBeDefined()
  })

  it('are all gone after an hour, however often they are opened', () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const memo = new PageMemo()
    memo.keep('a', page(1))
    vi.advanceTimersByTime(3_599_000)
    expect(memo.find('a')).toBeDefined()
    vi.advanceTimersByTime(1000)
    expect(memo.find('a')).toBeUndefined()
    memo.keep('b', page(20))
    memo.keep('c', page(11))
    expect(memo.find('b')).toBeDefined()
  })

  it('are none that is larger than all may be together', () => {
    const memo = new PageMemo()
    memo.keep('a', page(33))
    expect(memo.find('a')).toBeUndefined()
  })
})
