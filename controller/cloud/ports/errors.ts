export const cloudErrorKinds = [
  'access-denied',
  // A permission by a tag that was given just now, which AWS learns within a minute.
  'not-yet-allowed',
  'throttled',
  'insufficient-capacity',
  'quota-exceeded',
  // AWS has not opened the account for it: a new one that is being verified, say.
  'account-restricted',
  // The account may not launch instances of this type, whatever the zone.
  'type-not-allowed',
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
  /** Whether a policy above the account denies it, such as a service control policy: no role of the account can allow it. */
  readonly isDeniedFromAbove: boolean
  /** Of `not-yet-allowed`: how long ago AWS was given the tag. */
  readonly secondsSinceMade: number

  constructor(
    readonly kind: CloudErrorKind,
    message: string,
    {
      isDeniedFromAbove = false,
      secondsSinceMade = 0,
      ...options
    }: { cause?: unknown; isDeniedFromAbove?: boolean; secondsSinceMade?: number } = {},
  ) {
    super(message, options)
    this.isDeniedFromAbove = isDeniedFromAbove
    this.secondsSinceMade = secondsSinceMade
  }
}
