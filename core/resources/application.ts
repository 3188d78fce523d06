import { z } from 'zod'

export const exposedPortSchema = z.object({
  port: z.int().min(1).max(65535),
  subdomain: z.string().max(55).optional(),
})

/** One application as one deployment runs it: everything that is frozen when the deployment starts. */
export const applicationSpecSchema = z.object({
  applicationId: z.string().min(1),
  name: z.string().min(1),
  versionId: z.string().min(1),
  versionName: z.string().min(1),
  /** Image without its tag. */
  image: z.string().min(1),
  tag: z.string().min(1),
  /** Cores of one process. */
  cpu: z.number().positive(),
  /** Memory of one process, in units of 1,000,000 bytes. */
  memoryMb: z.int().positive(),
  count: z.int().min(0),
  maxSpotPercentage: z.int().min(0).max(100),
  ports: z.array(exposedPortSchema),
  /** Role key to role ARN. */
  roles: z.record(z.string(), z.string()),
})

export type ExposedPort = z.infer<typeof exposedPortSchema>
export type ApplicationSpec = z.infer<typeof applicationSpecSchema>
