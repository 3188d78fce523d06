import { describe, expect, it } from 'vitest'
import { conditionSince, setCondition, type TimedCondition } from './conditions'

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

it('a condition says since when it has been what it is, however often its message changes', () => {
  let conditions: TimedCondition<string>[] = []
  const set = (status: 'True' | 'False', message: string, now: number) => {
    conditions = setCondition(conditions, { type: 'FleetReady', status, reason: 'Working', message }, 1, now)
  }
  set('False', 'One instance is starting.', 1000)
  set('False', 'Two instances are starting.', 2000)
  expect(conditions).toHaveLength(1)
  expect(conditions[0]?.message).toBe('Two instances are starting.')
  expect(conditionSince(conditions, 'FleetReady', 'False')).toBe(1000)
  set('True', 'All instances are up.', 3000)
  expect(conditionSince(conditions, 'FleetReady', 'False')).toBeUndefined()
  expect(conditionSince(conditions, 'FleetReady', 'True')).toBe(3000)
})
