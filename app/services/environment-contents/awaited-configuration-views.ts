import { z } from 'zod'

/** Configuration of an application that was changed since its deployment to an environment, and counts from the next one on. */
export const awaitedConfigurationSchema = z.object({
  /** Deploying it once more brings what was configured. */
  versionId: z.string(),
  versionName: z.string(),
  /** Differences between the running and the present configuration. */
  facts: z.array(z.object({ fact: z.string(), before: z.string().optional(), after: z.string().optional() })),
  /** Ports whose addresses stop answering, because their load balancers go. */
  lostPorts: z.array(z.int()),
})
export type AwaitedConfiguration = z.infer<typeof awaitedConfigurationSchema>
