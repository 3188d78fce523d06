import { z } from 'zod'
import type { ConfigValue, MayBeNone } from '../../../core/application/config/columns'
import {
  overridable,
  type ConfigField,
  type ConfigFields,
  type OverridableName,
} from '../../../core/application/config/fields'
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
import { markets } from '../../../core/resources/environment'
import {
  deploymentStates,
  externalNetworkStates,
  hostedZoneLinkStates,
  hostedZoneStates,
  statusTypes,
} from '../../../core/resources/wire-states'
import { cloudRefusalSchema } from '../aws-accounts/cloud-refusal'
import { deploymentStateSchema } from '../deployments/deployment-views'
import { awaitedConfigurationSchema } from '../environment-contents/awaited-configuration-views'

const deploymentStatuses = Object.keys(deploymentStates) as (keyof typeof deploymentStates)[]

/** A deployment for the automation that asked for it: enough to wait for it and to say what became of it. */
export const requestedDeploymentSchema = z.object({
  id: z.string(),
  environmentId: z.string(),
  environmentName: z.string(),
  sequence: z.int(),
  status: z.enum(deploymentStatuses),
  /** Whether nothing more will come of it: it is live, was, or never will be. */
  isOver: z.boolean(),
  /** Present step, or the reason of the failure. */
  message: z.string(),
  /** Address of its page in the portal. */
  page: z.string(),
  /** Changes by name. */
  changes: z.array(
    z.object({
      applicationName: z.string(),
      type: z.enum(['add', 'change', 'remove']),
      versionName: z.string().optional(),
      previousVersionName: z.string().optional(),
      /** Names of the differences besides the version, without values. */
      facts: z.array(z.string()),
    }),
  ),
  /** Addresses of the applications that it brings. */
  urls: z.array(z.string()),
  /** Of names of the customer's, those with a star; absent for none. */
  wildcards: z.array(z.string()).optional(),
  /** Names of the customer's that do not lead to them, because somebody else's records have them, each with what is there and what to do. */
  unansweredNames: z.array(z.object({ name: z.string(), message: z.string() })),
  /** USD, of all that the environment has at the moment, before traffic and logs. */
  costPerHour: z.number(),
  /** Present while it is live and SDO undoes it where it gets unhealthy: for how long still. */
  watchSecondsLeft: z.int().optional(),
  /** The deployment that undoes it, once SDO asked for that, and why. */
  undoneBy: z.object({ sequence: z.int(), reason: z.string() }).optional(),
})
export type RequestedDeployment = z.infer<typeof requestedDeploymentSchema>

/** Where the documentation says what to do about the message, as a path of the portal; absent where it does not. */
const documentationSchema = z.string().optional()

/** Environments, as pages and /v1 show them. */
export const environmentListSchema = z.object({
  environments: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      statusType: z.enum(statusTypes),
      statusMessage: z.string(),
      /** Present with FAILURE where everything is in service all the same: somebody has to act, and nothing is down. */
      needsAttention: z.literal(true).optional(),
      documentation: documentationSchema,
      /** Present while AWS refuses something and waiting does not help. */
      refusal: cloudRefusalSchema.optional(),
      awsAccountName: z.string(),
      /** Names of those that are live. */
      applications: z.array(z.string()),
      /** The newest that changed what runs, or is to; absent before there is one. */
      lastDeployment: z
        .object({
          id: z.string(),
          sequence: z.int(),
          state: deploymentStateSchema,
          askedEpoch: z.int(),
          /** Name of the person or integration user; absent where they are gone, or nobody asked. */
          askedBy: z.string().optional(),
          /** Whether somebody wanted it to end before it served. */
          isStopped: z.boolean(),
          /** What it changes, as a sentence. */
          summary: z.string(),
        })
        .optional(),
      /** Of those wanted; a spare counts for none. */
      numHealthy: z.int(),
      /** Number of wanted processes, healthy or not. */
      numProcesses: z.int(),
      /** USD, the bill before traffic and logs. */
      costPerHour: z.number(),
    }),
  ),
})

/** Accounts that may hold environments, also those that are not ready yet: their state says so. */
export const environmentCreateIndexSchema = z.object({
  awsAccounts: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      accountNumber: z.string(),
      statusType: z.string(),
      /** Why AWS would refuse its network, as far as is known; absent while there is room. */
      vpcShortage: z.string().optional(),
    }),
  ),
})

export const environmentCreatedSchema = z.object({
  /** Absent when nothing was created because the warning has to be confirmed first. */
  id: z.string().optional(),
  showFirstEnvironmentDeployWarning: z.boolean(),
})

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
const hostedZoneLinkSchema = z.object({
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

const externalNetworkLinkSchema = z.object({
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
  ...ruleShape,
  /** Events that people are mailed about and the team's webhook is told. */
  mailEvents: z.array(z.enum(environmentNews)),
  webhookEvents: z.array(z.enum(environmentNews)),
  /** Of both lists, and of the linked external networks: a write that sends it is refused where somebody changed something since. */
  notificationsRevision: z.string(),
  linkedNetworksRevision: z.string(),
  createdEpoch: z.int(),
})

const variablesSchema = z.object({
  environmentVariables: z.record(z.string(), z.string()),
  /** Name of a variable to the ARN of the secret that holds its value. */
  secrets: z.record(z.string(), z.string()),
})

type Capacity<Name extends OverridableName> = z.ZodType<ConfigValue<Name>>

const capacityOf = (mayLack: (field: ConfigField) => boolean): Record<string, z.ZodType> =>
  Object.fromEntries(
    overridable.map(([, field]) => {
      const schema = field.kind === 'number' ? z.int() : z.record(z.string(), z.string())
      return [field.wire, mayLack(field) ? schema.optional() : schema]
    }),
  )

const defaultCapacitySchema = z.object({
  ...(capacityOf(({ kind, presence }) => kind === 'number' && presence === 'optional') as {
    [Name in OverridableName as ConfigFields[Name]['wire']]: MayBeNone<Name> extends true
      ? z.ZodOptional<Capacity<Name>>
      : Capacity<Name>
  }),
  /** Names of its variables and secrets, sorted. The configuration of the application has their values. */
  variableNames: z.array(z.string()),
})

/** A number is absent from an override that leaves the default as it is. */
const capacityOverrideSchema = z.object({
  ...(capacityOf(({ kind }) => kind === 'number') as {
    [Name in OverridableName as ConfigFields[Name]['wire']]: ConfigFields[Name]['kind'] extends 'number'
      ? z.ZodOptional<Capacity<Name>>
      : Capacity<Name>
  }),
  ...variablesSchema.shape,
})

const environmentApplicationSchema = z.object({
  applicationId: z.string(),
  name: z.string(),
  defaultConfig: defaultCapacitySchema,
  overrideConfig: capacityOverrideSchema.optional(),
  /** Of the override, also where there is none: a write that sends it is refused where somebody changed something since. */
  revision: z.string(),
  /** Configuration changed since the deployment, which waits for another; absent where none does, or where one was asked for. */
  awaitedConfiguration: awaitedConfigurationSchema.optional(),
})

export const environmentProcessesSchema = z.object({
  deployedApplications: z.array(environmentApplicationSchema),
  undeployedApplications: z.array(environmentApplicationSchema),
  /** Applications of a type that environments cannot run. */
  excludedApplications: z.array(environmentApplicationSchema),
})

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
  instances: z.array(instanceViewSchema.extend({ numProcesses: z.int() })),
  /** USD, the bill before traffic and logs. */
  costPerHour: z.number(),
  bill: billSchema,
})

/** A deployment that a line was logged for, and who asked for that. */
export const loggedDeploymentSchema = z.object({
  id: z.string(),
  sequence: z.int(),
  /** Name of the person or integration user; absent where they are gone, or nobody asked. */
  requestedBy: z.string().optional(),
  requesterKind: z.enum(['human', 'integration']).optional(),
  /** Present where SDO went back by itself. */
  isUndo: z.literal(true).optional(),
})

/** A check for drift that a line was logged for, and who asked for that. */
export const loggedExaminationSchema = z.object({ id: z.string(), requestedBy: z.string() })

export const environmentLogsSchema = z.object({
  /** Oldest first. */
  logs: z.array(
    z.object({
      /** Grows within an environment. */
      id: z.int(),
      createdEpoch: z.int(),
      message: z.string(),
      /** Which line it is, whatever its words are: `deployments.live`. Absent from what was logged before lines had codes. */
      code: z.string().optional(),
      severity: z.enum(['INFO', 'ERROR']),
      /** Trace of the request that the line follows from: that of `traceparent` in its answer. */
      traceId: z.string().optional(),
      deployment: loggedDeploymentSchema.optional(),
      examination: loggedExaminationSchema.optional(),
    }),
  ),
  /** Acts of people on the environment meanwhile, oldest first; none where the log of deployments or errors alone are asked for. */
  acts: z.array(
    z.object({
      id: z.string(),
      createdEpoch: z.int(),
      /** `Ada (ada@example.com) checked for drift.` */
      message: z.string(),
    }),
  ),
  /** Present where the newest lines were asked for, and there may be older ones. */
  hasOlder: z.literal(true).optional(),
})

export const environmentRenamedSchema = z.object({ isDuplicate: z.boolean() })

export type EnvironmentList = z.infer<typeof environmentListSchema>
export type EnvironmentCreateIndex = z.infer<typeof environmentCreateIndexSchema>
export type EnvironmentCreated = z.infer<typeof environmentCreatedSchema>
export type EnvironmentStatusView = z.infer<typeof environmentStatusViewSchema>
export type ChoiceViews = Pick<EnvironmentDetail, Choices[ChoiceName]['list']>
export type EnvironmentDetail = z.infer<typeof environmentDetailSchema>
export type EnvironmentApplication = z.infer<typeof environmentApplicationSchema>
export type EnvironmentProcesses = z.infer<typeof environmentProcessesSchema>
export type HostedZoneLinkView = z.infer<typeof hostedZoneLinkSchema>
export type ExternalNetworkLinkView = z.infer<typeof externalNetworkLinkSchema>
export type EnvironmentResources = z.infer<typeof environmentResourcesSchema>
export type EnvironmentLogs = z.infer<typeof environmentLogsSchema>
export type EnvironmentRenamed = z.infer<typeof environmentRenamedSchema>
export type ProtectionSet = z.infer<typeof protectionSetSchema>
