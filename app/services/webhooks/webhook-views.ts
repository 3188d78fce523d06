import { z } from 'zod'
import { environmentNews, newsKinds, teamNews } from '../../../core/news/news-kinds'

const deliveryStates = ['waiting', 'delivered', 'failed'] as const

const environmentKinds = z.array(z.enum(environmentNews))

const deliverySchema = z.object({
  /** Id in its header `webhook-id`. */
  id: z.string(),
  kind: z.enum([...newsKinds, 'test']),
  headline: z.string(),
  state: z.enum(deliveryStates),
  createdEpoch: z.number(),
  numAttempts: z.number(),
  /** Status of the latest answer, and why the latest attempt did not succeed. */
  status: z.number().optional(),
  failure: z.string().optional(),
  /** When a delivery that waits is tried again. */
  nextAttemptEpoch: z.number().optional(),
})

export const webhookViewSchema = z.object({
  /** Absent while the team has none. */
  webhook: z
    .object({
      /** Without what may be secret in it. */
      maskedUrl: z.string(),
      teamEvents: z.array(z.enum(teamNews)),
      /** Of both: a write that sends it is refused where somebody changed something since. */
      revision: z.string(),
      createdEpoch: z.number(),
      secretCreatedEpoch: z.number(),
      /** Until when the former secret signs as well. */
      formerSecretUntilEpoch: z.number().optional(),
    })
    .optional(),
  /** The newest, newest first. */
  deliveries: z.array(deliverySchema),
  /** Events that each environment tells. */
  environments: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      mailEvents: environmentKinds,
      webhookEvents: environmentKinds,
    }),
  ),
  showAdminControls: z.boolean(),
})

export const webhookSecretSchema = z.object({ secret: z.string() })

export type WebhookView = z.infer<typeof webhookViewSchema>
export type DeliveryView = z.infer<typeof deliverySchema>
