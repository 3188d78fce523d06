import { minuteMilliseconds } from '../time/durations'
import { requestMetricsSeconds } from './request-metrics'

/** Minutes without requests after which an environment may fall asleep: figures are of five minutes, and kept for 30 days. */
export const idleMinutes = { least: 15, most: 7 * 24 * 60 } as const

/** Why an environment that is to sleep without requests stays awake. */
export const idleObstacles = [
  'metricsOff',
  'noPort',
  'deploying',
  'figuresMissing',
  'figuresLate',
  'requests',
  'awakeLately',
] as const
export type IdleObstacle = (typeof idleObstacles)[number]

const spanMilliseconds = requestMetricsSeconds * 1000
/** Figures that are read and settled as they should be are younger. */
const lateMilliseconds = 4 * spanMilliseconds

/** What is known of the requests to an environment. Times are milliseconds since the epoch. */
export interface IdleFacts {
  /** For so many minutes there have to be no requests. */
  minutes: number
  /** Whether request metrics are on, a port is exposed, and a deployment waits or is under way. */
  isRead: boolean
  isExposed: boolean
  isDeploying: boolean
  /** Since when it has been awake with what it runs now. */
  awakeSinceEpoch: number
  /** The time of which all figures are known, without a gap; absent where none are. */
  known?: { fromEpoch: number; untilEpoch: number }
  /** Where the newest figure begins that has requests. */
  lastRequestEpoch?: number
}

/** Whether it is time to sleep; otherwise what keeps it awake, and until when at least, where that is known. */
export type Idleness = { isIdle: true } | { isIdle: false; obstacle: IdleObstacle; earliestEpoch?: number }

/**
 * Whether an environment was awake without requests for so long, as far as figures are known. What nobody knows keeps it awake.
 *
 * @param at milliseconds since the epoch
 */
export function idlenessAt(facts: IdleFacts, at: number): Idleness {
  const { minutes, isRead, isExposed, isDeploying, known, lastRequestEpoch = -Infinity } = facts
  const stays = (obstacle: IdleObstacle): Idleness => ({ isIdle: false, obstacle })
  if (!isRead) return stays('metricsOff')
  if (!isExposed) return stays('noPort')
  if (isDeploying) return stays('deploying')
  if (!known) return stays('figuresMissing')
  if (at - known.untilEpoch > lateMilliseconds) return stays('figuresLate')
  const ended: [IdleObstacle, number][] = [
    ['requests', lastRequestEpoch + spanMilliseconds],
    ['awakeLately', facts.awakeSinceEpoch],
    ['figuresMissing', known.fromEpoch],
  ]
  const [obstacle, sinceEpoch] = ended.reduce((newest, one) => (one[1] > newest[1] ? one : newest))
  const earliestEpoch = sinceEpoch + minutes * minuteMilliseconds
  return known.untilEpoch >= earliestEpoch ? { isIdle: true } : { isIdle: false, obstacle, earliestEpoch }
}
