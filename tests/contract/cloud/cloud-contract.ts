import { afterAll, beforeAll, describe } from 'vitest'
import { describeAccess } from './access'
import { describeCertificates } from './certificates'
import { describeDns } from './dns'
import { describeExternalNetworks } from './external-networks'
import type { CloudHarness, CloudKindness } from './harness'
import { describeInstances } from './instances'
import { describeInterruptions } from './interruptions'
import { describeListeners } from './listeners'
import { describeLogs } from './logs'
import { describeLookup } from './lookup'
import { describeLoadBalancers } from './load-balancers'
import { describeMetrics } from './metrics'
import { describeNetwork } from './network'
import { describeOfferings } from './offerings'
import { describePreflight } from './preflight'

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
    describeCertificates(harness, kinder)
    describeListeners(harness, kinder)
    describeExternalNetworks(harness, kinder)
    describeLogs(harness, kinder)
    describeLookup(harness)
    describeMetrics(harness, kinder)
    describePreflight(harness, kinder)
  })
}
