import { declareMessages } from '../../core/messages/declare-messages'

/** Messages about command lines that log in by a code. */
export const deviceLoginMessages = declareMessages('device-login', {
  startsThrottled: (seconds: number) =>
    `Many command lines began to log in from your network. Please wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'} before trying again.`,
  codeUnknown:
    'No command line waits with this code. A code works once, for ten minutes: compare it with your terminal, or run sdo login again.',
  over: 'This request is over. Run sdo login again, and approve it within ten minutes.',
  askedTooSoon: 'That was too soon. Pause for as long as the interval says, and five seconds longer.',
  refused: 'The login was refused in the browser.',
  exchangeOver: 'The code has expired: it works once, for ten minutes. Start again.',
})
