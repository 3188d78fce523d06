import { describe, expect, it } from 'vitest'
import { statusTexts } from '../messages/environment-status-texts'
import { statusTypes } from '../../core/resources/wire-states'
import { environmentMessage } from './environment-status'

describe('the message of an environment', () => {
  it.each(statusTypes)('is not said twice where it is what %s means', (statusType) => {
    expect(environmentMessage({ statusType, message: statusTexts[statusType] })).toBeNull()
    expect(environmentMessage({ statusType, message: 'Waiting for the network.' })).not.toBeNull()
  })
})
