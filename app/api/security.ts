import { z } from 'zod'
import { boundedList, boundedText, idText } from '../input/bounded'
import { longest } from '../../core/text/longest'
import { changePasswordResults } from '../services/passwords/change-password'
import { authenticationTokenResults } from '../services/second-factor/second-factor'
import { forgottenPasswordResults } from '../services/passwords/set-forgotten-password'
import { madeThingSchema, mostListed } from '../services/made-lately/list-made-lately'
import { successSchema } from '../services/answers/success'
import { asSystemError, defineCall, idParams } from './call'

export const securityCalls = [
  defineCall('POST /v1/account/password', {
    summary: "Change the caller's password and log out everything else that was logged in with it",
    access: 'password-change',
    audit: 'user.change-password',
    body: z.object({
      forgetToken: boundedText(longest.token).nullish(),
      currentPassword: boundedText(longest.password).nullish(),
      newPassword: boundedText(longest.password),
    }),
    response: z.object({ result: z.enum(changePasswordResults) }),
    refusals: ['throttled'],
    run: ({ services, actor, body }) =>
      services.passwords.changePassword(actor, {
        newPassword: body.newPassword,
        currentPassword: body.currentPassword ?? undefined,
        forgetToken: body.forgetToken ?? undefined,
      }),
  }),
  defineCall('POST /v1/account/forgot-password', {
    summary:
      'Send a link to set a new password, if the address is known; the answer is the same if it is not',
    access: 'public',
    audit: { unrecorded: 'may send an e-mail; using what is in it is recorded' },
    body: z.object({ email: boundedText(longest.email) }),
    response: successSchema,
    refusals: ['throttled'],
    run: ({ services, body }) => services.passwords.requestPasswordReset(body),
  }),
  defineCall('POST /v1/account/forgot-password/new-password', {
    summary:
      'Set a new password with the token from an e-mail. It is set when result is SUCCESS and tokenResult too, or not needed',
    access: 'public',
    audit: 'user.change-password',
    body: z.object({
      forgotToken: boundedText(longest.token),
      newPassword: boundedText(longest.password),
      authenticationToken: boundedText(longest.code).nullish(),
    }),
    response: z.object({
      result: z.enum(forgottenPasswordResults),
      tokenResult: z.enum(authenticationTokenResults),
      /** `true` stands in the answer to a failure of ours. */
      systemError: z.literal(false),
    }),
    refusals: ['throttled'],
    async run({ services, body: { authenticationToken, ...body } }) {
      const change = await services.passwords.setForgottenPassword({
        ...body,
        authenticationToken: authenticationToken ?? undefined,
      })
      return { ...change, systemError: false as const }
    },
    describeFailure: asSystemError,
  }),
  defineCall('GET /v1/account/auth-token', {
    summary: 'Make an authenticator token, pending for 30 minutes until it is activated with a code',
    access: 'member',
    audit: { unrecorded: 'activating it is recorded; until then nobody can log in with it' },
    response: z.object({ secretId: z.string(), uri: z.string(), code: z.string() }),
    refusals: ['conflict'],
    run: ({ services, actor }) => services.secondFactor.createAuthenticatorToken(actor),
  }),
  defineCall('POST /v1/account/auth-token/activate', {
    summary:
      'Make a pending authenticator token a second factor, by a code that its app shows. Within ten minutes of logging in it needs no password',
    access: 'member',
    audit: 'authenticator-token.create',
    body: z.object({
      token: boundedText(longest.code),
      id: idText,
      currentPassword: boundedText(longest.password).nullish(),
    }),
    response: z.boolean(),
    refusals: ['throttled'],
    async run({ services, actor, body: { currentPassword, ...body } }) {
      const input = { ...body, currentPassword: currentPassword ?? undefined }
      return (await services.secondFactor.activateAuthenticatorToken(actor, input)).isActive
    },
  }),
  defineCall('DELETE /v1/account/auth-token/{id}', {
    summary:
      'Remove an authenticator token. Within ten minutes of logging in it needs no password, nor does one that is pending; the last one takes the recovery codes along',
    access: 'member',
    audit: 'authenticator-token.delete',
    params: idParams,
    body: z.object({ currentPassword: boundedText(longest.password).nullish() }),
    response: successSchema,
    refusals: ['throttled'],
    run: ({ services, actor, params, body }) =>
      services.secondFactor.deleteAuthenticatorToken(actor, {
        id: params.id,
        currentPassword: body.currentPassword ?? undefined,
      }),
  }),
  defineCall('POST /v1/account/recovery-codes', {
    summary:
      'Make new recovery codes in place of all others; this answer is their only copy. Each works once as authenticationToken. Within ten minutes of logging in it needs no password',
    access: 'member',
    audit: 'recovery-codes.create',
    body: z.object({ currentPassword: boundedText(longest.password).nullish() }),
    response: z.object({ recoveryCodes: z.array(z.string()) }),
    refusals: ['conflict', 'throttled'],
    run: ({ services, actor, body }) =>
      services.secondFactor.createRecoveryCodes(actor, {
        currentPassword: body.currentPassword ?? undefined,
      }),
  }),
  defineCall('POST /v1/account/logout-others', {
    summary:
      'Log the caller out everywhere but here, and delete the named things that their login created lately',
    access: 'member',
    audit: 'session.logout-others',
    body: z.object({
      madeThings: boundedList(idText, mostListed)
        .optional()
        .describe('Ids of `madeLately` of the view: tokens, trusts, people and the webhook.'),
    }),
    response: successSchema,
    refusals: ['not-found'],
    run: ({ services, actor, body }) => services.madeLately.logOutElsewhere(actor, body),
  }),
  defineCall('DELETE /v1/account/session/{id}', {
    summary: 'Log the caller out in one place',
    access: 'member',
    audit: 'session.logout-one',
    params: idParams,
    response: successSchema,
    run: ({ services, actor, params }) => services.sessions.endSession(actor, params.id),
  }),
  defineCall('GET /v1/view-controller/security', {
    summary:
      "The caller's authenticator tokens, how many recovery codes are left, and where the caller is logged in, and what the login created lately",
    access: 'member',
    response: z.object({
      twoFactorTokens: z.array(
        z.object({ id: z.string(), createdEpoch: z.int(), lastUsedEpoch: z.int().nullable() }),
      ),
      recoveryCodesLeft: z.int(),
      sessions: z.array(
        z.object({
          id: z.string(),
          createdEpoch: z.int(),
          lastSeenEpoch: z.int(),
          address: z.string(),
          userAgent: z.string(),
          isCurrent: z.boolean(),
        }),
      ),
      madeLately: z
        .array(madeThingSchema)
        .describe("Created with the caller's login in the last seven days, and valid beyond its sessions."),
    }),
    run: async ({ services, actor }) => ({
      ...(await services.secondFactor.getSecurity(actor)),
      madeLately: await services.madeLately.listMadeLately(actor),
    }),
  }),
]
