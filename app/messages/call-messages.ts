import { declareMessages } from '../../core/messages/declare-messages'

const withoutToken = '/docs/cicd-integration#without-a-stored-token'
const repeated = '/docs/api#repeated-calls'
const body = '/docs/api#refusals'
const webhook = '/docs/notifications#add-a-webhook'

/** Messages for build systems, and for other programs that call or are called. */
export const callMessages = declareMessages('calls', {
  unknown: { docs: '/docs/api', text: 'This call could not be found.' },
  methodNotAllowed: {
    docs: '/docs/api',
    text: (allowed: string[]) => `This call answers ${allowed.join(', ')} only.`,
  },
  inputWrong: (faults: string) => `Please correct: ${faults}`,
  bodyNotSaidJson: 'A body is JSON here. Send it with the header Content-Type: application/json.',
  cursorOfAnother: 'The cursor is not one of this list. Start at its beginning, without a cursor.',
  keyTooLong: {
    docs: repeated,
    text: (longest: number) => `The header Idempotency-Key is longer than ${longest} characters.`,
  },
  keyOfAnother: {
    docs: repeated,
    text: 'This was sent before with something else in it. Send it with a new Idempotency-Key, or reload the page and fill in the form again.',
  },
  bodyNoJson: { docs: body, text: 'The body is not valid JSON.' },
  bodyTooDeep: { docs: body, text: (levels: number) => `The body is nested deeper than ${levels} levels.` },
  bodyTooFull: { docs: body, text: (values: number) => `The body contains more than ${values} values.` },

  identityRefused: {
    docs: withoutToken,
    text: (why: string) => `The identity token was not accepted. ${why}`,
  },
  identityUsed: {
    docs: withoutToken,
    text: 'The identity token was used before. Have the build system make a new one for each login.',
  },
  identityNotTrusted: {
    docs: withoutToken,
    text: (facts: string[]) =>
      `There is no integration user with this id that trusts the identity: ${facts.join(', ')}. An admin of your team can have it trusted, on the page of the integration user.`,
  },
  identityTrusted: { docs: withoutToken, text: 'The integration user trusts this already.' },
  issuerUnknown: (issuers: string[]) =>
    `Issuer must be one of those that the operator of SDO configured: ${issuers.join(', ') || 'none is'}.`,
  subjectPatternWrong: (fault: string) => fault,
  issuerAway: {
    docs: withoutToken,
    text: ({ name, address, why }: { name: string; address: string; why: string }) =>
      `The keys of ${name} at ${address} cannot be read at the moment${why}, so its identity tokens cannot be checked. Try again in a minute with a new one, or log in with a token of the integration user.`,
  },

  webhookPresent: {
    docs: webhook,
    text: 'Your team has a webhook already. Change its address, or delete it first.',
  },
  webhookFull: 'Too many messages wait for the webhook already. See below why they are not taken.',
  webhookTestsThrottled: (seconds: number) =>
    `Many tests were sent recently. Please wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'} before sending another one.`,
  webhookWithoutAddress: 'Type an address that begins with https://.',
  webhookNotHttps: 'The address must begin with https://.',
  webhookNotPublic: 'The address must be one of the internet: messages are not sent into private networks.',
  webhookWithLogin: {
    docs: webhook,
    text: 'The address must not contain a user or password: the receiver checks the signature.',
  },
})
