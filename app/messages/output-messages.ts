import { declareMessages } from '../../core/messages/declare-messages'

const printed = '/docs/environments#what-processes-print'

/** Messages about what processes print. */
export const outputMessages = declareMessages('output', {
  unanswered: {
    docs: printed,
    text: 'The search took too long. Choose a shorter time, or try again in a moment.',
  },
  unavailable: {
    docs: printed,
    text: 'CloudWatch Logs did not answer. Try again in a moment.',
  },
  refused: {
    docs: '/docs/external-resources#aws-accounts',
    text: 'AWS does not let SDO read these logs. An admin applies the current role template to the account, under External Resources.',
  },
  tooManySearches: {
    docs: printed,
    text: (searches: number) =>
      `Your team runs ${searches} searches of logs already. Try again in a few seconds.`,
  },
})
