import { singleSpaced } from '../text/single-spaced'
import type { CronSpan } from '../time/cron-span'

/** A span of time that comes again and again, and how many processes there are in it at least. */
export interface ScheduleEntry extends CronSpan {
  /** At least 1. */
  processes: number
}

/** As people write and read it. */
export const scheduleExample = '0 8 * * 1-5 to 0 20 * * 1-5 Europe/Berlin: 5'

const line = /^([^ ]+(?: [^ ]+){4}) to ([^ ]+(?: [^ ]+){4}) ([^ :]+): ?([^ ]+)$/

/** The parts of an entry as it is written, the number as it was typed; undefined for what is none. */
export function readScheduleLine(text: string) {
  const [, start = '', end = '', timeZone = '', processes = ''] = line.exec(singleSpaced(text)) ?? []
  return processes === '' ? undefined : { start, end, timeZone, processes }
}

export const scheduleLine = ({ start, end, timeZone, processes }: ScheduleEntry): string =>
  `${start} to ${end} ${timeZone}: ${processes}`

/** In one line: `none` where there is no entry, as an environment can have none of its application's. */
export const tellSchedule = (schedule: readonly ScheduleEntry[]): string =>
  schedule.map(scheduleLine).join('; ') || noSchedule

/** What is written where there is to be none. */
export const noSchedule = 'none'
