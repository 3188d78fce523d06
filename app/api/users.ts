import { z } from 'zod'
import { boundedText, idText } from '../input/bounded'
import { longest } from '../../core/text/longest'
import { verifyUserResults } from '../services/email-verification/verify-user'
import { successSchema } from '../services/answers/success'
import { createHumanUserResults } from '../services/users/create-human-user'
import { userListSchema } from '../services/users/user-views'
import { defineCall, idParams } from './call'
import { proof } from './proof'
import { pageQuery } from './page-query'

export const userCalls = [
  defineCall('GET /v1/view-controller/user', {
    summary: 'The people and integration users of the team',
    access: 'member',
    response: userListSchema,
    query: pageQuery,
    run: ({ services, actor, query }) => services.users.listUsers(actor, query),
  }),
  defineCall('POST /v1/user/issue-verification-token', {
    summary: 'Send the caller a new verification code',
    access: 'session',
    audit: { unrecorded: 'sends an e-mail; using what is in it is recorded' },
    response: successSchema,
    refusals: ['throttled'],
    run: ({ services, actor }) => services.emailVerification.issueVerificationToken(actor),
  }),
  defineCall('POST /v1/user/verify', {
    summary:
      "Verify the caller's e-mail address with the code that was sent to it, and log them out everywhere else",
    access: 'session',
    audit: 'user.verify',
    body: z.object({ token: boundedText(longest.code) }),
    response: z.object({ result: z.enum(verifyUserResults) }),
    run: ({ services, actor, body }) => services.emailVerification.verifyUser(actor, body.token),
  }),
  defineCall('POST /v1/user/human', {
    summary:
      'Add a person to the team. Without a password they get an invitation to choose one; with one they verify the e-mail address and change the password at the first login',
    access: 'admin',
    quotas: ['people'],
    audit: 'user.create',
    takesKey: true,
    body: z.object({
      name: boundedText(longest.personName),
      email: boundedText(longest.email),
      password: boundedText(longest.password).optional().describe('Empty or left out for an invitation.'),
      forcePasswordChange: z.boolean().optional().describe('Always on, whatever is sent.'),
      ...proof,
    }),
    response: z.object({
      result: z.enum(createHumanUserResults),
      id: z.string().optional(),
      fields: z.record(z.string(), z.string()).optional(),
    }),
    refusals: ['conflict', 'throttled'],
    run: ({ services, actor, body, submissionId }) =>
      services.users.createHumanUser(actor, body, submissionId),
  }),
  defineCall('POST /v1/user/{id}/invitation', {
    summary:
      'Send an invitation to choose a password to a person of the team who has not verified the e-mail address yet. It replaces the one before',
    access: 'admin',
    audit: 'user.invite',
    params: idParams,
    response: successSchema,
    refusals: ['conflict', 'throttled'],
    run: ({ services, actor, params }) => services.users.inviteUser(actor, params.id),
  }),
  defineCall('PATCH /v1/user/permissions', {
    summary:
      'Make a person of the team, who has proved the e-mail address, an admin, or no longer one; not the caller',
    access: 'admin',
    audit: 'user.set-admin',
    body: z.object({ userId: idText, isAdmin: z.boolean(), ...proof }),
    response: successSchema,
    refusals: ['conflict', 'not-found', 'throttled'],
    run: ({ services, actor, body }) => services.users.setAdmin(actor, body),
  }),
  defineCall('DELETE /v1/user/{id}', {
    summary:
      'Delete a person, or an integration user with its tokens, and end their sessions; not the caller',
    access: 'admin',
    audit: 'user.delete',
    params: idParams,
    response: successSchema,
    run: ({ services, actor, params }) => services.users.deleteUser(actor, params.id),
  }),
  defineCall('POST /v1/user/{id}/logout', {
    summary: 'Log a person of the team out everywhere; the caller everywhere but here',
    access: 'admin',
    audit: 'user.end-sessions',
    params: idParams,
    response: successSchema,
    run: ({ services, actor, params }) => services.users.endUserSessions(actor, params.id),
  }),
  defineCall('POST /v1/user/integration', {
    summary: 'Make an integration user',
    access: 'admin',
    quotas: ['integrationUsers'],
    audit: 'integration-user.create',
    takesKey: true,
    body: z.object({ name: boundedText(longest.name) }),
    response: z.object({ id: z.string() }),
    refusals: ['conflict'],
    run: ({ services, actor, body, submissionId }) =>
      services.users.createIntegrationUser(actor, body, submissionId),
  }),
  defineCall('GET /v1/user/integration/{id}/token', {
    summary:
      'Make a token for an integration user, valid for three months; this answer is its only copy. Within ten minutes of logging in by password',
    access: 'admin',
    quotas: ['tokensPerIntegrationUser'],
    audit: 'integration-token.create',
    params: idParams,
    response: z.object({ token: z.string() }),
    refusals: ['conflict'],
    run: ({ services, actor, params }) => services.users.createIntegrationToken(actor, params.id),
  }),
  defineCall('POST /v1/user/integration/{id}/token', {
    summary:
      'Make a token as the GET does, also for who logged in earlier or otherwise, by their password; this answer is its only copy',
    access: 'admin',
    quotas: ['tokensPerIntegrationUser'],
    audit: 'integration-token.create',
    params: idParams,
    body: z.object({ ...proof }),
    response: z.object({ token: z.string() }),
    refusals: ['conflict', 'throttled'],
    run: ({ services, actor, params, body }) => services.users.createIntegrationToken(actor, params.id, body),
  }),
  defineCall('POST /v1/user/integration/{id}/trust', {
    summary:
      'Have an integration user trust the identities of an issuer whose subject fits, each `*` standing for characters other than `:`',
    access: 'admin',
    quotas: ['trustsPerIntegrationUser'],
    audit: 'integration-trust.create',
    takesKey: true,
    params: idParams,
    body: z.object({
      issuer: boundedText(longest.identityIssuer).describe('The `iss` of the tokens.'),
      subjectPattern: boundedText(longest.identitySubject),
      audience: boundedText(longest.identityAudience)
        .optional()
        .describe('The address of this portal where it is left out.'),
      environment: boundedText(longest.identityEnvironment)
        .optional()
        .describe('That the token must name besides; any, and none, where it is left out.'),
      ...proof,
    }),
    response: z.object({ id: z.string() }),
    refusals: ['conflict', 'throttled'],
    run: ({ services, actor, params, body, submissionId }) =>
      services.users.createIntegrationTrust(actor, params.id, body, submissionId),
  }),
  defineCall('DELETE /v1/user/trust/{id}', {
    summary: 'Have an integration user no longer trust identities, and end what was logged in by them',
    access: 'admin',
    audit: 'integration-trust.delete',
    params: idParams,
    response: successSchema,
    run: ({ services, actor, params }) => services.users.deleteIntegrationTrust(actor, params.id),
  }),
  defineCall('DELETE /v1/user/token/{id}', {
    summary: 'Delete a token of an integration user and end what was logged in with it',
    access: 'admin',
    audit: 'integration-token.delete',
    params: idParams,
    response: successSchema,
    run: ({ services, actor, params }) => services.users.deleteIntegrationToken(actor, params.id),
  }),
]
