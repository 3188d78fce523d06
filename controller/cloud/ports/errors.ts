export const cloudErrorKinds = [
  'access-denied',
  'throttled',
  'insufficient-capacity',
  'quota-exceeded',
  'not-found',
  'dependency-violation',
  'invalid',
  'unavailable',
  // It is SDO itself that is refused, whatever account it works in.
  'platform',
] as const
export type CloudErrorKind = (typeof cloudErrorKinds)[number]

/** A refusal by the cloud. `message` may be shown to the customer. */
export class CloudError extends Error {
  override name = 'CloudError'
  constructor(
    readonly kind: CloudErrorKind,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options)
  }
}
