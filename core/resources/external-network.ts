import { z } from 'zod'
import { withRule } from './rule'
import { conditionSchema, maximumResourceNameLength, type Resource } from './metadata'
import { externalNetworkStates } from './wire-states'

export const vpcIdPattern = /^vpc-[0-9a-f]{8,17}$/

export const externalNetworkSpecSchema = z.object({
  /** Name of the AwsAccount resource whose account holds the VPC. */
  awsAccount: z.string().min(1).max(maximumResourceNameLength),
  vpcId: withRule(z.string().max(21), {
    holds: (id) => vpcIdPattern.test(id),
    cel: `self.matches('${vpcIdPattern.source}')`,
    message: 'The id of a VPC is vpc- and up to 17 digits and letters from a to f.',
  }),
  region: z.string().min(1).max(30),
})

export const externalNetworkStatusSchema = z.object({
  observedGeneration: z.int(),
  phase: z.enum(externalNetworkStates),
  message: z.string(),
  conditions: z.array(conditionSchema),
  /** As AWS has it; absent until it was read. */
  vpc: z
    .object({
      /** Its ranges of IPv4 addresses, sorted. */
      cidrs: z.array(z.string()),
      readEpoch: z.int(),
    })
    .optional(),
})

export type ExternalNetworkSpec = z.infer<typeof externalNetworkSpecSchema>
export type ExternalNetworkStatus = z.infer<typeof externalNetworkStatusSchema>
export type ExternalNetwork = Resource<'ExternalNetwork', ExternalNetworkSpec, ExternalNetworkStatus>
