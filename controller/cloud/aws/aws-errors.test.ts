import { describe, expect, it } from 'vitest'
import { CloudError } from '../cloud'
import { hasCode, toCloudError, unlessGone } from './aws-errors'

const failure = (name: string, httpStatusCode: number | undefined = 400, message = 'No.') =>
  Object.assign(new Error(message), { name, $metadata: { httpStatusCode } })

describe('failures of AWS', () => {
  it.each([
    ['UnauthorizedOperation', 'access-denied'],
    ['AccessDenied', 'access-denied'],
    ['AccessDeniedException', 'access-denied'],
    ['ExpiredToken', 'access-denied'],
    ['InvalidClientTokenId', 'access-denied'],
    ['AuthFailure.ServiceLinkedRoleCreationNotPermitted', 'access-denied'],
    ['PendingVerification', 'account-restricted'],
    ['OptInRequired', 'account-restricted'],
    ['Blocked', 'account-restricted'],
    ['RequestLimitExceeded', 'throttled'],
    ['Throttling', 'throttled'],
    ['ThrottlingException', 'throttled'],
    ['RequestThrottled', 'throttled'],
    ['InsufficientInstanceCapacity', 'insufficient-capacity'],
    ['InsufficientFreeAddressesInSubnet', 'insufficient-capacity'],
    ['Unsupported', 'insufficient-capacity'],
    ['VpcLimitExceeded', 'quota-exceeded'],
    ['VcpuLimitExceeded', 'quota-exceeded'],
    ['MaxSpotInstanceCountExceeded', 'quota-exceeded'],
    ['TooManyLoadBalancersException', 'quota-exceeded'],
    ['InvalidVpcID.NotFound', 'not-found'],
    ['NoSuchEntityException', 'not-found'],
    ['TargetGroupNotFoundException', 'not-found'],
    ['QueueDoesNotExist', 'not-found'],
    ['Gateway.NotAttached', 'not-found'],
    ['DependencyViolation', 'dependency-violation'],
    ['ResourceInUseException', 'dependency-violation'],
    ['InvalidParameterValue', 'invalid'],
    ['QueueDeletedRecently', 'unavailable'],
  ])('%s is %s', (name, kind) => {
    expect(toCloudError(failure(name)).kind).toBe(kind)
  })

  it.each([
    [
      'InvalidParameterCombination',
      'The specified instance type is not eligible for Free Tier. For a list of Free Tier instance types, run describe-instance-types.',
      'type-not-allowed',
    ],
    ['InvalidParameterCombination', 'Network interfaces and an instance-level subnet ID.', 'invalid'],
    [
      'OperationNotPermitted',
      'This AWS account currently does not support creating load balancers. For more information, please contact AWS Support.',
      'account-restricted',
    ],
    [
      'OperationNotPermitted',
      'Load balancer cannot be deleted because deletion protection is enabled',
      'invalid',
    ],
    ['InvalidSubnet', 'VPC vpc-1 has no internet gateway', 'not-found'],
    ['InvalidSubnet', 'Not enough IP space available in subnet-1', 'invalid'],
  ])('%s that says "%s" is %s', (name, message, kind) => {
    expect(toCloudError(failure(name, 400, message)).kind).toBe(kind)
  })

  it.each([
    ['with an explicit deny in a service control policy', true],
    ['with an explicit deny in a resource control policy', true],
    ['because no service control policy allows the ec2:RunInstances action', true],
    ['because no identity-based policy allows the ec2:RunInstances action', false],
  ])('knows who denies it: %s', (why, isDeniedFromAbove) => {
    const message = `User: x is not authorized to perform: ec2:RunInstances on resource: y ${why}.`
    expect(toCloudError(failure('UnauthorizedOperation', 403, message))).toMatchObject({
      kind: 'access-denied',
      isDeniedFromAbove,
    })
  })

  it('knows a lack of capacity although AWS answers it with a 500', () => {
    expect(toCloudError(failure('InsufficientInstanceCapacity', 500)).kind).toBe('insufficient-capacity')
  })

  it('takes faults of AWS and of the network for unavailable, and shows no address', () => {
    expect(toCloudError(failure('InternalError', 500)).kind).toBe('unavailable')
    const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), { name: 'Error' })
    expect(toCloudError(refused)).toMatchObject({
      kind: 'unavailable',
      message: expect.not.stringContaining('127.0.0.1'),
    })
  })

  it('leaves out the ciphertext of a refusal', () => {
    const message = 'You are not authorized. Encoded authorization failure message: AbC\ndef'
    expect(toCloudError(failure('UnauthorizedOperation', 403, message)).message).toBe(
      'You are not authorized (UnauthorizedOperation).',
    )
  })

  it('keeps nothing of the exchange: its headers hold the session token', () => {
    const leaking = Object.assign(failure('AccessDenied', 403), {
      $response: { headers: { token: 'secret' } },
    })
    const { cause } = toCloudError(leaking)
    expect(JSON.stringify(Object.entries(cause as object))).not.toContain('secret')
    expect(cause).toMatchObject({ name: 'AccessDenied', httpStatusCode: 403 })
  })

  it('passes on what is a CloudError already', () => {
    const error = new CloudError('throttled', 'Slow down.')
    expect(toCloudError(error)).toBe(error)
  })

  it('still tells the exact answer', () => {
    const error = toCloudError(failure('RouteAlreadyExists'))
    expect(hasCode(error, 'RouteAlreadyExists')).toBe(true)
    expect(hasCode(error, 'DependencyViolation')).toBe(false)
  })

  it('forgives a removal only that there was nothing to remove', async () => {
    await unlessGone(Promise.reject(toCloudError(failure('InvalidVpcID.NotFound'))))
    await expect(
      unlessGone(Promise.reject(toCloudError(failure('DependencyViolation')))),
    ).rejects.toMatchObject({ kind: 'dependency-violation' })
  })
})
