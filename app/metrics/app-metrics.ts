import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { ErrorCode } from '../../core/errors'
import { LivenessBoard } from '../../core/observability/liveness'
import { trackWatches } from '../../core/observability/watch-metrics'

interface ObservedRequest {
  method: string
  /** The pattern of the path, of which there are as many as routes. */
  route: string
  /** Status of the answer, or `aborted` where the client did not wait for it. */
  status: string
  seconds: number
}

export type LoginOutcome = 'success' | 'second-factor-needed' | 'refused' | 'throttled' | 'failed'

interface WaitingMails {
  count: number
  /** How long the oldest of them has waited. */
  longestSeconds: number
}

export interface AppMetrics {
  readonly registry: Registry
  /** What the process listens to reports here how it is. */
  readonly board: LivenessBoard
  observeRequest(request: ObservedRequest): void
  /** Counts a request as under way until the function that it returns is called. */
  beginRequest(): () => void
  countRefusal(code: ErrorCode): void
  countLogin(kind: 'person' | 'integration', outcome: LoginOutcome): void
  /** Shows what waits to be mailed; undefined while nobody knows. */
  showWaitingMails(mails: WaitingMails | undefined): void
}

/** Metrics of one portal process, in a registry of their own. No label is ever an id, a name or an address. */
export function createAppMetrics(options: { includeProcess?: boolean } = {}): AppMetrics {
  const registry = new Registry()
  if (options.includeProcess) collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const board = new LivenessBoard()
  trackWatches(registry, board)
  const requests = new Counter({
    name: 'sdo_http_requests_total',
    help: 'Answered requests by route pattern and status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const duration = new Histogram({
    name: 'sdo_http_request_duration_seconds',
    help: 'From the first byte of a request to the last one of its answer.',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  let inFlight = 0
  new Gauge({
    name: 'sdo_http_requests_in_flight',
    help: 'Requests that are being answered.',
    registers,
    collect() {
      this.set(inFlight)
    },
  })
  const refusals = new Counter({
    name: 'sdo_http_refusals_total',
    help: 'Requests that were refused, by the code that the answer and the log line carry.',
    labelNames: ['code'],
    registers,
  })
  const logins = new Counter({
    name: 'sdo_logins_total',
    help: 'Attempts to log in, of people and of integrations, by outcome.',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  const mails = new Gauge({
    name: 'sdo_mails_waiting',
    help: 'E-mails that were neither sent nor given up. The same of every portal.',
    registers,
  })
  const longestWait = new Gauge({
    name: 'sdo_mail_wait_seconds_max',
    help: 'How long the oldest of them has waited.',
    registers,
  })
  return {
    registry,
    board,
    observeRequest({ method, route, status, seconds }) {
      requests.inc({ method, route, status })
      duration.observe({ method, route }, seconds)
    },
    beginRequest() {
      inFlight += 1
      return () => void (inFlight -= 1)
    },
    countRefusal: (code) => refusals.inc({ code }),
    countLogin: (kind, outcome) => logins.inc({ kind, outcome }),
    showWaitingMails(waiting) {
      // A figure of long ago would look like one of now.
      mails.remove()
      longestWait.remove()
      if (!waiting) return
      mails.set(waiting.count)
      longestWait.set(waiting.longestSeconds)
    },
  }
}
