import { expect, it } from 'vitest'
import type { Condition } from '../../core/resources/metadata'
import { conditionSince, setCondition } from './conditions'

it('a condition says since when it has been what it is, however often its message changes', () => {
  const conditions: Condition[] = []
  const set = (status: Condition['status'], message: string, now: number) =>
    setCondition(conditions, { type: 'FleetReady', status, reason: 'Working', message }, now, 1)
  set('False', 'One instance is starting.', 1000)
  set('False', 'Two instances are starting.', 2000)
  expect(conditions).toHaveLength(1)
  expect(conditions[0]?.message).toBe('Two instances are starting.')
  expect(conditionSince(conditions, 'FleetReady', 'False')).toBe(1000)
  set('True', 'All instances are up.', 3000)
  expect(conditionSince(conditions, 'FleetReady', 'False')).toBeUndefined()
  expect(conditionSince(conditions, 'FleetReady', 'True')).toBe(3000)
})
