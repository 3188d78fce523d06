import { longest } from '../text/longest'
import { isCron, isTimeZone } from './cron'

/** Why this is no time of cron that ever comes, and what to write; undefined where it is one. */
export const cronFault = (cron: string): string | undefined =>
  isCron(cron)
    ? undefined
    : `“${cron.slice(0, longest.cron)}” is not a cron expression. Write minute, hour, day of month, month and day of week, such as 0 8 * * 1-5.`

/** Why this is no time zone that this machine knows, and what to write; undefined where it is one. */
export const timeZoneFault = (name: string): string | undefined =>
  name.length <= longest.timeZone && isTimeZone(name)
    ? undefined
    : `“${name.slice(0, longest.timeZone)}” is not a time zone. Write a name such as Europe/Berlin or UTC.`
