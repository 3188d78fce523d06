import type { ScalingBounds } from '../../../core/application/scaling-bounds'
import type { ScalingMeasure, SharedMeasure } from '../../../core/application/scaling-measures'
import { loadOfShares, type MinuteLoad, type Shares } from './minute-load'
import { numberByMeasure, type MeasuredState, type NumberByMeasure } from './number-by-measure'

/** What the processes that serve used in a minute. */
export interface MinuteOfUse extends Record<SharedMeasure, Shares> {
  /** Its beginning. */
  epoch: number
}

interface ScalingState extends ScalingBounds, Omit<MeasuredState, 'target' | 'minutes'> {
  /** Oldest first. */
  minutes: readonly MinuteOfUse[]
  /** Of requests, oldest first; absent where nobody counts them. */
  requests?: readonly MinuteLoad[]
}

/** What each process had of a measure, beside what it should have. */
export interface Use {
  measure: ScalingMeasure
  used: number
  target: number
}

/** Why the number is what it is, and by the use of what. */
export type WantedNumber =
  | { number: number; reason: 'bounds' | 'settling' }
  | { number: number; reason: 'stale'; unknown: ScalingMeasure[] }
  | ({ number: number; reason: 'enough' | 'more' | 'fewer' | 'short' } & Use)

/**
 * How many processes an application needs by each measure that has a target: the most that one of them needs. So one is reason enough to add
 * processes, and all have to agree, and to be known, before any is removed.
 */
export function wantedNumber(state: ScalingState): WantedNumber {
  const { number, min, max } = state
  const bounded = Math.min(Math.max(number, min), Math.max(min, max))
  if (bounded !== number) return { number: bounded, reason: 'bounds' }
  const answers = Object.entries(state.targets).map(([name, target]) => {
    const measure = name as ScalingMeasure
    return { measure, target, ...numberByMeasure({ ...state, target, minutes: loadsOf(state, measure) }) }
  })
  const used = answers
    .filter(hasUse)
    .sort((a, b) => b.number - a.number || b.used / b.target - a.used / a.target)
  const more = used.find(({ reason }) => reason === 'more')
  if (more) return more
  const unknown = answers.filter(({ reason }) => reason === 'stale').map(({ measure }) => measure)
  if (unknown.length > 0) return { number, reason: 'stale', unknown }
  const short = used.find(({ reason }) => reason === 'short')
  if (short) return short
  const [needsMost] = used
  return needsMost && used.length === answers.length ? needsMost : { number, reason: 'settling' }
}

const loadsOf = ({ minutes, requests = [] }: ScalingState, measure: ScalingMeasure): readonly MinuteLoad[] =>
  measure === 'requests'
    ? requests
    : minutes.flatMap((minute) => loadOfShares(minute.epoch, minute[measure]) ?? [])

type Answer = NumberByMeasure & Omit<Use, 'used'>

const hasUse = (one: Answer): one is Extract<Answer, Use> => 'used' in one
