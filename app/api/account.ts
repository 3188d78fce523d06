import { z } from 'zod'
import { internal } from '../../core/errors'
import { newsKinds } from '../../core/news/news-kinds'
import { boundedList, boundedText, idText } from '../input/bounded'
import { credentialsSchema, identitySchema } from '../http/authentication/sent-credentials'
import { longest } from '../../core/text/longest'
import { authenticationStateOfActor } from '../services/actor/authentication-state'
import { createAccountResults } from '../services/accounts/create-account'
import { deviceLoginRequestSchema } from '../services/device-login/claim-device-login'
import { deviceTokenSchema } from '../services/device-login/exchange-device-code'
import { startedDeviceLoginSchema } from '../services/device-login/start-device-login'
import { loginResults } from '../services/signing-in/finish-login'
import { authenticationTokenResults } from '../services/second-factor/second-factor'
import { authenticationStates } from '../services/actor/actor'
import { callerSchema } from '../services/sessions/get-caller'
import { successSchema } from '../services/answers/success'
import { asSystemError, defineCall, idParams } from './call'

const detailsSchema = z.object({ state: z.enum(authenticationStates) })

const owner = z.object({
  email: boundedText(longest.email),
  password: boundedText(longest.password),
  name: boundedText(longest.personName),
})
const acceptedTerms = z.object({ acceptedTermsId: idText })

const createAccountBody = acceptedTerms
  .extend({ primaryAccountOwner: owner })
  .or(acceptedTerms.extend(owner.shape))

export const accountCalls = [
  defineCall('DELETE /v1/account', {
    summary: 'Delete the account of the whole team, which must have no environments and AWS accounts left',
    access: 'admin',
    audit: { unrecorded: 'the audit log goes with the account; the log of the app keeps who did it' },
    response: successSchema,
    refusals: ['conflict'],
    async run({ services, actor, setSession }) {
      const answer = await services.accounts.deleteAccount(actor)
      setSession(undefined)
      return answer
    },
  }),
  defineCall('POST /v1/account/mailing-list', {
    summary: 'Say whether the caller wants to receive announcements',
    access: 'member',
    audit: { unrecorded: 'a preference: neither access nor a resource' },
    body: z.object({ shouldReceive: z.boolean() }),
    response: successSchema,
    run: ({ services, actor, body }) => services.accounts.setMailingList(actor, body.shouldReceive),
  }),
  defineCall('POST /v1/account/mails', {
    summary: 'Mute e-mails for the caller, whatever the environments send',
    access: 'member',
    audit: { unrecorded: 'a preference: neither access nor a resource' },
    body: z.object({ unwanted: boundedList(z.enum(newsKinds), newsKinds.length) }),
    response: successSchema,
    run: ({ services, actor, body }) => services.accounts.setMails(actor, body.unwanted),
  }),
  defineCall('POST /v1/account/team-name', {
    summary: 'Say what the team is called, for its own people; an empty name takes it away',
    access: 'admin',
    audit: 'account.rename',
    body: z.object({ name: boundedText(longest.teamName) }),
    response: successSchema,
    run: ({ services, actor, body }) => services.accounts.setTeamName(actor, body.name),
  }),
  defineCall('POST /v1/account', {
    summary:
      'Register: creates a team with its first admin, who is logged in and has to verify the e-mail address',
    access: 'public',
    audit: 'account.create',
    takesKey: true,
    body: createAccountBody,
    response: z.object({ result: z.enum(createAccountResults), details: detailsSchema }),
    refusals: ['conflict', 'forbidden', 'throttled'],
    async run({ services, actor, body, submissionId, setSession }) {
      const owner = 'primaryAccountOwner' in body ? body.primaryAccountOwner : body
      const created = await services.accounts.createAccount(
        actor,
        { ...owner, acceptedTermsId: body.acceptedTermsId },
        submissionId,
      )
      if (created.session) setSession(created.session)
      return { result: created.result, details: { state: created.state } }
    },
  }),
  defineCall('POST /v1/account/login', {
    summary: 'Log in, by e-mail and password or by the token of an integration user',
    access: 'public',
    audit: 'session.login',
    body: credentialsSchema,
    response: z.object({
      result: z.enum(loginResults),
      tokenResult: z.enum(authenticationTokenResults),
      /** `true` stands in the answer to a failure of ours. */
      systemError: z.literal(false),
      details: detailsSchema,
    }),
    refusals: ['throttled'],
    async run({ logins, request, body, setSession }) {
      const way = typeof body.integrationToken === 'string' ? 'integration-token' : 'password'
      const { result, tokenResult, state, session } = await logins.authenticate(way, request)
      if (session) setSession(session)
      return { result, tokenResult, systemError: false as const, details: { state } }
    },
    describeFailure: asSystemError,
  }),
  defineCall('POST /v1/account/login/identity', {
    summary:
      'Log a job of a build system in as an integration user that trusts its identity token: gives a token for 15 minutes',
    access: 'public',
    audit: 'session.login',
    body: identitySchema,
    response: z.object({ token: z.string(), expirationEpoch: z.int() }),
    refusals: ['throttled', 'unavailable'],
    async run({ logins, request }) {
      const { session } = await logins.authenticate('identity', request)
      // A refusal was thrown.
      if (!session) throw internal()
      return { token: session.token, expirationEpoch: session.expiresEpoch }
    },
  }),
  defineCall('POST /v1/account/device-code', {
    summary:
      'Begin to log a command line in without a password: a person approves it at verificationUri by its userCode, within ten minutes',
    access: 'public',
    audit: { unrecorded: 'gives nothing; approving and using it are recorded' },
    body: z.object({
      returnTicket: boundedText(longest.token)
        .optional()
        .describe('That device-token answered the last time: the login is then not counted for its network.'),
    }),
    response: startedDeviceLoginSchema,
    refusals: ['throttled'],
    run: ({ services, body }) => services.deviceLogin.startDeviceLogin(body),
  }),
  defineCall('POST /v1/account/device-token', {
    summary:
      'Ask whether somebody approved the command line, every `interval` seconds: PENDING until then, SUCCESS with the token of a session, once. 429 is answered to one that does not pause, 403 when it was refused, 404 when the code is over',
    access: 'public',
    audit: 'session.login',
    body: z.object({ deviceCode: boundedText(longest.token) }),
    response: deviceTokenSchema,
    refusals: ['throttled', 'forbidden', 'not-found'],
    run: ({ services, body }) => services.deviceLogin.exchangeDeviceCode(body.deviceCode),
  }),
  defineCall('POST /v1/account/device-login', {
    summary:
      'Find the command line that waits with a code, for the caller to decide about and nobody else. What it says of itself is not verified',
    access: 'member',
    audit: { unrecorded: 'shows somebody what asks; what they decide is recorded' },
    body: z.object({ code: boundedText(longest.code) }),
    response: deviceLoginRequestSchema,
    refusals: ['throttled'],
    run: ({ services, actor, body }) => services.deviceLogin.claimDeviceLogin(actor, body.code),
  }),
  defineCall('POST /v1/account/device-login/{id}/approve', {
    summary:
      'Let a command line log in as the caller. Within ten minutes of logging in it needs no password; a login by device code always does',
    access: 'member',
    audit: 'device-login.approve',
    params: idParams,
    body: z.object({ currentPassword: boundedText(longest.password).nullish() }),
    response: successSchema,
    refusals: ['throttled'],
    run: ({ services, actor, params, body }) =>
      services.deviceLogin.approveDeviceLogin(actor, {
        id: params.id,
        currentPassword: body.currentPassword ?? undefined,
      }),
  }),
  defineCall('POST /v1/account/device-login/{id}/refuse', {
    summary: 'Do not let a command line log in',
    access: 'member',
    audit: 'device-login.refuse',
    params: idParams,
    response: successSchema,
    run: ({ services, actor, params }) => services.deviceLogin.refuseDeviceLogin(actor, params.id),
  }),
  defineCall('POST /v1/account/logout', {
    summary: 'Log out',
    access: 'public',
    audit: 'session.logout',
    response: successSchema,
    async run({ services, actor, setSession }) {
      const answer = await services.sessions.logOut(actor)
      setSession(undefined)
      return answer
    },
  }),
  defineCall('POST /v1/account/queryLogin', {
    summary: "How far the caller's login is",
    access: 'public',
    audit: 'reads',
    response: z.object({ details: detailsSchema }),
    run: async ({ actor }) => ({ details: { state: authenticationStateOfActor(actor) } }),
  }),
  defineCall('GET /v1/account/caller', {
    summary: 'Who makes the call, a person or an integration user, and when the login is over',
    access: 'automation',
    response: callerSchema,
    run: ({ services, actor }) => services.sessions.getCaller(actor),
  }),
  defineCall('GET /v1/view-controller/account', {
    summary: "The caller's account: accepted terms, choices and what the team still has",
    access: 'member',
    response: z.object({
      historicalTerms: z.array(
        z.object({ id: z.string(), effectiveDateEpoch: z.int(), acceptedDateEpoch: z.int() }),
      ),
      numAwsAccounts: z.int(),
      numEnvironments: z.int(),
      shouldReceiveAnnouncements: z.boolean(),
      unwantedMails: z.array(z.enum(newsKinds)),
      isAdmin: z.boolean(),
      /** Absent from a team that has none. */
      teamName: z.string().optional(),
    }),
    run: ({ services, actor }) => services.accounts.getAccount(actor),
  }),
  defineCall('GET /v1/view-controller/account/registration', {
    summary: 'Whether registration is open, and the terms to accept',
    access: 'public',
    response: z.object({ isOpen: z.boolean(), currentTermsId: z.string() }),
    run: ({ services }) => services.accounts.getRegistration(),
  }),
]
