import { CloudError, type CloudErrorKind } from '../controller/cloud/cloud'
import { refusal } from './refusal'

type Answer = [code: string, words: string]

const serviceOf = (action: string): string => action.slice(0, action.indexOf(':'))

/** As each service says that a role may not do something. */
export const unauthorizedCodeOf = (action: string): string => {
  const service = serviceOf(action)
  if (service === 'ec2') return 'UnauthorizedOperation'
  return ['iam', 'sts', 'elasticloadbalancing', 'route53', 'sqs'].includes(service)
    ? 'AccessDenied'
    : 'AccessDeniedException'
}

const quotaAnswers: Record<string, Answer> = {
  'ec2:RunInstances': [
    'VcpuLimitExceeded',
    'You have requested more vCPU capacity than your current vCPU limit allows for the instance bucket that the specified instance type belongs to.',
  ],
  'ec2:CreateVpc': ['VpcLimitExceeded', 'The maximum number of VPCs has been reached.'],
  'elasticloadbalancing:CreateLoadBalancer': [
    'TooManyLoadBalancers',
    'The maximum number of load balancers has been reached.',
  ],
  'elasticloadbalancing:CreateTargetGroup': [
    'TooManyTargetGroups',
    'The maximum number of target groups has been reached.',
  ],
}

const notFoundCodes: Record<string, string> = {
  ec2: 'InvalidInstanceID.NotFound',
  elasticloadbalancing: 'LoadBalancerNotFound',
  route53: 'NoSuchHostedZone',
  iam: 'NoSuchEntity',
  sqs: 'AWS.SimpleQueueService.NonExistentQueue',
}

/** What AWS answers when a call fails in a way, by the kind of failure that it is to SDO. */
const answers: Record<Exclude<CloudErrorKind, 'platform' | 'not-yet-allowed'>, (action: string) => Answer> = {
  throttled: (action) =>
    serviceOf(action) === 'ec2'
      ? ['RequestLimitExceeded', 'Request limit exceeded.']
      : ['Throttling', 'Rate exceeded'],
  'insufficient-capacity': () => [
    'InsufficientInstanceCapacity',
    'We currently do not have sufficient capacity in the Availability Zone you requested.',
  ],
  'quota-exceeded': (action) =>
    quotaAnswers[action] ?? ['LimitExceededException', 'A limit has been exceeded.'],
  'account-restricted': (action) =>
    action.startsWith('elasticloadbalancing:')
      ? [
          'OperationNotPermitted',
          'This AWS account currently does not support creating load balancers. For more information, please contact AWS Support.',
        ]
      : [
          'PendingVerification',
          'Your request for accessing resources in this region is being validated, and you will not be able to launch additional resources in this region until the validation is complete.',
        ],
  'type-not-allowed': () => [
    'InvalidParameterCombination',
    'The specified instance type is not eligible for Free Tier.',
  ],
  'access-denied': (action) => [
    unauthorizedCodeOf(action),
    `The role of SDO is not authorized to perform: ${action}`,
  ],
  'not-found': (action) => [
    notFoundCodes[serviceOf(action)] ?? 'ResourceNotFoundException',
    `What ${action} is about does not exist`,
  ],
  'dependency-violation': (action) =>
    serviceOf(action) === 'ec2'
      ? ['DependencyViolation', 'It has dependencies and cannot be deleted.']
      : ['ResourceInUse', 'It is in use.'],
  invalid: (action) =>
    serviceOf(action) === 'ec2'
      ? ['InvalidParameterValue', `The request ${action} is invalid.`]
      : ['ValidationError', `The request ${action} is invalid.`],
  unavailable: () => ['InternalError', 'An internal error has occurred'],
}

/** The failure that the real client makes of AWS's answer. `isDeniedFromAbove`: a policy above the account refuses it. */
export function failureOf(kind: CloudErrorKind, action: string, isDeniedFromAbove = false): CloudError {
  // AWS refuses SDO itself before it hears what SDO asks for.
  if (kind === 'platform') return new CloudError(kind, 'SDO itself is refused by AWS at the moment.')
  // No code tells it from a refusal: only who made something just now can.
  if (kind === 'not-yet-allowed') return new CloudError(kind, answers['access-denied'](action)[1])
  const [code, words] = answers[kind](action)
  return refusal(
    code,
    isDeniedFromAbove ? `${words} with an explicit deny in a service control policy` : words,
  )
}
