import type { Identity } from '../certificates/certificate-keys'
import type { TargetPool } from './target-pool'

/** A local port that forwards requests. */
export interface OpenPort {
  port: number
  url: string
  /** From now on shows what it is to show by now to who names nobody. */
  renew?(): Promise<void>
  close(): Promise<void>
}

export interface PortOptions {
  /** The port of HTTPS to which those who ask for a host are sent, instead of a target, while there is one. */
  redirectPort?(host: string | undefined): number | undefined
  /** Whether those who ask for a host are told that there is none. */
  isUnknown?(host: string | undefined): boolean
  /** Makes it a port of HTTPS: what it shows to who asks for a name. */
  identityOf?(name: string | undefined): Promise<Identity | undefined>
}

/** What came of a health check: the status of the answer, or that there was none. */
export type HealthAnswer = { status: number } | { status?: undefined; isTimeout: boolean }

/** A health check as a load balancer makes it. */
export interface HealthQuestion {
  /** Where the target is reached in the simulation. */
  host: string
  port: number
  path: string
  /** What is asked for as Host: the private address of the target, as AWS has it. */
  privateHost: string
}

/** Carries requests to processes. */
export interface Traffic {
  /**
   * Opens a port that sends each request to a target of what `pool` gives for its host at that moment. `port` is the wished one, 0 for
   * any; if it is taken by somebody else another one is opened.
   */
  open(
    port: number,
    pool: (host?: string) => TargetPool | undefined,
    options?: PortOptions,
  ): Promise<OpenPort>
  /** Makes one health check; never rejects. */
  probe(question: HealthQuestion): Promise<HealthAnswer>
}
