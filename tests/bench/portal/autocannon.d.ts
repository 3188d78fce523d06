declare module 'autocannon' {
  import type { EventEmitter } from 'node:events'

  interface Options {
    url: string
    connections: number
    /** Seconds. */
    duration?: number
    /** How many requests, instead. */
    amount?: number
    method?: 'GET' | 'POST'
    headers?: Record<string, string>
    body?: string
    /** Requests a second, over all connections. */
    overallRate?: number
    requests?: Request[]
    /** Milliseconds between two looks at whether the time is up. */
    sampleInt?: number
  }

  interface Request {
    method?: string
    path?: string
    headers?: Record<string, string>
    body?: string
    /** What is asked next instead. */
    setupRequest?: (request: Request) => Request
  }

  interface Instance extends EventEmitter, PromiseLike<{ errors: number; timeouts: number }> {
    /** `milliseconds` is the time from the request to the end of its answer. */
    on(
      event: 'response',
      listener: (client: unknown, status: number, bytes: number, milliseconds: number) => void,
    ): this
    stop(): void
  }

  export default function autocannon(options: Options): Instance
}
