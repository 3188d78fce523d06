import { describe, expect, it } from 'vitest'
import { VirtualClock } from '../../tests/builders/virtual-clock'
import type { PlatformAccess, PlatformFault } from '../cloud/cloud'
import { requireOwnAccount } from './require-own-account'

const answering = (fault?: PlatformFault): PlatformAccess => ({
  examine: () => Promise.resolve(fault),
  fault: () => fault,
})
const otherAccount: PlatformFault = {
  reason: 'OtherAccount',
  problem: 'It is 1, and it is 2.',
  remedy: 'Correct it.',
}

describe('a controller starts', () => {
  it('not with credentials of another account than customers are told to trust', async () => {
    await expect(requireOwnAccount(answering(otherAccount), new VirtualClock())).rejects.toThrow(
      'It is 1, and it is 2. Correct it.',
    )
  })

  it.each(['NoCredentials', 'Refused', 'RolesRefused'] as const)(
    'while AWS does not let it in (%s): somebody may give it credentials later',
    async (reason) => {
      const fault = { reason, problem: 'No.', remedy: 'Do.' }
      await requireOwnAccount(answering(fault), new VirtualClock())
    },
  )

  it('within five seconds while AWS does not answer', async () => {
    const clock = new VirtualClock()
    const silent: PlatformAccess = { examine: () => new Promise(() => undefined), fault: () => undefined }
    const started = requireOwnAccount(silent, clock)
    await clock.advance(5_000)
    await started
  })
})
