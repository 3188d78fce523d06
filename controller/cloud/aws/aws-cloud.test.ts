import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../core/time/clock'
import {
  assumedRole,
  cloudAt,
  ec2Refusal,
  startFakeAws,
  stsRefusal,
  type FakeAnswer,
  type FakeAws,
} from '../../../tests/builders/fake-aws'
import type { CloudAccount, CloudCall, LaunchRequest } from '../cloud'

const access = { accountNumber: '111122223333', externalId: 'ext-1' }
const sessionMilliseconds = 60 * 60_000
const noInstances = { body: '<DescribeInstancesResponse><reservationSet/></DescribeInstancesResponse>' }

let now: number
let answers: Record<string, (parameters: URLSearchParams) => FakeAnswer>
let aws: FakeAws
let account: CloudAccount

beforeEach(async () => {
  now = Date.now()
  answers = {
    AssumeRole: () => assumedRole(new Date(now + sessionMilliseconds)),
    DescribeInstances: () => noInstances,
  }
  aws = await startFakeAws(
    (action, parameters) => answers[action]?.(parameters) ?? ec2Refusal('InvalidAction'),
  )
  account = cloudAt(aws, { clock: { ...systemClock, now: () => now } }).account(access)
})
afterEach(() => aws.close())

const assumptions = () => aws.calls.filter((call) => call.get('Action') === 'AssumeRole')

describe('entering an account', () => {
  it('assumes the role under our path with the external ID, once for all calls while the session lasts', async () => {
    await Promise.all([account.instances.list({}), account.instances.list({})])
    now += sessionMilliseconds - 5 * 60_000 - 1
    await account.instances.list({})
    expect(assumptions()).toHaveLength(1)
    const [assumption] = assumptions()
    expect(assumption?.get('RoleArn')).toBe('arn:aws:iam::111122223333:role/sdo/sdo-environment-manager')
    expect(assumption?.get('ExternalId')).toBe('ext-1')
  })

  it('assumes it again five minutes before the session ends, once', async () => {
    await account.instances.list({})
    now += sessionMilliseconds - 5 * 60_000
    await Promise.all([account.instances.list({}), account.instances.list({})])
    expect(assumptions()).toHaveLength(2)
  })

  it('assumes it again after a refusal: the role may have been made anew', async () => {
    answers.DescribeInstances = () => ec2Refusal('UnauthorizedOperation', 403)
    await expect(account.instances.list({})).rejects.toMatchObject({ kind: 'access-denied' })
    answers.DescribeInstances = () => noInstances
    expect(await account.instances.list({})).toEqual([])
    expect(assumptions()).toHaveLength(2)
  })

  it('says which role of which account cannot be assumed, and tries again the next time', async () => {
    answers.AssumeRole = () => stsRefusal('AccessDenied')
    await expect(account.roles.get('sdo-examination')).rejects.toMatchObject({
      kind: 'access-denied',
      message:
        'The role sdo-examination of account 111122223333 could not be assumed: it is missing or does not trust SDO.',
    })
    answers.AssumeRole = () => assumedRole(new Date(now + sessionMilliseconds))
    expect(await account.instances.list({})).toEqual([])
  })

  it('calls it unavailable when AWS cannot be reached', async () => {
    await aws.close()
    await expect(account.instances.list({})).rejects.toMatchObject({ kind: 'unavailable' })
  })
})

describe('launching', () => {
  const request: LaunchRequest = {
    clientToken: 'token-1',
    instanceType: 'c6g.medium',
    zone: 'us-east-1a',
    market: 'spot',
    subnetId: 'subnet-1',
    securityGroupIds: ['sg-1'],
    bootstrap: { instance: 'token-1', key: 'a2V5' },
    tags: { 'sdo:owner': 'sdo' },
  }
  const instance = (instanceType: string) =>
    `<item><instanceId>i-1</instanceId><instanceType>${instanceType}</instanceType><instanceState><name>running</name></instanceState><placement><availabilityZone>us-east-1a</availabilityZone></placement><launchTime>2026-01-01T00:00:00.000Z</launchTime><clientToken>token-1</clientToken><instanceLifecycle>spot</instanceLifecycle><ipAddress>203.0.113.7</ipAddress></item>`
  const described = (instanceType: string) => ({
    body: `<DescribeInstancesResponse><reservationSet><item><instancesSet>${instance(instanceType)}</instancesSet></item></reservationSet></DescribeInstancesResponse>`,
  })

  beforeEach(() => {
    // Systems Manager speaks JSON and names its action in a header.
    answers[''] = () => ({ body: JSON.stringify({ Parameter: { Value: 'ami-1' } }) })
  })

  it('asks for one instance by its token, marked from its first moment', async () => {
    answers.RunInstances = () => ({
      body: `<RunInstancesResponse><instancesSet>${instance('c6g.medium')}</instancesSet></RunInstancesResponse>`,
    })
    const launched = await account.instances.launch(request)
    expect(launched).toMatchObject({ id: 'i-1', clientToken: 'token-1', market: 'spot', state: 'running' })
    expect(launched.agent).toEqual({ host: '203.0.113.7', port: 49152 })
    const call = aws.calls.find((candidate) => candidate.get('Action') === 'RunInstances')
    expect(call?.get('ClientToken')).toBe('token-1')
    expect(call?.get('ImageId')).toBe('ami-1')
    expect(call?.get('MaxCount')).toBe('1')
    expect([1, 2, 3, 4].map((index) => call?.get(`TagSpecification.${index}.ResourceType`))).toEqual([
      'instance',
      'volume',
      'network-interface',
      'spot-instances-request',
    ])
  })

  it('gives the instance that the token was used for before, although the image is a newer one since', async () => {
    answers.RunInstances = () => ec2Refusal('IdempotentParameterMismatch')
    answers.DescribeInstances = () => described('c6g.medium')
    expect(await account.instances.launch(request)).toMatchObject({ id: 'i-1' })
    const lookup = aws.calls.find((call) => call.get('Action') === 'DescribeInstances')
    expect(lookup?.get('Filter.1.Name')).toBe('client-token')
    expect(lookup?.get('Filter.1.Value.1')).toBe('token-1')
  })

  it('refuses when the token was used for something else', async () => {
    answers.RunInstances = () => ec2Refusal('IdempotentParameterMismatch')
    answers.DescribeInstances = () => described('c6g.large')
    await expect(account.instances.launch(request)).rejects.toMatchObject({ kind: 'invalid' })
  })
})

describe('what is told of calls', () => {
  it('is each call once, by its service and operation, with its outcome and the attempts that AWS refused as too many', async () => {
    let attempts = 0
    answers['DescribeInstances'] = () =>
      ++attempts === 1 ? ec2Refusal('RequestLimitExceeded', 503) : noInstances
    answers['TerminateInstances'] = () => ec2Refusal('UnauthorizedOperation', 403)
    const calls: CloudCall[] = []
    const observed = cloudAt(aws, { observe: (call) => calls.push(call) }).account(access)
    await observed.instances.list({})
    await observed.instances.terminate(['i-1']).catch(() => undefined)
    expect(calls.map(({ seconds: _seconds, ...call }) => call)).toEqual([
      { service: 'STS', operation: 'AssumeRole', outcome: 'success', throttles: 0 },
      { service: 'EC2', operation: 'DescribeInstances', outcome: 'success', throttles: 1 },
      { service: 'EC2', operation: 'TerminateInstances', outcome: 'access-denied', throttles: 0 },
    ])
  })
})
