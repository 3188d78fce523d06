import { externalNetworkLinkSchema, hostedZoneLinkSchema } from './environment-views'
import { z } from 'zod'
import { markets } from '../../../core/resources/environment'

/** An instance as pages and /v1 show it. */
export const instanceViewSchema = z.object({
  /** Absent until the launch has been answered. */
  instanceId: z.string().optional(),
  instanceType: z.string(),
  zone: z.string(),
  market: z.enum(markets),
  phase: z.string(),
  /** USD. */
  pricePerHour: z.number(),
})

/** USD an hour, before traffic and logs. */
export const billSchema = z.object({
  /** With CPU above the baseline of burstable types. */
  instances: z.number(),
  /** A public address and a disk of each instance. */
  addressesAndDisks: z.number(),
  /** With their public addresses. */
  loadBalancers: z.number(),
  total: z.number(),
})

export const environmentResourcesSchema = z.object({
  hostedZones: z.array(hostedZoneLinkSchema),
  externalNetworks: z.array(externalNetworkLinkSchema),
  /** How far its move to another range of addresses is; absent while it does not move. */
  move: z.string().optional(),
  loadBalancers: z.array(
    z.object({
      applicationId: z.string(),
      applicationName: z.string(),
      port: z.int(),
      url: z.string(),
      /** Where people reach it, its names first; none where HTTPS answers wildcards alone, which the address that AWS gave does not fit. */
      urls: z.array(z.string()),
      /** Under the names of its own, as far as every name server knows them. */
      namedUrls: z.array(z.string()),
      /** Each name of the port, with what there is to say of its HTTPS. */
      names: z.array(z.object({ name: z.string(), https: z.string() })),
    }),
  ),
  /** How many there are: ports may share one, and a change has both. */
  numLoadBalancers: z.int(),
  instances: z.array(instanceViewSchema.extend({ numProcesses: z.int() })),
  /** USD, the bill before traffic and logs. */
  costPerHour: z.number(),
  bill: billSchema,
})

export type EnvironmentResources = z.infer<typeof environmentResourcesSchema>
