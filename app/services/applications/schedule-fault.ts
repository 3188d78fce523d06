import { type ScheduleEntry } from '../../../core/application/schedule'
import { cronFault, timeZoneFault } from '../../../core/time/cron-faults'

/** Why an entry of a schedule cannot be, and what to do; undefined where it can. */
export const scheduleFault = ({ start, end, timeZone }: ScheduleEntry): string | undefined =>
  cronFault(start) ??
  cronFault(end) ??
  (start === end ? 'it starts and ends at the same times. Change one of them.' : timeZoneFault(timeZone))
