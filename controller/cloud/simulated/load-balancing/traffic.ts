import type { TargetPool } from './target-pool'

/** A local port that forwards requests. */
export interface OpenPort {
  port: number
  url: string
  close(): Promise<void>
}

/** What carries requests to processes. */
export interface Traffic {
  /**
   * Opens a port that sends each request to a target of what `pool` gives at that moment. `port` is the wished one, 0 for
   * any; if it is taken by somebody else another one is opened.
   */
  open(port: number, pool: () => TargetPool | undefined): Promise<OpenPort>
  /** One health check: whether GET `path` is answered with 200 to 299. */
  probe(host: string, port: number, path: string): Promise<boolean>
}
