import { levels, type Level } from '../../../core/output/levels'
import { dayMilliseconds, hourMilliseconds, minuteMilliseconds } from '../../../core/time/durations'
import type { OutputInput } from '../../services/output/get-output'

/** How far back a search goes from its end. */
export const spans = {
  '15m': { label: 'Last 15 minutes', milliseconds: 15 * minuteMilliseconds },
  '1h': { label: 'Last hour', milliseconds: hourMilliseconds },
  '6h': { label: 'Last 6 hours', milliseconds: 6 * hourMilliseconds },
  '24h': { label: 'Last 24 hours', milliseconds: dayMilliseconds },
  '7d': { label: 'Last 7 days', milliseconds: 7 * dayMilliseconds },
} as const
export type Span = keyof typeof spans
export const spanNames = Object.keys(spans) as Span[]

export interface AskedOutput extends Omit<OutputInput, 'environmentId' | 'fromEpoch'> {
  /** Absent for a whole deployment. */
  span?: Span
  /** Whether what is printed next is read as well. */
  isFollowed: boolean
}

/** Reads what the address of the page asks for; whatever else stands there is passed over. */
export function askedOutput(query: (name: string) => string): AskedOutput {
  const [applicationId, processId, deploymentId, text] = [
    query('applicationId'),
    query('processId'),
    query('deploymentId'),
    query('text'),
  ].map((value) => (value === '' ? undefined : value))
  const level: Level | undefined = levels.find((one) => one === query('level'))
  const untilEpoch = readTime(query('until'))
  const usual = processId === undefined ? '1h' : '24h'
  const span = spanNames.find((one) => one === query('since')) ?? (deploymentId ? undefined : usual)
  return {
    applicationId,
    processId,
    deploymentId,
    text,
    level,
    untilEpoch,
    ...(span && { span }),
    isFollowed: query('follow') === 'yes' && untilEpoch === undefined,
  }
}

/** Milliseconds, as links have them, or a date and time in UTC, as people type them. */
function readTime(text: string): number | undefined {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(text)) return undefined
  const epoch = Date.parse(`${text}Z`)
  return Number.isNaN(epoch) ? undefined : epoch
}
