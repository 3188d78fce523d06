import type { CloudErrorKind } from './errors'

/** A call of the cloud's API, when it is over. */
export interface CloudCall {
  /** The cloud's name of the service: `EC2`. */
  service: string
  /** The cloud's name of the operation: `RunInstances`. */
  operation: string
  outcome: 'success' | CloudErrorKind
  /** With all attempts and the pauses between them. */
  seconds: number
  /** How many of its attempts were refused because there are too many. */
  throttles: number
}

/** Hears of every call. */
export type CallObserver = (call: CloudCall) => void
