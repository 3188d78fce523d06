import { declareMessages } from '../../core/messages/declare-messages'

const docs = '/docs/sleep'
const idle = '/docs/sleep#without-requests'

/** What is refused about the sleep of environments. */
export const sleepMessages = declareMessages('sleep', {
  timeZoneWrong: { docs, text: (fault: string) => fault },
  cronWrong: { docs, text: (fault: string) => fault },
  sameTimes: { docs, text: 'It would fall asleep and wake at the same times. Set another time to wake.' },
  metricsOff: { docs: idle, text: 'Turn on Request metrics first: they show whether requests come.' },
  noPort: {
    docs: idle,
    text: 'Deploy an application with an exposed port first: requests come through one.',
  },
})
