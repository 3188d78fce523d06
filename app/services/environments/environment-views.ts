import { z } from 'zod'
import { byRule, type RuleName, type RuleValue } from '../../../core/deployment/rules'
import {
  choiceNames,
  choiceOf,
  valuesOf,
  type ChoiceName,
  type Choices,
  type ChoiceValue,
} from '../../../core/environment/choices'
import { environmentNews } from '../../../core/news/news-kinds'
import {
  externalNetworkStates,
  hostedZoneLinkStates,
  hostedZoneStates,
  statusTypes,
} from '../../../core/resources/wire-states'
import { cloudRefusalSchema } from '../aws-accounts/cloud-refusal'
import { sleepViewSchema } from './sleep-views'

/** Where the documentation says what to do about the message, as a path of the portal; absent where it does not. */
export const documentationSchema = z.string().optional()

export const protectionSetSchema = z.object({
  result: z.literal('SUCCESS'),
  /** Still true when a second admin has to ask for its end as well. */
  isProtected: z.boolean(),
})

/** Whether deployments wait for the approval of an admin. */
const protectionSchema = z.object({
  isProtected: z.boolean(),
  /** Name of the admin who asked for its end, which another one has to want as well. */
  endRequestedBy: z.string().optional(),
  /** Whether that is the reader. */
  isOwnRequest: z.boolean(),
})

export const environmentStatusViewSchema = z.object({
  statusType: z.enum(statusTypes),
  statusMessage: z.string(),
  /** Present with FAILURE where everything is in service all the same: somebody has to act, and nothing is down. */
  needsAttention: z.literal(true).optional(),
  documentation: documentationSchema,
  isDeleting: z.boolean(),
  /** Present while AWS refuses something and waiting does not help. */
  refusal: cloudRefusalSchema.optional(),
})

/** First what is there or goes, by name; then what is on its way, in its order; then what could be linked, by name. */
export const hostedZoneLinkSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** The zone's name as people read it. */
  displayName: z.string(),
  /** Absent from a zone that the environment has nothing to do with. */
  status: z.enum(hostedZoneLinkStates).optional(),
  /** Absent like `status`; grows with each link. */
  order: z.int().optional(),
  subdomain: z.string().optional(),
  /** End of the environment's names, as people read it; absent like `status`. */
  namesEndIn: z.string().optional(),
  /** State of the zone itself. */
  statusType: z.enum(hostedZoneStates),
  /** The obstacle to its names. */
  message: z.string().optional(),
  documentation: documentationSchema,
})

export const externalNetworkLinkSchema = z.object({
  id: z.string(),
  vpcId: z.string(),
  region: z.string(),
  awsAccountNumber: z.string(),
  /** State of the network itself. */
  statusType: z.enum(externalNetworkStates),
  /** Whether the environment is to be connected with it. */
  isSelected: z.boolean(),
  /** How far that is; absent from a network that the environment has nothing to do with. */
  connection: z.enum(['CONNECTING', 'CONNECTED', 'DISCONNECTING']).optional(),
  /** The obstacle to the connection, or what it lacks. */
  message: z.string().optional(),
  documentation: documentationSchema,
  /** Warning that linking it moves the environment to another range of addresses, with reason and price; absent where it does not. */
  moving: z.string().optional(),
})

const ruleShape = byRule(({ kind }) => (kind === 'number' ? z.int() : z.boolean())) as unknown as {
  [Name in RuleName]: z.ZodType<RuleValue<Name>>
}

const optionShape = {
  selected: z.boolean(),
  /** USD, of instances that were chosen anew under the other choices as they are; absent while that is not planned, and where they cannot be had. */
  instancesPerHour: z.number().optional(),
  /** USD, of the load balancers for the ports that are exposed now, with their addresses and before traffic; of the choice that is about them alone. */
  loadBalancersPerHour: z.number().optional(),
  /** USD, of reading metrics of the ports that are exposed now; of the choice that is about them alone. */
  metricsPerHour: z.number().optional(),
}

/** The values of each choice, under the names that it has in /v1. */
const choiceShape = Object.fromEntries(
  choiceNames.map((name) => {
    const { list, each } = choiceOf(name)
    return [list, z.array(z.object({ [each]: z.enum(valuesOf(name)), ...optionShape }))]
  }),
) as unknown as {
  [Name in ChoiceName as Choices[Name]['list']]: z.ZodArray<
    z.ZodObject<{ [Each in Choices[Name]['each']]: z.ZodType<ChoiceValue<Name>> } & typeof optionShape>
  >
}

export const environmentDetailSchema = z.object({
  id: z.string(),
  name: z.string(),
  awsAccountId: z.string(),
  awsAccountName: z.string(),
  awsAccountNumber: z.string(),
  status: environmentStatusViewSchema,
  ...choiceShape,
  /** When what the strategies cost was planned, at the prices of then; absent while it is not. */
  strategiesPlannedEpoch: z.int().optional(),
  hostedZones: z.array(hostedZoneLinkSchema),
  externalNetworks: z.array(externalNetworkLinkSchema),
  protection: protectionSchema,
  sleep: sleepViewSchema,
  ...ruleShape,
  /** Events that people are mailed about and the team's webhook is told. */
  mailEvents: z.array(z.enum(environmentNews)),
  webhookEvents: z.array(z.enum(environmentNews)),
  /** Of both lists, and of the linked external networks: a write that sends it is refused where somebody changed something since. */
  notificationsRevision: z.string(),
  linkedNetworksRevision: z.string(),
  createdEpoch: z.int(),
})

export const environmentRenamedSchema = z.object({ isDuplicate: z.boolean() })

export type EnvironmentStatusView = z.infer<typeof environmentStatusViewSchema>
export type ChoiceViews = Pick<EnvironmentDetail, Choices[ChoiceName]['list']>
export type EnvironmentDetail = z.infer<typeof environmentDetailSchema>
export type HostedZoneLinkView = z.infer<typeof hostedZoneLinkSchema>
export type ExternalNetworkLinkView = z.infer<typeof externalNetworkLinkSchema>
export type EnvironmentRenamed = z.infer<typeof environmentRenamedSchema>
export type ProtectionSet = z.infer<typeof protectionSetSchema>
