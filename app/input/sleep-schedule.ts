import { singleSpaced } from '../../core/text/single-spaced'
import { cronFault, timeZoneFault } from '../../core/time/cron-faults'
import { sleepMessages } from '../messages/sleep-messages'
import { rule } from './rule'

/** When an environment sleeps, as it was typed or sent. */
export interface SentSleepSchedule {
  /** A name of the IANA time zone database. */
  timeZone: string
  /** When it falls asleep and wakes, in five fields of cron. */
  sleep: string
  wake: string
}

export const sleepScheduleRule = rule((sent: SentSleepSchedule, refuse): SentSleepSchedule => {
  const [timeZone, sleep, wake] = [sent.timeZone.trim(), singleSpaced(sent.sleep), singleSpaced(sent.wake)]
  const faults = { timeZone: timeZoneFault(timeZone), sleep: cronFault(sleep), wake: cronFault(wake) }
  if (faults.timeZone) refuse(sleepMessages.timeZoneWrong(faults.timeZone), 'timeZone')
  if (faults.sleep) refuse(sleepMessages.cronWrong(faults.sleep), 'sleep')
  if (faults.wake) refuse(sleepMessages.cronWrong(faults.wake), 'wake')
  else if (sleep === wake) refuse(sleepMessages.sameTimes, 'wake')
  return { timeZone, sleep, wake }
})
