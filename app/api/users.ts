import { z } from 'zod'
import { verifyUserResults } from '../services/accounts/verify-user'
import { authenticationStates } from '../services/actor'
import { successSchema } from '../services/success'
import { defineCall, type Call } from './call'
import { idParams } from './id-params'

export const userCalls: Call[] = [
  defineCall({
    method: 'GET',
    path: '/v1/view-controller/user',
    summary: 'The people and integration users of the team',
    access: 'member',
    response: z.object({
      humanUsers: z.array(
        z.object({
          id: z.string(),
          userId: z.string(),
          name: z.string(),
          email: z.string(),
          isAdmin: z.boolean(),
          isSelf: z.boolean(),
          state: z.enum(authenticationStates),
        }),
      ),
      integrationUsers: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          tokens: z.array(z.object({ id: z.string(), maskedToken: z.string(), expirationEpoch: z.int() })),
        }),
      ),
      showAdminControls: z.boolean(),
    }),
    run: ({ services, actor }) => services.users.listUsers(actor),
  }),
  defineCall({
    method: 'POST',
    path: '/v1/user/issue-verification-token',
    summary: 'Send the caller a new verification code',
    access: 'session',
    response: successSchema,
    run: ({ services, actor }) => services.accounts.issueVerificationToken(actor),
  }),
  defineCall({
    method: 'POST',
    path: '/v1/user/verify',
    summary: "Verify the caller's e-mail address with the code that was sent to it",
    access: 'session',
    body: z.object({ token: z.string() }),
    response: z.object({ result: z.enum(verifyUserResults) }),
    run: ({ services, actor, body }) => services.accounts.verifyUser(actor, body.token),
  }),
  defineCall({
    method: 'POST',
    path: '/v1/user/integration',
    summary: 'Make an integration user',
    access: 'admin',
    body: z.object({ name: z.string() }),
    response: z.object({ id: z.string() }),
    run: ({ services, actor, body, submissionId }) =>
      services.users.createIntegrationUser(actor, body, submissionId),
  }),
  defineCall({
    method: 'GET',
    path: '/v1/user/integration/{id}/token',
    summary: 'Make a token for an integration user, valid for three months; this answer is its only copy',
    access: 'admin',
    params: idParams,
    response: z.object({ token: z.string() }),
    run: ({ services, actor, params }) => services.users.createIntegrationToken(actor, params.id),
  }),
  defineCall({
    method: 'DELETE',
    path: '/v1/user/token/{id}',
    summary: 'Delete a token of an integration user and end what was logged in with it',
    access: 'admin',
    params: idParams,
    response: successSchema,
    run: ({ services, actor, params }) => services.users.deleteIntegrationToken(actor, params.id),
  }),
]
