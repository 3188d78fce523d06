import { z } from 'zod'
import { valuesOf, type ChoiceValue } from '../environment/choices'
import { subdomainSchema } from './application'
import { generationSchema } from './environment-network'
import { conditionReasons, maximumResourceNameLength } from './metadata'

/** A zone in which the environment is to have its names. */
export const hostedZoneLinkSchema = z.object({
  order: z.int().min(1).describe('Grows by every link that somebody asks for: the last one is to stay.'),
  hostedZone: z.string().min(1).max(maximumResourceNameLength).describe('Name of the HostedZone resource.'),
  subdomain: subdomainSchema
    .optional()
    .describe('What comes between the subdomain of a port and the name of the zone. Absent: nothing.'),
})

/** A public name of AWS's own, and the zone of AWS's that holds it. */
const aliasTargetSchema = z.object({
  dnsName: z.string().describe('The name.'),
  zoneId: z.string().describe('Id of the zone.'),
})

/** A name of ours in a zone, from the decision to make it until it is gone. Written down before anything is done to the zone. */
const dnsRecordStatusSchema = z.object({
  hostedZone: z.string().describe('Name of the HostedZone resource.'),
  name: z.string().describe('The name.'),
  applicationId: z.string().describe('Id of the application that it leads to.'),
  port: z.int().describe('Port of the application that it leads to.'),
  target: aliasTargetSchema.describe('What it leads to: the load balancer.'),
  phase: z
    .enum(['Creating', 'Present', 'Removing', 'Taken'])
    .describe(
      'Where the name is between the decision to make it and its end. Taken: a record of somebody else has the name.',
    ),
  former: aliasTargetSchema.optional().describe('What it led to until now, in whose place the target comes.'),
  changeId: z.string().optional().describe(`Of AWS's, until every name server knows it.`),
  seenEpoch: z.int().optional().describe('When the zone was found with it, or changed.'),
  message: z.string().optional().describe('What is there instead of it.'),
})

export const dnsStatusSchema = z.object({
  associated: hostedZoneLinkSchema.optional().describe('Whose names all are there.'),
  inProgress: hostedZoneLinkSchema.optional().describe('Whose names are being made.'),
  records: z.array(dnsRecordStatusSchema).describe('Names of ours in hosted zones.'),
})

/** A record by which AWS is shown that the names of a certificate are ours. */
const validationStatusSchema = z.object({
  name: z.string().describe('Name of the record.'),
  value: z.string().describe('Value of the record.'),
  phase: z
    .enum(['Creating', 'Present', 'Foreign', 'Taken', 'Removing'])
    .describe(
      `Foreign: somebody else's says the same, and is left. Taken: somebody else's says something else.`,
    ),
  seenEpoch: z.int().optional().describe('When the zone was found with it, or changed.'),
})

/** A certificate for the names of a link, from the decision to have it until nothing of it is left. */
export const certificateStatusSchema = z.object({
  hostedZone: z.string().describe('Name of the HostedZone resource that validates it.'),
  wildcard: z
    .string()
    .describe('The name that it is for, or the wildcard of those below: `*.staging.example.com`.'),
  domainNames: z.array(z.string()).describe('All names that it is for.'),
  token: z.string().describe('A request that is repeated with it gives the same certificate.'),
  phase: z
    .enum(['Requesting', 'Validating', 'Issued', 'Refused', 'Removing'])
    .describe('Where the certificate is between the decision to have it and its end.'),
  sinceEpoch: z.int().describe('Since when it is in its phase.'),
  certificateId: z.string().optional().describe('Id of the certificate in AWS, once it was requested.'),
  validations: z
    .array(validationStatusSchema)
    .describe('Records by which AWS is shown that the names are ours.'),
  expiresEpoch: z.int().optional().describe('When it expires; AWS renews it before.'),
  refusals: z.int().optional().describe('How often AWS refused it in a row, and why it did last.'),
  message: z.string().optional().describe('What is in its way.'),
  reason: z.enum(conditionReasons).optional().describe('Why AWS refused it last, in one word.'),
})

/** How a load balancer comes to answer on HTTPS. */
const httpsStatusSchema = z.object({
  loadBalancerId: z.string().describe('Id of the load balancer.'),
  phase: z
    .enum(['Opening', 'Open', 'Closing'])
    .describe('Whether it is coming to answer on HTTPS, does, or is ceasing to.'),
  certificateIds: z.array(z.string()).describe('What it shows, or is to show.'),
  url: z.string().optional().describe('Address on HTTPS.'),
})

export const loadBalancerStatusSchema = z.object({
  applicationId: z.string().describe('Id of the application that it leads to.'),
  port: z.int().describe('Port of the application that it leads to.'),
  generation: generationSchema,
  listenerPort: z
    .int()
    .optional()
    .describe(
      'Port at which the shared load balancer answers for it. Absent: it has a load balancer of its own.',
    ),
  loadBalancerId: z.string().optional().describe('Id of the load balancer in AWS. Absent: not made yet.'),
  targetGroupId: z.string().optional().describe('Id of its target group in AWS. Absent: not made yet.'),
  healthCheck: z
    .object({
      path: z.string().describe('Path that is asked for.'),
      statuses: z.string().describe('Statuses that are healthy, such as 200-299.'),
      intervalSeconds: z.int().describe('Seconds between two questions.'),
    })
    .optional()
    .describe('How it asks processes whether they are well. Absent: as by default.'),
  url: z.string().optional().describe('Address on HTTP.'),
  alias: aliasTargetSchema.optional().describe('What a record that leads to it says.'),
  hosts: z
    .array(
      z.object({
        name: z.string().describe('The name.'),
        unneededEpoch: z
          .int()
          .optional()
          .describe('Since when nothing leads there by it. Absent: something does.'),
      }),
    )
    .optional()
    .describe('Names by which the shared load balancer knows requests for it. Absent: none.'),
  https: httpsStatusSchema.optional().describe('How it comes to answer on HTTPS. Absent: it does not.'),
})

export const loadBalancings = valuesOf('loadBalancing')
export type LoadBalancing = ChoiceValue<'loadBalancing'>

/** Which load balancers an environment has: one for each port that is exposed, or one that all of them share. */
export const balancingStatusSchema = z.object({
  present: z.enum(loadBalancings).describe('What people are sent to, but for a change under way.'),
  next: z
    .object({
      kind: z.enum(loadBalancings).describe('What people are to be sent to.'),
      phase: z
        .enum(['Making', 'Leading', 'Waiting'])
        .describe(
          'Making: it comes to serve beside what is there. Leading: people are sent to it. Waiting: until nobody knows the former addresses.',
        ),
      phaseEpoch: z.int().describe('When it came to that.'),
    })
    .optional()
    .describe('A change from one to the other. Absent: none.'),
  renewed: z
    .array(
      z.object({
        applicationId: z.string().describe('Id of the application in the portal.'),
        epoch: z.int().describe('When addresses that its processes were told changed.'),
      }),
    )
    .optional()
    .describe('Applications whose processes are started anew, because they were told addresses that end.'),
})

export type BalancingStatus = z.infer<typeof balancingStatusSchema>
export type HostedZoneLink = z.infer<typeof hostedZoneLinkSchema>
export type DnsStatus = z.infer<typeof dnsStatusSchema>
export type DnsRecordStatus = z.infer<typeof dnsRecordStatusSchema>
export type CertificateStatus = z.infer<typeof certificateStatusSchema>
export type ValidationStatus = z.infer<typeof validationStatusSchema>
export type HttpsStatus = z.infer<typeof httpsStatusSchema>
export type LoadBalancerStatus = z.infer<typeof loadBalancerStatusSchema>
