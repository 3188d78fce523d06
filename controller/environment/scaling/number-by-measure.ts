import { minuteMilliseconds } from '../../../core/time/durations'
import type { MinuteLoad } from './minute-load'

/** Older figures tell nothing of now. */
export const staleMilliseconds = 3 * minuteMilliseconds
/** Between two times that processes are added: those of the first have hardly begun to serve. */
const outCooldownMilliseconds = minuteMilliseconds
/** After any change, before processes are removed; the most of as many minutes decides. */
const inMinutes = 5
const inCooldownMilliseconds = inMinutes * minuteMilliseconds
/** Of the last so many minutes, `inMinutes` have to be known. */
const spanMilliseconds = 8 * minuteMilliseconds
/** By less than this share of the target nothing changes, so that the number does not swing. */
const tolerance = 0.1
/** Of a quotient that is whole but for the computer's digits. */
const epsilon = 1e-9

export interface MeasuredState {
  now: number
  min: number
  max: number
  /** How many are wanted at present, within the bounds. */
  number: number
  /** What each of them has of the load where there are enough. */
  target: number
  /** Oldest first. */
  minutes: readonly MinuteLoad[]
  /** When processes were last added, and removed. */
  scaledOutEpoch?: number | undefined
  scaledInEpoch?: number | undefined
}

/** `short`: five minutes would have needed more than the most. `used` is what each had in the minute that decided. */
export type NumberByMeasure =
  | { number: number; reason: 'stale' | 'settling' }
  | { number: number; reason: 'enough' | 'more' | 'fewer' | 'short'; used: number }

/**
 * How many processes an application needs so that each has the target of one measure (target tracking). It adds by the last minute, or a later one
 * that may be known in part, and removes by the most of five. What is removed leaves its load to the others, so that memory which they keep is
 * not missed.
 */
export function numberByMeasure(state: MeasuredState): NumberByMeasure {
  const { number, min, max, target, now } = state
  const known = state.minutes.filter(({ epoch }) => epoch <= now && epoch > now - spanMilliseconds)
  const last = known.at(-1)
  if (!last || last.epoch + minuteMilliseconds < now - staleMilliseconds) return { number, reason: 'stale' }

  const isOver = ({ least }: { least: number }) => least > number * target * (1 + tolerance)
  const latest = known.slice(Math.max(0, known.findLastIndex(isWhole))).reduce(fuller)
  const needed = processesFor(latest.least, target)
  if (isOver(latest) && needed > number && number < max)
    return now < (state.scaledOutEpoch ?? 0) + outCooldownMilliseconds
      ? { number, reason: 'settling' }
      : { number: Math.min(needed, max), reason: 'more', used: latest.used }

  const window = known.filter(isWhole).slice(-inMinutes)
  if (number >= max && window.length === inMinutes && window.every(isOver))
    return { number, reason: 'short', used: latest.used }
  const busiest = [...window, { ...latest, most: latest.least }].reduce(busier)
  const enough = Math.max(min, processesFor(busiest.most, target))
  if (enough < number && busiest.most < number * target * (1 - tolerance)) {
    const changedEpoch = Math.max(state.scaledOutEpoch ?? 0, state.scaledInEpoch ?? 0)
    return window.length < inMinutes || now < changedEpoch + inCooldownMilliseconds
      ? { number, reason: 'settling' }
      : { number: enough, reason: 'fewer', used: busiest.used }
  }
  return { number, reason: 'enough', used: latest.used }
}

/** Whether all of a minute is known. */
const isWhole = (minute: MinuteLoad): minute is Required<MinuteLoad> => minute.most !== undefined

// The later one of two that are equal.
const fuller = (one: MinuteLoad, next: MinuteLoad) => (one.least > next.least ? one : next)
const busier = (one: Required<MinuteLoad>, next: Required<MinuteLoad>) => (one.most > next.most ? one : next)

const processesFor = (load: number, target: number) => Math.ceil(load / target - epsilon)
