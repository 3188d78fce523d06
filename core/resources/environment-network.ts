import { z } from 'zod'

/**
 * Number of the environment's network that something stands in, counted from 0, which is left out. An environment that moves to another range has two
 * for a while.
 */
export const generationSchema = z
  .int()
  .min(1)
  .optional()
  .describe('Which network of the environment it belongs to, counted over its moves. Absent: the first.')

/** Parts of a network by id; the field of a part is absent until it exists. */
export const networkStatusSchema = z.object({
  generation: generationSchema,
  vpcId: z.string().optional().describe('Id of the VPC.'),
  cidr: z.string().optional().describe('Its range of IPv4 addresses.'),
  rangeClaimedEpoch: z
    .int()
    .optional()
    .describe('When the range was chosen; absent once it is sure that nobody else chose it.'),
  internetGatewayId: z.string().optional().describe('Id of the internet gateway.'),
  routeTableId: z
    .string()
    .optional()
    .describe(
      'Id of the route table that leads the traffic of its subnets to the gateway. Absent from older ones.',
    ),
  subnets: z
    .array(
      z.object({
        id: z.string().describe('Id of the subnet.'),
        zone: z
          .string()
          .describe('Availability zone by its name, which is another place in another account.'),
        zoneId: z
          .string()
          .optional()
          .describe('The zone by its id, which is the same place in every account. Absent from older ones.'),
        cidr: z.string().describe('Its range of IPv4 addresses.'),
      }),
    )
    .describe('One in each availability zone.'),
  instanceSecurityGroupId: z.string().optional().describe('Id of the security group of instances.'),
  loadBalancerSecurityGroupId: z.string().optional().describe('Id of the security group of load balancers.'),
})

/**
 * How far a move to another range is: the network is made; so are load balancers and connections; everything runs in both; names change;
 * they have changed, and caches forget the old ones.
 */
export const movePhases = ['Making', 'Equipping', 'Filling', 'Leading', 'Waiting'] as const

/** The network to which the environment moves, beside the one it has. */
export const nextNetworkSchema = networkStatusSchema.extend({
  phase: z.enum(movePhases).describe('How far the move is.'),
  phaseEpoch: z.int().describe('Since when it is that far.'),
  because: z.string().describe('Which ranges overlap.'),
  told: z
    .array(z.string())
    .optional()
    .describe('Fingerprints of what the log has said of obstacles since then, so that none is said twice.'),
})

/** The network from which the environment moved, or was about to, until nothing of it is left. */
export const formerNetworkSchema = networkStatusSchema.extend({
  absentEpoch: z.int().optional().describe('Since when nothing of it was found any more.'),
  inUse: z
    .object({
      epoch: z.int().describe('Since when.'),
      isSaid: z.literal(true).optional().describe('What uses it was said in the log.'),
    })
    .optional()
    .describe('AWS does not delete it yet, because something uses a part of it.'),
})

/** A connection with an external network, from the decision to make it until it is gone. Written down before anything is done. */
export const peeringStatusSchema = z.object({
  network: z.string().describe('Name of the ExternalNetwork resource.'),
  awsAccount: z.string().describe('Name of the AwsAccount resource whose account holds its VPC.'),
  vpcId: z.string().describe('Id of the external VPC.'),
  ownVpcId: z.string().describe('Of the environment.'),
  ownRange: z.string().describe(`The environment's range, to which the routes in the external network lead.`),
  ranges: z
    .array(z.string())
    .describe('Ranges of the external network, to which routes of the environment lead.'),
  phase: z
    .enum(['Connecting', 'Connected', 'Removing'])
    .describe('Where the connection is between the decision to make it and its end.'),
  peeringId: z.string().optional().describe(`Of AWS's, once it was asked for.`),
  formerIds: z
    .array(z.string())
    .optional()
    .describe('Of connections that are gone, to which routes may lead still.'),
  seenEpoch: z.int().optional().describe('When all of it was last found as it should be.'),
  absentEpoch: z.int().optional().describe('Since when nothing of one that goes was found any more.'),
  message: z.string().optional().describe('What is in its way, or missing.'),
})

export type NetworkStatus = z.infer<typeof networkStatusSchema>
export type NextNetwork = z.infer<typeof nextNetworkSchema>
export type FormerNetwork = z.infer<typeof formerNetworkSchema>
export type PeeringStatus = z.infer<typeof peeringStatusSchema>
