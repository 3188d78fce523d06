import { minuteMilliseconds } from '../../../core/time/durations'

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

/** Of each process that serves: what it used by what it asks for; undefined where that was not measured, or not while it served. */
export type Shares = readonly (number | undefined)[]

export interface MeasuredState {
  now: number
  min: number
  max: number
  /** How many are wanted at present, within the bounds. */
  number: number
  /** Share of what they ask for that they use where there are enough. */
  target: number
  /** Oldest first, each with its beginning. */
  minutes: readonly { epoch: number; shares: Shares }[]
  /** When processes were last added, and removed. */
  scaledOutEpoch?: number | undefined
  scaledInEpoch?: number | undefined
}

/** `short`: five minutes would have needed more than the most. `used` is the share that those which were measured used in the minute that decided. */
export type NumberByMeasure =
  | { number: number; reason: 'stale' | 'settling' }
  | { number: number; reason: 'enough' | 'more' | 'fewer' | 'short'; used: number }

/**
 * How many processes an application needs so that they use the target of one measure (target tracking). It adds by the last minute, and removes
 * by the most of five. Who was not measured counts as idle where processes are added, and as busy where they are removed. Nobody counts for more
 * than all that it asked for, whatever an agent says. What is removed leaves its use to the others, so that memory which they keep is not missed.
 */
export function numberByMeasure(state: MeasuredState): NumberByMeasure {
  const { number, min, max, target, now } = state
  const known = state.minutes
    .filter(({ epoch }) => epoch <= now && epoch > now - spanMilliseconds)
    .map(({ epoch, shares }) => ({ epoch, ...loadOf(shares) }))
    .filter(({ used }) => used !== undefined)
  const latest = known.at(-1)
  if (latest?.used === undefined || latest.epoch + minuteMilliseconds < now - staleMilliseconds)
    return { number, reason: 'stale' }

  const isOver = ({ least }: { least: number }) => least > number * target * (1 + tolerance)
  const needed = processesFor(latest.least, target)
  if (isOver(latest) && needed > number && number < max)
    return now < (state.scaledOutEpoch ?? 0) + outCooldownMilliseconds
      ? { number, reason: 'settling' }
      : { number: Math.min(needed, max), reason: 'more', used: latest.used }

  const window = known.slice(-inMinutes)
  if (number >= max && window.length === inMinutes && window.every(isOver))
    return { number, reason: 'short', used: latest.used }
  const busiest = window.reduce((most, one) => (one.most > most.most ? one : most), latest)
  const enough = Math.max(min, processesFor(busiest.most, target))
  if (enough < number && busiest.most < number * target * (1 - tolerance)) {
    const changedEpoch = Math.max(state.scaledOutEpoch ?? 0, state.scaledInEpoch ?? 0)
    return window.length < inMinutes || now < changedEpoch + inCooldownMilliseconds
      ? { number, reason: 'settling' }
      : { number: enough, reason: 'fewer', used: busiest.used ?? 0 }
  }
  return { number, reason: 'enough', used: latest.used }
}

/** What a minute's processes used together, in processes that are busy all the time: at least, and at most. */
function loadOf(shares: Shares) {
  const measured = shares.flatMap((share) => (share === undefined ? [] : Math.min(Math.max(share, 0), 1)))
  const least = measured.reduce((sum, share) => sum + share, 0)
  return {
    least,
    most: least + shares.length - measured.length,
    used: measured.length === 0 ? undefined : least / measured.length,
  }
}

const processesFor = (load: number, target: number) => Math.ceil(load / target - epsilon)
