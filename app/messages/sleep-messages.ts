import { declareMessages } from '../../core/messages/declare-messages'

const docs = '/docs/usage#sleep'

/** What is refused about the sleep of environments. */
export const sleepMessages = declareMessages('sleep', {
  timeZoneWrong: { docs, text: (fault: string) => fault },
  cronWrong: { docs, text: (fault: string) => fault },
  sameTimes: { docs, text: 'It would fall asleep and wake at the same times. Set another time to wake.' },
})
