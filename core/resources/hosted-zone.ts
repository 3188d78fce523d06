import { z } from 'zod'
import { withRule } from './rule'
import { conditionSchema, maximumResourceNameLength, type Resource } from './metadata'
import { hostedZoneStates } from './wire-states'

/** As Route 53 gives them out, without `/hostedzone/`. */
export const hostedZoneIdPattern = /^Z[A-Z0-9]{1,31}$/

export const hostedZoneSpecSchema = z.object({
  /** Name of the AwsAccount resource whose account holds the zone. */
  awsAccount: z.string().min(1).max(maximumResourceNameLength),
  /** Id of the zone in AWS. */
  zoneId: withRule(z.string().max(32), {
    holds: (id) => hostedZoneIdPattern.test(id),
    cel: `self.matches('${hostedZoneIdPattern.source}')`,
    message: 'The id of a hosted zone begins with Z and has capital letters and numbers only.',
  }),
})

export const hostedZoneStatusSchema = z.object({
  observedGeneration: z.int(),
  phase: z.enum(hostedZoneStates),
  message: z.string(),
  conditions: z.array(conditionSchema),
  /** As Route 53 has it; absent until it was read. Names are in lower case and have no dot at their end. */
  zone: z.object({ name: z.string(), nameServers: z.array(z.string()), readEpoch: z.int() }).optional(),
  /** When DNS last answered to whom the name is delegated. */
  checkedEpoch: z.int().optional(),
})

export type HostedZoneSpec = z.infer<typeof hostedZoneSpecSchema>
export type HostedZoneStatus = z.infer<typeof hostedZoneStatusSchema>
export type HostedZone = Resource<'HostedZone', HostedZoneSpec, HostedZoneStatus>
