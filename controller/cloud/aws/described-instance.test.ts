import type { Instance } from '@aws-sdk/client-ec2'
import { expect, it } from 'vitest'
import { toInstance } from './described-instance'

const described = (state: string, changes: Partial<Instance> = {}): Instance => ({
  InstanceId: 'i-1',
  InstanceType: 't4g.small',
  Placement: { AvailabilityZone: 'us-east-1a' },
  State: { Name: state as never },
  LaunchTime: new Date(0),
  ...changes,
})

const StateReason = { Code: 'Client.InternalError', Message: 'Client.InternalError: Client error on launch' }

it.each(['shutting-down', 'terminated'])('one that is %s says why AWS ended it', (state) => {
  expect(toInstance(described(state, { StateReason })).endReason).toEqual({
    code: StateReason.Code,
    message: StateReason.Message,
  })
})

it('one of which AWS gives no words has its code, and none where there is no reason', () => {
  expect(toInstance(described('terminated', { StateReason: { Code: 'x' } })).endReason?.message).toBe('x')
  expect(toInstance(described('terminated')).endReason).toBeUndefined()
})

it('one that runs has no reason to end, whatever made it what it is', () => {
  expect(toInstance(described('running', { StateReason })).endReason).toBeUndefined()
})
