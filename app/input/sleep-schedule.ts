import { singleSpaced } from '../../core/text/single-spaced'
import { isCron, isTimeZone } from '../../core/time/cron'
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
  if (!isTimeZone(timeZone)) refuse(sleepMessages.timeZoneWrong, 'timeZone')
  if (!isCron(sleep)) refuse(sleepMessages.cronWrong('Falls asleep'), 'sleep')
  if (!isCron(wake)) refuse(sleepMessages.cronWrong('Wakes'), 'wake')
  else if (sleep === wake) refuse(sleepMessages.sameTimes, 'wake')
  return { timeZone, sleep, wake }
})
