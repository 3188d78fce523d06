/** One target's address, and the requests that are with it just now. */
export class Endpoint {
  private open = 0
  private readonly ending = new AbortController()
  isHealthy = false
  isLeaving = false

  constructor(
    readonly host: string,
    readonly port: number,
    private readonly drained: () => void,
  ) {}

  get openRequests(): number {
    return this.open
  }

  /** Aborts when nothing may go to or come from this target any more. */
  get gone(): AbortSignal {
    return this.ending.signal
  }

  /** Counts a request in; call the result once when it is over. */
  begin(): () => void {
    this.open += 1
    return () => {
      this.open -= 1
      if (this.isLeaving && this.open === 0) this.drained()
    }
  }

  /** Cuts off whatever is still open. */
  cut(): void {
    this.isLeaving = true
    this.ending.abort()
  }
}

/** The targets of one target group, as requests see them. */
export class TargetPool {
  private turn = 0
  readonly endpoints = new Map<string, Endpoint>()

  /** A healthy endpoint with the fewest open requests, in turn among equals; none of `except`. */
  pick(except: ReadonlySet<Endpoint>): Endpoint | undefined {
    const candidates = [...this.endpoints.values()].filter(
      (endpoint) => endpoint.isHealthy && !endpoint.isLeaving && !except.has(endpoint),
    )
    const fewest = Math.min(...candidates.map(({ openRequests }) => openRequests))
    const equals = candidates.filter(({ openRequests }) => openRequests === fewest)
    this.turn += 1
    return equals[this.turn % equals.length]
  }
}
