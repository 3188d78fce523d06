/** Every way a use case can fail that its caller may act on. `status` is what /v1 and pages answer with. */
const statusByCode = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'cross-site': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  conflict: 409,
  'too-large': 413,
  throttled: 429,
  internal: 500,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof statusByCode

export interface FieldErrors {
  [field: string]: string
}

/** The same in every bundle. */
const brand = Symbol.for('sdo.DomainError')

/**
 * A failure with a message that is safe to show to the person who caused it. Anything thrown that is not a
 * DomainError is a fault of ours and becomes `internal` with fixed text.
 */
export class DomainError extends Error {
  readonly code: ErrorCode
  readonly fields: FieldErrors | undefined
  readonly [brand] = true

  /** Pages and services are bundled apart, each with a copy of this class: an instance of one is an instance of the other. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && brand in value
  }

  constructor(code: ErrorCode, message: string, options: { fields?: FieldErrors; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.name = 'DomainError'
    this.code = code
    this.fields = options.fields
  }

  get status(): number {
    return statusByCode[this.code]
  }
}

export const notFound = (what: string) => new DomainError('not-found', `${what} could not be found.`)

export const invalid = (message: string, fields?: FieldErrors) =>
  new DomainError('invalid', message, { fields })

/** The HTTP status of an error code. */
export const statusOf = (code: ErrorCode): number => statusByCode[code]
