/** Behaviour of a tag of the sample besides answering, to try out how the platform deals with it. */
export interface Behaviour {
  /** Status of GET /health, so long after the start. */
  healthStatus(runningMs: number): number
  /** Ends by itself with an error so long after the start. */
  crashAfterMs?: number
}

const slowMs = 20_000
const crashMs = 15_000

/** `delayMs` replaces how long `slow` and `crash` take. */
export function behaviourOf(tag: string, delayMs?: number): Behaviour {
  switch (tag) {
    case 'broken':
      return { healthStatus: () => 500 }
    case 'slow':
      return { healthStatus: (runningMs) => (runningMs < (delayMs ?? slowMs) ? 503 : 200) }
    case 'crash':
      return { healthStatus: () => 200, crashAfterMs: delayMs ?? crashMs }
    default:
      return { healthStatus: () => 200 }
  }
}
