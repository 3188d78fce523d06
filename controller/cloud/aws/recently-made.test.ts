import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../core/time/clock'
import {
  assumedRole,
  cloudAt,
  ec2Refusal,
  startFakeAws,
  type FakeAnswer,
  type FakeAws,
} from '../../../tests/builders/fake-aws'
import { CloudError, type CloudAccount } from '../cloud'
import { idsMarkedBy, lateTagSeconds, RecentlyMade } from './recently-made'

const denied = new CloudError('access-denied', 'You may not.', { cause: 'AWS' })

describe('a refusal about what was made', () => {
  let now: number
  let made: RecentlyMade
  beforeEach(() => {
    now = 1_000_000
    made = new RecentlyMade({ now: () => now })
    made.note(['vpc-1'])
  })

  it('passes by itself within a minute, and is told as it is afterwards', () => {
    now += (lateTagSeconds - 1) * 1000
    const late = made.explain(denied, ['igw-9', 'vpc-1'])
    const { message, cause } = denied
    expect(late).toMatchObject({ kind: 'not-yet-allowed', message, cause, secondsSinceMade: 59 })
    now += 1000
    expect(made.explain(denied, ['igw-9', 'vpc-1'])).toBe(denied)
  })

  it('is told as it is where it is about something else, of another kind, or from above the account', () => {
    const above = new CloudError('access-denied', 'An SCP.', { isDeniedFromAbove: true })
    const invalid = new CloudError('invalid', 'No.')
    expect(made.explain(denied, ['vpc-2'])).toBe(denied)
    expect(made.explain(denied, [])).toBe(denied)
    expect(made.explain(above, ['vpc-1'])).toBe(above)
    expect(made.explain(invalid, ['vpc-1'])).toBe(invalid)
  })

  it('counts from when it was marked last', () => {
    now += 50_000
    made.note(['vpc-1', 'vpc-2'])
    now += 50_000
    expect(made.explain(denied, ['vpc-1'])).toMatchObject({ secondsSinceMade: 50 })
  })
})

it('knows what a call marks from what it only names', () => {
  const subnet = { input: { VpcId: 'vpc-1' }, output: { Subnet: { SubnetId: 'subnet-1', VpcId: 'vpc-1' } } }
  expect(idsMarkedBy('CreateSubnet', subnet)).toEqual(['subnet-1'])
  const launch = {
    input: { SubnetId: 'subnet-1' },
    output: { Instances: [{ InstanceId: 'i-1', VpcId: 'vpc-1' }] },
  }
  expect(idsMarkedBy('RunInstances', launch)).toEqual(['i-1'])
  expect(idsMarkedBy('CreateTags', { input: { Resources: ['pcx-1'] }, output: {} })).toEqual(['pcx-1'])
  expect(idsMarkedBy('DescribeVpcs', { input: {}, output: { Vpcs: [{ VpcId: 'vpc-1' }] } })).toEqual([])
})

describe('the client of AWS', () => {
  let now: number
  let aws: FakeAws
  let account: CloudAccount
  const made: FakeAnswer = {
    body: '<CreateVpcResponse><vpc><vpcId>vpc-1</vpcId><cidrBlock>10.20.0.0/16</cidrBlock></vpc></CreateVpcResponse>',
  }
  beforeEach(async () => {
    now = Date.now()
    aws = await startFakeAws((action) => {
      if (action === 'AssumeRole') return assumedRole(new Date(now + 3_600_000))
      return action === 'CreateVpc' ? made : ec2Refusal('UnauthorizedOperation', 403)
    })
    account = cloudAt(aws, { clock: { ...systemClock, now: () => now } }).account({
      accountNumber: '111122223333',
      externalId: 'ext-1',
    })
  })
  afterEach(() => aws.close())

  it('takes a refusal about a VPC that it has just made for one that passes, until it has lasted', async () => {
    const subnet = { zone: 'us-east-1a', cidr: '10.20.0.0/18', tags: {} }
    const createIn = (vpcId: string) => account.network.createSubnet({ ...subnet, vpcId })
    const { id } = await account.network.createVpc({ cidr: '10.20.0.0/16', tags: {} })
    await expect(createIn(id)).rejects.toMatchObject({ kind: 'not-yet-allowed' })
    await expect(createIn('vpc-2')).rejects.toMatchObject({ kind: 'access-denied' })
    now += lateTagSeconds * 1000
    await expect(createIn(id)).rejects.toMatchObject({ kind: 'access-denied' })
  })
})
