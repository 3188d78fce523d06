import { describe, expect, it } from 'vitest'
import type { Preflight } from './aws-account'
import { accountChecks } from './account-checks'

const zone = (id: string, instanceTypes: number) => ({ name: id, id, instanceTypes })
const ready: Preflight = {
  checkedEpoch: 0,
  refusedWrites: [],
  quotas: [
    { name: 'vpcs', limit: 5, used: 1 },
    { name: 'load-balancers', limit: 50, used: 0 },
    { name: 'on-demand-vcpus', limit: 64 },
    { name: 'spot-vcpus', limit: 64 },
  ],
  zones: [zone('use1-az1', 30), zone('use1-az2', 30), zone('use1-az3', 0)],
  unanswered: [],
}
const attention = (preflight: Partial<Preflight>) =>
  accountChecks({ ...ready, ...preflight }).filter(({ outcome }) => outcome !== 'good')

describe('the checklist of an account', () => {
  it('has nothing to do for an account that is ready', () => {
    expect(accountChecks(ready)).toHaveLength(7)
    expect(attention({})).toEqual([])
  })

  it('says beforehand that there is no room for the second network of a move', () => {
    const quotas = ready.quotas.map((one) => (one.name === 'vpcs' ? { ...one, used: 4 } : one))
    expect(attention({ quotas })).toEqual([
      expect.objectContaining({
        name: 'VPCs',
        outcome: 'attention',
        found: '4 of 5 VPCs are in use.',
        remedy: expect.stringContaining('servicequotas/home/services/vpc/quotas/L-F678F1CE'),
      }),
    ])
  })

  it('says that few vCPUs may run', () => {
    const quotas = ready.quotas.map((one) => (one.name === 'on-demand-vcpus' ? { ...one, limit: 1 } : one))
    expect(attention({ quotas })).toMatchObject([
      { name: 'On-demand vCPUs', found: expect.stringContaining('1') },
    ])
  })

  it.each([
    ['denied', /template/],
    ['denied-from-above', /organization/],
    ['restricted', /verify/],
    ['type-not-allowed', /paid plan/],
    ['quota-exceeded', /quota/],
  ] as const)('tells what to do about calls that are %s', (reason, remedy) => {
    const refusedWrites = [{ action: 'ec2:RunInstances', reason, message: 'No.' }]
    expect(attention({ refusedWrites })).toMatchObject([
      {
        name: 'Permissions',
        found: expect.stringContaining('ec2:RunInstances'),
        remedy: expect.stringMatching(remedy),
      },
    ])
  })

  it('asks to look at the policy of a key of the account’s own, until an instance ran with it', () => {
    const arn = 'arn:aws:kms:us-east-1:111122223333:key/1'
    expect(attention({ ownDiskKey: { arn, isProven: false } })).toMatchObject([{ name: 'Disk encryption' }])
    expect(attention({ ownDiskKey: { arn, isProven: true } })).toEqual([])
  })

  it('says that load balancers need two zones', () => {
    expect(attention({ zones: ready.zones.slice(1) })).toMatchObject([
      { name: 'Zones', outcome: 'attention' },
    ])
  })

  it('asks owners of older roles for the template, and nobody for anything where AWS did not answer', () => {
    const gap = { question: 'vpcs', message: 'Not allowed.' } as const
    expect(attention({ unanswered: [{ ...gap, isDenied: true }] })).toMatchObject([
      { name: 'VPCs', outcome: 'unknown', remedy: expect.stringContaining('Download the role template') },
    ])
    expect(attention({ unanswered: [{ ...gap, isDenied: false }] })).toMatchObject([
      { name: 'VPCs', outcome: 'unknown', found: 'AWS did not answer.' },
    ])
  })
})
