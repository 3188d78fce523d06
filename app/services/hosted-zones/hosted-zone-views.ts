import { z } from 'zod'

export const hostedZoneViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** As people read it. */
  displayName: z.string(),
  dependentEnvironmentNames: z.array(z.string()),
})

export type HostedZoneView = z.infer<typeof hostedZoneViewSchema>
