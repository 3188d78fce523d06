import { z } from 'zod'
import { successSchema } from '../services/success'
import { defineCall, type Call } from './call'

export const customerSupportCalls: Call[] = [
  defineCall({
    method: 'POST',
    path: '/v1/customer-support/message',
    summary: 'Sends a message to support and a confirmation to its sender',
    access: 'public',
    body: z.object({ name: z.string(), email: z.string(), message: z.string() }),
    response: successSchema,
    refusals: ['throttled'],
    run: ({ services, actor, body, submissionId }) =>
      services.customerSupport.sendMessage(actor, body, submissionId),
  }),
]
