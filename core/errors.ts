import { declareMessages, type Message, type Told } from './messages/declare-messages'

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
  'unsupported-type': 415,
  throttled: 429,
  internal: 500,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof statusByCode

export interface FieldErrors {
  [field: string]: string
}

/** What is told of fields, as those who refuse say it. */
export interface ToldOfFields {
  [field: string]: Told
}

/** The longest message, text about one field, and name of a field: they may quote what was sent. */
const longestMessage = 4_000
const longestFault = 500
const longestFieldName = 100

/** How many faults one refusal names; whoever made more mends these first. */
const mostFaults = 20

/** Mark of the errors of every bundle, each of which has a class of its own. */
const brand = Symbol.for('sdo.DomainError')

/**
 * A failure with a message that is safe to show to the person who caused it. Anything thrown that is not a
 * DomainError is a fault of ours and becomes `internal` with fixed text.
 */
export class DomainError extends Error {
  readonly code: ErrorCode
  readonly fields: FieldErrors | undefined
  /** Which message each of them is; what was told in words alone has the code of the whole. */
  readonly fieldCodes: FieldErrors | undefined
  /** The present revision of settings that somebody changed meanwhile: by it the same write goes through. */
  readonly revision: string | undefined
  /** Which message it is, whatever its words are. */
  readonly told: Message
  readonly [brand] = true

  /** Pages and services are bundled apart, each with a copy of this class: an instance of one is an instance of the other. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && brand in value
  }

  constructor(
    code: ErrorCode,
    message: Message,
    options: { fields?: ToldOfFields; revision?: string; cause?: unknown } = {},
  ) {
    super(shorten(message.text, longestMessage), { cause: options.cause })
    this.name = 'DomainError'
    this.code = code
    this.told = message
    const faults = options.fields && firstFaults(options.fields)
    this.fields = faults?.fields
    this.fieldCodes = faults && mapValues(faults.codes, (code) => code ?? message.code)
    this.revision = options.revision
  }

  get status(): number {
    return statusByCode[this.code]
  }
}

/** The faults that one refusal names, and the number of others, so that an answer is bounded whatever was sent. */
export function firstFaults(told: ToldOfFields) {
  const faults = Object.entries(told)
  const first = Object.fromEntries(
    faults.slice(0, mostFaults).map(([field, told]) => [shorten(field, longestFieldName), told]),
  )
  return {
    fields: mapValues(first, (told) => shorten(String(told), longestFault)),
    codes: mapValues(first, (told) => (typeof told === 'string' ? undefined : told.code)),
    more: Math.max(0, faults.length - mostFaults),
  }
}

const mapValues = <From, To>(values: Record<string, From>, map: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]))

export const andMore = (count: number) => (count > 0 ? `; and ${count} more` : '')

const shorten = (text: string, characters: number) =>
  text.length > characters ? `${text.slice(0, characters - 1)}…` : text

const general = declareMessages('general', {
  notFound: (what: string) => `${what} could not be found.`,
  internal: 'Something went wrong on our side. Please try again later.',
})

export const notFound = (what: string) => new DomainError('not-found', general.notFound(what))

export const invalid = (message: Message, fields?: ToldOfFields) =>
  new DomainError('invalid', message, { fields })

/** A failure of ours, whose details are in the log. */
export const internal = () => new DomainError('internal', general.internal)

/** The HTTP status of an error code. */
export const statusOf = (code: ErrorCode): number => statusByCode[code]
