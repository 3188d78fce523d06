import type { STSClient } from '@aws-sdk/client-sts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../core/time/clock'
import {
  assumedRole,
  callerIdentity,
  cloudAt,
  startFakeAws,
  stsRefusal,
  type FakeAnswer,
  type FakeAws,
} from '../../../tests/builders/fake-aws'
import { CloudError } from '../cloud'
import type { AwsCredentials } from './aws-clients'
import { createPlatformAccess } from './platform-access'

const platformAccountNumber = '999988887777'
const lostCredentials = ['InvalidClientTokenId', 'ExpiredToken', 'SignatureDoesNotMatch', 'AccessDenied']

let aws: FakeAws
let whoAmI: () => FakeAnswer
/** Accounts that let us in. */
let trusting: Set<string>
let cloud: ReturnType<typeof cloudAt>
let calls: string[]
let now: number

beforeEach(async () => {
  calls = []
  now = Date.now()
  trusting = new Set(['111111111111', '222222222222', '333333333333', '444444444444'])
  whoAmI = () => callerIdentity(platformAccountNumber)
  aws = await startFakeAws((action, parameters) => {
    calls.push(action)
    if (action === 'GetCallerIdentity') return whoAmI()
    if (action !== 'AssumeRole')
      return { body: '<DescribeInstancesResponse><reservationSet/></DescribeInstancesResponse>' }
    const [, account = ''] = /iam::(\d+):/.exec(parameters.get('RoleArn') ?? '') ?? []
    return trusting.has(account) ? assumedRole(new Date(now + 3_600_000)) : stsRefusal('AccessDenied')
  })
  cloud = build()
})
afterEach(() => aws.close())

const build = (credentials: AwsCredentials = key) =>
  cloudAt(aws, { credentials, platformAccountNumber, clock: { ...systemClock, now: () => now } })
const key = { accessKeyId: 'platform', secretAccessKey: 'secret' }

const enter = (accountNumber: string) =>
  cloud
    .account({ accountNumber, externalId: 'ext-1' })
    .instances.list({})
    .then(
      () => 'let in',
      (error: unknown) => (error as { kind: string }).kind,
    )

/** All sessions end. */
const passAnHour = () => (now += 3_600_000)

describe('a refusal of AWS is the platform’s own', () => {
  it.each(lostCredentials)('when our credentials are refused: %s', async (code) => {
    trusting.clear()
    whoAmI = () => stsRefusal(code)
    expect(await enter('111111111111')).toBe('platform')
    expect(cloud.platform.fault()).toMatchObject({ reason: 'Refused' })
  })

  it('when roles of several accounts that let us in before are refused at once', async () => {
    await enter('111111111111')
    await enter('222222222222')
    passAnHour()
    trusting.clear()
    expect(await Promise.all([enter('111111111111'), enter('222222222222')])).toEqual([
      'platform',
      'platform',
    ])
    expect(cloud.platform.fault()).toMatchObject({ reason: 'RolesRefused' })
  })

  it('when there are no credentials at all, which is said as what it is', async () => {
    const missing = Object.assign(new Error('Could not load credentials from any providers'), {
      name: 'CredentialsProviderError',
    })
    cloud = build(() => Promise.reject(missing))
    expect(await enter('111111111111')).toBe('platform')
    expect(cloud.platform.fault()).toMatchObject({ reason: 'NoCredentials' })
  })

  it('until AWS lets us in again', async () => {
    trusting.clear()
    whoAmI = () => stsRefusal('InvalidClientTokenId')
    await enter('111111111111')
    trusting.add('111111111111')
    whoAmI = () => callerIdentity(platformAccountNumber)
    expect(await enter('111111111111')).toBe('let in')
    expect(cloud.platform.fault()).toBeUndefined()
  })
})

describe('a refusal of AWS is the customer’s', () => {
  it('when another account lets us in at the same time', async () => {
    await enter('111111111111')
    await enter('222222222222')
    await enter('333333333333')
    passAnHour()
    trusting = new Set(['111111111111'])
    expect(await Promise.all([enter('222222222222'), enter('333333333333')])).toEqual([
      'access-denied',
      'access-denied',
    ])
    expect(cloud.platform.fault()).toBeUndefined()
  })

  it('when it is the only account that refuses', async () => {
    trusting.clear()
    expect(await enter('111111111111')).toBe('access-denied')
  })

  it('when nobody answers the question who we are', async () => {
    trusting.clear()
    whoAmI = () => stsRefusal('ServiceUnavailable', 503)
    expect(await enter('111111111111')).toBe('access-denied')
    expect(cloud.platform.fault()).toBeUndefined()
  }, 20_000)
})

it('asks once who we are for all that are refused while it asks', async () => {
  const questions: ((error: unknown) => void)[] = []
  const sts = { send: () => new Promise((_resolve, reject) => questions.push(reject)) }
  const access = createPlatformAccess(sts as unknown as STSClient)
  const denied = new CloudError('access-denied', 'No.')
  const refuse = (index: number) =>
    access.refused({ key: `${index}`, accountNumber: `${index}`, ask: () => Promise.resolve() }, denied)
  const first = refuse(0)
  await Promise.resolve()
  const others = Array.from({ length: 20 }, (_, index) => refuse(index + 1))
  questions[0]?.(denied)
  await first
  await Promise.resolve()
  questions[1]?.(denied)
  expect((await Promise.all(others)).every((fault) => fault?.reason === 'Refused')).toBe(true)
  expect(questions).toHaveLength(2)
})

it('names both accounts when the credentials are of another one than customers are told to trust', async () => {
  whoAmI = () => callerIdentity('555566667777')
  const fault = await cloud.platform.examine()
  expect(fault?.reason).toBe('OtherAccount')
  expect(fault?.problem).toContain(platformAccountNumber)
  expect(fault?.problem).toContain('555566667777')
})
