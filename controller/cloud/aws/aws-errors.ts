import { CloudError, type CloudErrorKind } from '../cloud'

/** What AWS calls a failure, and what it means to us. The first row that matches counts. */
const kindByCode: [RegExp, CloudErrorKind][] = [
  [
    /^(RequestLimitExceeded|.*Throttl.*|TooManyRequests(Exception)?|SlowDown|PriorRequestNotComplete)$/,
    'throttled',
  ],
  [
    /^(UnauthorizedOperation|AccessDenied(Exception)?|AuthFailure|AuthorizationError|NotAuthorized)$/,
    'access-denied',
  ],
  [
    /^(InvalidClientTokenId|UnrecognizedClientException|InvalidAccessKeyId|SignatureDoesNotMatch)$/,
    'access-denied',
  ],
  [/^(ExpiredToken(Exception)?|RequestExpired|OptInRequired|PendingVerification|Blocked)$/, 'access-denied'],
  [
    /^(Insufficient\w*Capacity\w*|InsufficientFreeAddressesInSubnet|UnfulfillableCapacity)$/,
    'insufficient-capacity',
  ],
  [/^(Unsupported|SpotMaxPriceTooLow|InsufficientVolumeCapacity)$/, 'insufficient-capacity'],
  [/^(\w*LimitExceeded(Exception)?|MaxSpotInstanceCountExceeded|\w*QuotaExceeded\w*)$/, 'quota-exceeded'],
  [/^TooMany\w+$/, 'quota-exceeded'],
  [/(\.NotFound|NotFound|NotFoundException|NoSuchEntity|NoSuchEntityException)$/, 'not-found'],
  [/(NonExistentQueue|QueueDoesNotExist|\.Malformed|NotAttached)$/, 'not-found'],
  [
    /^(DependencyViolation|DeleteConflict(Exception)?|ResourceInUse(Exception)?|\w+\.InUse)$/,
    'dependency-violation',
  ],
  [/QueueDeletedRecently$/, 'unavailable'],
]

interface AwsFailure {
  name: string
  message: string
  $metadata?: { httpStatusCode?: number }
}

/** The failure as everybody else knows it. Anything that is not an answer of AWS is `unavailable`: nobody knows what happened. */
export function toCloudError(failure: unknown): CloudError {
  if (failure instanceof CloudError) return failure
  const { name, message, $metadata } = describe(failure)
  const kind = kindByCode.find(([pattern]) => pattern.test(name))?.[1]
  const wasAnswered = $metadata?.httpStatusCode !== undefined && $metadata.httpStatusCode < 500
  if (kind === 'unavailable' || (kind === undefined && !wasAnswered))
    return new CloudError('unavailable', `AWS could not be reached or could not answer (${name}).`, {
      cause: failure,
    })
  return new CloudError(kind ?? 'invalid', `${readable(message)} (${name})`, { cause: failure })
}

/** Whether AWS gave exactly this answer; for the few answers that mean more than their kind. */
export const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof CloudError && codes.includes(describe(error.cause).name)

/** For removals: what is gone already is fine. */
export async function unlessGone(removal: Promise<unknown>): Promise<void> {
  try {
    await removal
  } catch (error) {
    if (!(error instanceof CloudError && error.kind === 'not-found')) throw error
  }
}

function describe(failure: unknown): AwsFailure {
  if (!(failure instanceof Error)) return { name: 'UnknownError', message: String(failure) }
  // The older protocols of AWS prefix some codes, as in AWS.SimpleQueueService.QueueDeletedRecently.
  const code = 'Code' in failure && typeof failure.Code === 'string' ? failure.Code : failure.name
  return { name: code, message: failure.message, $metadata: (failure as Partial<AwsFailure>).$metadata }
}

/** EC2 appends a kilobyte of ciphertext to a refusal. */
const readable = (message: string): string =>
  message
    .replace(/\s*Encoded authorization failure message:.*$/s, '')
    .trim()
    .replace(/\.$/, '') || 'AWS gave no reason'
