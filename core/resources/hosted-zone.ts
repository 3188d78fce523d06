import { z } from 'zod'
import { withRule } from './rule'
import { maximumResourceNameLength, statusFields, type Resource } from './metadata'
import { hostedZoneStates } from './wire-states'

/** Pattern of Route 53's ids, without `/hostedzone/`. */
export const hostedZoneIdPattern = /^Z[A-Z0-9]{1,31}$/

export const hostedZoneSpecSchema = z.object({
  awsAccount: z
    .string()
    .min(1)
    .max(maximumResourceNameLength)
    .describe('Name of the AwsAccount resource whose account holds the zone.'),
  zoneId: withRule(z.string().max(32), {
    holds: (id) => hostedZoneIdPattern.test(id),
    cel: `self.matches('${hostedZoneIdPattern.source}')`,
    message: 'The id of a hosted zone begins with Z and has capital letters and numbers only.',
  }).describe('Id of the zone in AWS.'),
})

export const hostedZoneStatusSchema = z.object({
  ...statusFields,
  phase: z.enum(hostedZoneStates).describe('Where the zone is between its first look and its removal.'),
  zone: z
    .object({
      name: z.string().describe('Name of the zone.'),
      nameServers: z.array(z.string()).describe('Name servers of the zone.'),
      readEpoch: z.int().describe('When Route 53 was asked.'),
    })
    .optional()
    .describe(
      'As Route 53 has it; absent until it was read. Names are in lower case and have no dot at their end.',
    ),
  checkedEpoch: z.int().optional().describe('When DNS last answered to whom the name is delegated.'),
})

type HostedZoneSpec = z.infer<typeof hostedZoneSpecSchema>
export type HostedZoneStatus = z.infer<typeof hostedZoneStatusSchema>
export type HostedZone = Resource<'HostedZone', HostedZoneSpec, HostedZoneStatus>
