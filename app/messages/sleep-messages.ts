import { declareMessages } from '../../core/messages/declare-messages'

const docs = '/docs/usage#sleep'

/** What is refused about the sleep of environments. */
export const sleepMessages = declareMessages('sleep', {
  timeZoneWrong: { docs, text: 'Time zone must be a name such as Europe/Paris or UTC.' },
  cronWrong: {
    docs,
    text: (what: string) =>
      `${what} must be five fields of cron: minute, hour, day, month and weekday, such as 0 20 * * 1-5.`,
  },
  sameTimes: { docs, text: 'It would fall asleep and wake at the same times. Set another time to wake.' },
})
