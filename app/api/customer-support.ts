import { z } from 'zod'
import { boundedText } from '../input/bounded'
import { longest } from '../../core/text/longest'
import { successSchema } from '../services/answers/success'
import { defineCall } from './call'

export const customerSupportCalls = [
  defineCall('POST /v1/customer-support/message', {
    summary: 'Sends a message to support and a confirmation to its sender',
    access: 'public',
    audit: { unrecorded: 'kept as a message to support; of no team' },
    takesKey: true,
    body: z.object({
      name: boundedText(longest.personName),
      email: boundedText(longest.email),
      message: boundedText(longest.supportMessage),
    }),
    response: successSchema,
    refusals: ['conflict', 'throttled'],
    run: ({ services, actor, body, submissionId }) =>
      services.customerSupport.sendMessage(actor, body, submissionId),
  }),
]
