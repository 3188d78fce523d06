import { z } from 'zod'
import { teamNews } from '../../core/news/news-kinds'
import { longest } from '../../core/text/longest'
import { boundedList, boundedText } from '../input/bounded'
import { successSchema } from '../services/answers/success'
import { webhookSecretSchema, webhookViewSchema } from '../services/webhooks/webhook-views'
import { defineCall, leftOutStays, readRevision } from './call'
import { proof } from './proof'

const url = boundedText(longest.webhookUrl)

export const webhookCalls = [
  defineCall('GET /v1/view-controller/webhook', {
    summary:
      'The webhook of the team, what became of its newest messages, and what each environment tells it',
    access: 'member',
    response: webhookViewSchema,
    run: ({ services, actor }) => services.webhooks.getWebhook(actor),
  }),
  defineCall('POST /v1/webhook', {
    summary: 'Add the webhook of the team; this answer is the only copy of its secret',
    access: 'admin',
    audit: 'webhook.create',
    inProtected: 'admins',
    body: z.object({ url, ...proof }),
    response: webhookSecretSchema,
    refusals: ['conflict', 'throttled'],
    run: ({ services, actor, body }) => services.webhooks.createWebhook(actor, body),
  }),
  defineCall('PATCH /v1/webhook', {
    summary: `Change the address of the webhook and its team-wide events. ${leftOutStays}`,
    access: 'admin',
    audit: 'webhook.edit',
    inProtected: 'admins',
    body: z.object({
      url: url.optional(),
      teamEvents: boundedList(z.enum(teamNews), teamNews.length).nullish(),
      ...readRevision,
      ...proof,
    }),
    response: successSchema,
    refusals: ['not-found', 'conflict', 'throttled'],
    run: ({ services, actor, body }) => services.webhooks.editWebhook(actor, body),
  }),
  defineCall('POST /v1/webhook/secret', {
    summary:
      'Rotate secret of the webhook; this answer is its only copy. For a day messages are signed with both',
    access: 'admin',
    audit: 'webhook.rotate-secret',
    inProtected: 'admins',
    body: z.object(proof),
    response: webhookSecretSchema,
    refusals: ['not-found', 'throttled'],
    run: ({ services, actor, body }) => services.webhooks.rotateWebhookSecret(actor, body),
  }),
  defineCall('POST /v1/webhook/test', {
    summary: 'Send a test message to the webhook; what became of it is in the list of its messages',
    access: 'admin',
    audit: { unrecorded: 'sends a message that says nothing; it is in the list of messages' },
    response: z.object({ id: z.string() }),
    refusals: ['not-found', 'conflict', 'throttled'],
    run: ({ services, actor }) => services.webhooks.sendTestMessage(actor),
  }),
  defineCall('DELETE /v1/webhook', {
    summary: 'Delete the webhook, with whatever waits for it',
    access: 'admin',
    audit: 'webhook.delete',
    inProtected: 'admins',
    response: successSchema,
    refusals: ['not-found'],
    run: ({ services, actor }) => services.webhooks.deleteWebhook(actor),
  }),
]
