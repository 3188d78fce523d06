import { expect, it } from 'vitest'
import { beforeText, leftOuts } from './left-out'

it('says beside a sum what is not in it', () => {
  expect(beforeText(['traffic'])).toBe('before traffic')
  expect(beforeText(['traffic', 'capacityUnits'])).toBe('before traffic and capacity units (LCU)')
  expect(beforeText(leftOuts)).toBe('before traffic, logs, capacity units (LCU) and request metrics')
})
