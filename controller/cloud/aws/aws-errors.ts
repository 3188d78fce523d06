import { CloudError, type CloudErrorKind } from '../cloud'

/** Our kinds of failures by AWS's codes. The first row that matches counts. */
const kindByCode: [RegExp, CloudErrorKind][] = [
  [
    /^(RequestLimitExceeded|.*Throttl.*|TooManyRequests(Exception)?|SlowDown|PriorRequestNotComplete)$/,
    'throttled',
  ],
  [
    /^(UnauthorizedOperation|AccessDenied(Exception)?|AuthFailure(\.\w+)?|AuthorizationError|NotAuthorized)$/,
    'access-denied',
  ],
  [
    /^(InvalidClientTokenId|UnrecognizedClientException|InvalidAccessKeyId|SignatureDoesNotMatch)$/,
    'access-denied',
  ],
  [/^(ExpiredToken(Exception)?|RequestExpired)$/, 'access-denied'],
  [/^(OptInRequired|PendingVerification|Blocked)$/, 'account-restricted'],
  [
    /^(Insufficient\w*Capacity\w*|InsufficientFreeAddressesInSubnet|UnfulfillableCapacity)$/,
    'insufficient-capacity',
  ],
  [/^(Unsupported|SpotMaxPriceTooLow|InsufficientVolumeCapacity)$/, 'insufficient-capacity'],
  [/^(\w*LimitExceeded(Exception)?|MaxSpotInstanceCountExceeded|\w*QuotaExceeded\w*)$/, 'quota-exceeded'],
  [/^TooMany\w+$/, 'quota-exceeded'],
  [
    /(\.NotFound|NotFound|NotFoundException|NoSuchEntity(Exception)?|NoSuchHostedZone|NoSuchChange)$/,
    'not-found',
  ],
  [/(NonExistentQueue|QueueDoesNotExist|\.Malformed|NotAttached)$/, 'not-found'],
  [
    /^(DependencyViolation|DeleteConflict(Exception)?|ResourceInUse(Exception)?|\w+\.InUse)$/,
    'dependency-violation',
  ],
  [/QueueDeletedRecently$|^Answer(TooLarge|TooSlow)$|^OperationAborted/, 'unavailable'],
]

/** Refusals that share their code with others, by AWS's words. */
const kindByWords: [code: RegExp, words: RegExp, CloudErrorKind][] = [
  [/^InvalidParameterCombination$/, /not eligible for free tier/i, 'type-not-allowed'],
  [/^OperationNotPermitted(Exception)?$/, /does not support creating load balancers/i, 'account-restricted'],
  [/^InvalidSubnet(Exception)?$/, /no internet gateway/i, 'not-found'],
]

/** What AWS adds to a refusal that no role of the account can undo. */
const fromAbove = /(explicit deny in a|because no) (service|resource) control policy/i

/** A failure of the SDK without the exchange, which the SDK's own errors carry, session token included. */
class AwsFailure extends Error {
  constructor(
    /** AWS's code. */
    override readonly name: string,
    message: string,
    /** Status of the answer; absent if none came. */
    readonly httpStatusCode: number | undefined,
    readonly requestId: string | undefined,
  ) {
    super(message)
  }
}

/** The failure as everybody else knows it. Anything that is not an answer of AWS is `unavailable`: nobody knows what happened. */
export function toCloudError(failure: unknown): CloudError {
  if (failure instanceof CloudError) return failure
  const cause = toAwsFailure(failure)
  const { name, message, httpStatusCode } = cause
  const kind =
    kindByWords.find(([code, words]) => code.test(name) && words.test(message))?.[2] ??
    kindByCode.find(([pattern]) => pattern.test(name))?.[1]
  // Of a success that cannot be read nobody knows what it says.
  const wasRefused = httpStatusCode !== undefined && httpStatusCode >= 300 && httpStatusCode < 500
  if (kind === 'unavailable' || (kind === undefined && !wasRefused))
    return new CloudError('unavailable', `AWS could not be reached or could not answer (${name}).`, { cause })
  const isDeniedFromAbove = kind === 'access-denied' && fromAbove.test(message)
  return new CloudError(kind ?? 'invalid', `${readable(message)} (${name}).`, { cause, isDeniedFromAbove })
}

/** Whether AWS gave exactly this answer; for the few answers that mean more than their kind. */
export const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof CloudError && error.cause instanceof AwsFailure && codes.includes(error.cause.name)

/** For removals: what is gone already is fine. */
export async function unlessGone(removal: Promise<unknown>): Promise<void> {
  try {
    await removal
  } catch (error) {
    if (!(error instanceof CloudError && error.kind === 'not-found')) throw error
  }
}

interface SdkError extends Error {
  Code?: unknown
  $metadata?: { httpStatusCode?: number; requestId?: string }
}

function toAwsFailure(failure: unknown): AwsFailure {
  if (!(failure instanceof Error))
    return new AwsFailure('UnknownError', String(failure), undefined, undefined)
  const { name, message, Code, $metadata } = failure as SdkError
  // SQS's exceptions have names of their own beside the code.
  const code = typeof Code === 'string' ? Code : name
  return new AwsFailure(code, message, $metadata?.httpStatusCode, $metadata?.requestId)
}

/** Longest message of AWS in characters, since it is kept in statuses and shown. */
const longestMessage = 1000

/** EC2 appends a kilobyte of ciphertext to a refusal. */
const readable = (message: string): string =>
  message
    .slice(0, 4 * longestMessage)
    .replace(/\s*Encoded authorization failure message:.*$/s, '')
    .trim()
    .slice(0, longestMessage)
    .replace(/\.$/, '') || 'AWS gave no reason'
