import { afterAll, beforeAll, describe } from 'vitest'
import { describeAccess } from './access'
import { describeDns } from './dns'
import type { CloudHarness, CloudKindness } from './harness'
import { describeInstances } from './instances'
import { describeInterruptions } from './interruptions'
import { describeLogs } from './logs'
import { describeLoadBalancers } from './load-balancers'
import { describeNetwork } from './network'
import { describeOfferings } from './offerings'

export type { CloudHarness } from './harness'

/** What both sides of the cloud port promise. Expectations come from AWS's documentation, not from either side. */
export function describeCloudContract(
  name: string,
  open: () => Promise<CloudHarness>,
  kinder: CloudKindness = {},
): void {
  describe(`cloud port: ${name}`, () => {
    let opened: CloudHarness | undefined
    beforeAll(async () => {
      opened = await open()
    })
    afterAll(() => opened?.close())
    const harness = (): CloudHarness => {
      if (!opened) throw new Error('the harness is not open')
      return opened
    }
    describeAccess(harness, kinder)
    describeNetwork(harness, kinder)
    describeInstances(harness, kinder)
    describeLoadBalancers(harness, kinder)
    describeOfferings(harness)
    describeInterruptions(harness)
    describeDns(harness, kinder)
    describeLogs(harness, kinder)
  })
}
