import { z } from 'zod'
import { withRule } from './rule'
import { maximumResourceNameLength, statusFields, type Resource } from './metadata'
import { externalNetworkStates } from './wire-states'

export const vpcIdPattern = /^vpc-[0-9a-f]{8,17}$/

export const externalNetworkSpecSchema = z.object({
  awsAccount: z
    .string()
    .min(1)
    .max(maximumResourceNameLength)
    .describe('Name of the AwsAccount resource whose account holds the VPC.'),
  vpcId: withRule(z.string().max(21), {
    holds: (id) => vpcIdPattern.test(id),
    cel: `self.matches('${vpcIdPattern.source}')`,
    message: 'The id of a VPC is vpc- and up to 17 digits and letters from a to f.',
  }).describe('Id of the VPC in AWS.'),
  region: z.string().min(1).max(30).describe('Region of the VPC.'),
})

export const externalNetworkStatusSchema = z.object({
  ...statusFields,
  phase: z
    .enum(externalNetworkStates)
    .describe('Where the network is between its first look and its removal.'),
  vpc: z
    .object({
      cidrs: z.array(z.string()).describe('Its ranges of IPv4 addresses, sorted.'),
      readEpoch: z.int().describe('When AWS was asked.'),
    })
    .optional()
    .describe('As AWS has it; absent until it was read.'),
})

type ExternalNetworkSpec = z.infer<typeof externalNetworkSpecSchema>
export type ExternalNetworkStatus = z.infer<typeof externalNetworkStatusSchema>
export type ExternalNetwork = Resource<'ExternalNetwork', ExternalNetworkSpec, ExternalNetworkStatus>
