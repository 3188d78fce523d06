import { describe, expect, it } from 'vitest'
import { setCondition } from './conditions'

const noon = Date.UTC(2026, 0, 1, 12)
const ready = { type: 'Ready', status: 'True', reason: 'Ready', message: '' } as const
const notReady = { type: 'Ready', status: 'False', reason: 'Throttled', message: 'Wait.' } as const

describe('setCondition', () => {
  it('adds a condition with the time and the generation it was judged by', () => {
    expect(setCondition([], ready, 3, noon)).toEqual([
      { ...ready, lastTransitionTime: '2026-01-01T12:00:00.000Z', observedGeneration: 3 },
    ])
  })

  it('keeps the time of the transition while only reason, message or generation change', () => {
    const before = setCondition([], notReady, 1, noon)
    const after = setCondition(
      before,
      { ...notReady, reason: 'AccessDenied', message: 'Ask.' },
      2,
      noon + 60_000,
    )
    expect(after).toEqual([
      {
        ...notReady,
        reason: 'AccessDenied',
        message: 'Ask.',
        lastTransitionTime: '2026-01-01T12:00:00.000Z',
        observedGeneration: 2,
      },
    ])
  })

  it('moves the time when the status changes', () => {
    const [condition] = setCondition(setCondition([], notReady, 1, noon), ready, 1, noon + 60_000)
    expect(condition?.lastTransitionTime).toBe('2026-01-01T12:01:00.000Z')
  })

  it('leaves other conditions and the order as they were, and the given list untouched', () => {
    const other = { type: 'Network', status: 'True', reason: 'Ready', message: '' } as const
    const before = setCondition(setCondition([], ready, 1, noon), other, 1, noon)
    const copy = structuredClone(before)
    const after = setCondition(before, notReady, 1, noon)
    expect(after.map(({ type, status }) => [type, status])).toEqual([
      ['Ready', 'False'],
      ['Network', 'True'],
    ])
    expect(after[1]).toEqual(before[1])
    expect(before).toEqual(copy)
  })
})
