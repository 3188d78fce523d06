import { type ScheduleEntry } from '../../../core/application/schedule'
import { longest } from '../../../core/text/longest'
import { isCron, isTimeZone } from '../../../core/time/cron'

/** Why an entry of a schedule cannot be, and what to do; undefined where it can. */
export function scheduleFault({ start, end, timeZone }: ScheduleEntry): string | undefined {
  const wrong = [start, end].find((cron) => !isCron(cron))
  if (wrong !== undefined)
    return `“${wrong.slice(0, longest.cron)}” is no time of cron. Write minute, hour, day of month, month and day of week, such as 0 8 * * 1-5.`
  if (start === end) return 'it starts and ends at the same times. Change one of them.'
  if (timeZone.length > longest.timeZone || !isTimeZone(timeZone))
    return `“${timeZone.slice(0, longest.timeZone)}” is no time zone. Write a name such as Europe/Berlin or UTC.`
  return undefined
}
