import { describe, expect, it } from 'vitest'
import type { InstanceStatus, ProcessStatus } from '../../../core/resources/environment'
import { buildApplicationSpec } from '../../../tests/builders/environment-parts'
import type { Demand } from '../workload/goal'
import { explainLaunch } from './explain-launch'

const application = buildApplicationSpec('web')
const demand: Demand = {
  key: 'web',
  application,
  releaseId: 'r',
  deployment: 'd',
  isNew: false,
}
const instance = (clientToken: string, changes: Partial<InstanceStatus> = {}): InstanceStatus => ({
  clientToken,
  instanceId: `i-${clientToken}`,
  instanceType: 'c7g.medium',
  zone: 'a',
  market: 'spot',
  pricePerHour: 0.012,
  vcpu: 1,
  memoryMib: 2048,
  phase: 'Launching',
  lastSeenEpoch: 0,
  ...changes,
})
const process = (id: string, clientToken: string): ProcessStatus => ({
  id,
  applicationId: application.applicationId,
  releaseId: 'r',
  deployment: 'd',
  clientToken,
  phase: 'Pending',
  requestedEpoch: 0,
  ports: [],
  restarts: 0,
})
const explain = (launched: InstanceStatus, others: InstanceStatus[], processes: ProcessStatus[]) =>
  explainLaunch({ wanted: [demand], fallback: [] }, { instances: [launched, ...others], processes }, launched)

describe('the reason of a launch', () => {
  it('names what the instance is for, and what Spot saves', () => {
    const { why, savingPerHour } = explain(
      instance('a', { onDemandPricePerHour: 0.04 }),
      [],
      [process('1', 'a'), process('2', 'a')],
    )
    expect(why).toBe(
      ', for 2 × web (version 1), which nothing that runs can take as well: $0.0120/h, $0.0280 less than on-demand',
    )
    expect(savingPerHour).toBeCloseTo(0.028)
  })

  it('names the instances in whose place it comes, and no others that leave', () => {
    const leaving = [instance('b', { phase: 'Draining' }), instance('c', { phase: 'Draining' })]
    const { why, savingPerHour } = explain(instance('a', { market: 'on-demand' }), leaving, [
      process('1', 'a'),
      process('2', 'b'),
    ])
    expect(why).toBe(', for 1 × web (version 1), in place of i-b: $0.0120/h')
    expect(savingPerHour).toBeUndefined()
  })
})
