import { describe, expect, it } from 'vitest'
import { parseInterruption } from './interruption-message'

const warning = {
  version: '0',
  'detail-type': 'EC2 Spot Instance Interruption Warning',
  source: 'aws.ec2',
  time: '2026-01-01T00:00:00Z',
  detail: { 'instance-id': 'i-1', 'instance-action': 'terminate' },
}

describe('messages in the queue', () => {
  it('reads a warning: the instance goes two minutes after it was given', () => {
    expect(parseInterruption(JSON.stringify(warning))).toEqual({
      instanceId: 'i-1',
      terminateEpoch: Date.parse('2026-01-01T00:02:00Z'),
    })
  })

  it.each([
    ['nothing', undefined],
    ['no JSON', 'hello'],
    [
      'another event',
      JSON.stringify({ ...warning, 'detail-type': 'EC2 Instance State-change Notification' }),
    ],
    ['no instance', JSON.stringify({ ...warning, detail: {} })],
    ['an instance without end', JSON.stringify({ ...warning, detail: { 'instance-id': 'i'.repeat(100) } })],
    ['a time without end', JSON.stringify({ ...warning, time: `2026-01-01T00:00:00.${'0'.repeat(100)}Z` })],
    ['a message larger than any', JSON.stringify({ ...warning, more: 'x'.repeat(1024 * 1024) })],
    ['no time', JSON.stringify({ ...warning, time: 'soon' })],
  ])('takes %s for no warning', (_what, body) => {
    expect(parseInterruption(body)).toBeUndefined()
  })
})
