import { Cron } from 'croner'
import { longest } from '../text/longest'

/** A time that comes again and again, by the clock of a place. */
interface CronTime {
  /** Five fields: minute, hour, day of month, month, and day of week, such as `0 8 * * 1-5`. */
  cron: string
  /** A name of the IANA time zone database, such as `Europe/Berlin`. */
  timeZone: string
}

/** What crontab(5) has: numbers, names of three letters, lists, ranges and steps. */
const pattern = /^([0-9*,/-]|[A-Za-z]{3})+( ([0-9*,/-]|[A-Za-z]{3})+){4}$/

/**
 * Whether this is a time in five fields of cron that comes at least once in four years. Others cost a search through centuries each time
 * that somebody asks when they come.
 */
export function isCron(text: string): boolean {
  if (text.length > longest.cron || !pattern.test(text)) return false
  try {
    return new Cron(text, { timezone: 'UTC', mode: '5-part' }).nextRun(searchStart) !== null
  } catch {
    return false
  }
}

/** Any moment does: a pattern that has no next time after it never has one. */
const searchStart = new Date(0)

/** Whether the database of time zones has this name; one of an offset, such as +02:00, knows no summer. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/**
 * The newest moment at which it came, that moment included.
 *
 * A time that the clock skips in spring comes as much later; one that the clock shows twice in autumn comes once.
 *
 * @param at milliseconds since the epoch; so is the answer, which is undefined for a time that never came
 */
export function lastTime({ cron, timeZone }: CronTime, at: number): number | undefined {
  // Croner looks before the moment, and by whole seconds.
  const after = new Date(Math.floor(at / 1000) * 1000 + 1000)
  return open(cron, timeZone).previousRuns(1, after)[0]?.getTime()
}

/**
 * The next moment at which it comes, after this one.
 *
 * @param at milliseconds since the epoch; so is the answer, which is undefined for a time that never comes
 */
export const nextTime = ({ cron, timeZone }: CronTime, at: number): number | undefined =>
  open(cron, timeZone).nextRun(new Date(at))?.getTime()

const open = (cron: string, timezone: string) => new Cron(cron, { timezone, mode: '5-part' })
