import { z } from 'zod'
import { deploymentStates } from '../../../core/resources/wire-states'
import { applicationSpecSchema } from '../../../core/resources/application'
import { nextCursorSchema } from '../answers/pages'
import { roleProblemSchema } from '../environment-contents/role-problems'
import { deploymentKinds } from '../../../core/deployment/deployment-state'
import { changeEffectsShape, priceDifferenceSchema } from './change-effects-views'
import { differenceSchema } from './difference-views'
import {
  deploymentProcessSchema,
  deploymentStepSchema,
  progressSchema,
  timelineSchema,
} from './progress-views'
import { usageComparisonSchema } from './usage-comparison-views'

export const deploymentStateSchema = z.literal(Object.values(deploymentStates))

/** Deployments, as pages and /v1 show them. */
export const patchedSchema = z.object({
  /** Absent when nothing was queued because the warning has to be confirmed first. */
  result: z.literal('SUCCESS').optional(),
  /** Id of the deployment. */
  id: z.string().optional(),
  /** Present where an admin has to let it through first. */
  awaitsApproval: z.literal(true).optional(),
  /** Whether nothing was queued because somebody has to confirm the cost first, with `firstDeployWarningApproved`. */
  showFirstDeployWarning: z.boolean(),
  /** USD an hour at most, before and after: present with the warning where the step is what has to be confirmed. */
  costStep: priceDifferenceSchema.optional(),
  ...changeEffectsShape,
})

export const promotedSchema = patchedSchema.extend({
  /** `STATE_MISSMATCH` when the source has changed since it was looked at, and nothing was queued. */
  result: z.enum(['SUCCESS', 'STATE_MISSMATCH']).optional(),
})

export const revertedSchema = promotedSchema

export const approvedSchema = z.object({
  /** `STATE_MISSMATCH` when it would change something else than when it was looked at; it goes on waiting. */
  result: z.enum(['SUCCESS', 'STATE_MISSMATCH']),
})

export const revertViewSchema = z.object({
  environmentId: z.string(),
  environmentName: z.string(),
  /** The snapshot that it would go back to. */
  environmentVersionId: z.string(),
  /** To be sent as `expectedEnvironmentVersionState`: it changes with everything that the environment runs or is asked for. */
  environmentVersionsState: z.string(),
  /** Number of the deployment that brought it. */
  sequence: z.int(),
  createdEpoch: z.int(),
  /** From what the environment runs, or is about to. */
  difference: differenceSchema,
  ...changeEffectsShape,
  /** The same, present where it has to be confirmed with `firstDeployWarningApproved`. */
  costStep: priceDifferenceSchema.optional(),
  /** Whether overrides and Spot strategy are known as they were; else they stay as they are. */
  hasSettings: z.boolean(),
  /** Why it can not be done. */
  refusal: z.string().optional(),
  /** USD, of the instances that run now; absent while nobody has looked. What it will be is known when everything has its place. */
  costPerHour: z.number().optional(),
})

/** An environment with live applications, and what promoting it would do. */
const promoteCandidateSchema = z.object({
  /** The snapshot that the environment runs. */
  environmentVersionId: z.string(),
  environmentId: z.string(),
  environmentName: z.string(),
  awsAccountName: z.string(),
  /** Whether the target is in another AWS account. */
  isOtherAccount: z.boolean(),
  applications: z.array(z.object({ applicationName: z.string(), versionName: z.string() })),
  /** The change of a promotion to what the target runs or is about to: the source's versions, as they are configured now. */
  difference: differenceSchema,
  /** Of the one that is chosen, or the only one; the cost also where it stays the same. */
  ...changeEffectsShape,
  /** The same, present where it has to be confirmed with `firstDeployWarningApproved`. */
  costStep: priceDifferenceSchema.optional(),
})

export const promoteViewSchema = z.object({
  /** Id of the target, as the name is the target's. */
  environmentId: z.string(),
  environmentName: z.string(),
  /** State of all candidates, to be sent as `expectedEnvironmentVersionState`: none but a change of the chosen one matters. */
  environmentVersionsState: z.string(),
  /** By name. */
  promoteCandidates: z.array(promoteCandidateSchema),
})

const patchApplicationSchema = z.object({
  applicationId: z.string(),
  applicationName: z.string(),
  liveVersionName: z.string().optional(),
  /** Digest of the image that the live version runs, wherever its tag may have moved. */
  liveImageDigest: z.string().optional(),
  deployingVersionName: z.string().optional(),
  queuedVersionName: z.string().optional(),
  queuedRemoval: z.boolean(),
  /** How many load balancers deploying it adds, one for each port that has none here yet. */
  numNewLoadBalancers: z.int(),
  /** USD an hour, without traffic, of those. */
  newLoadBalancersPerHour: z.number(),
  /** What is known to be wrong with the roles that it would have here. */
  roleProblems: z.array(roleProblemSchema),
  /** The newest that can be deployed; older ones are in the list of versions. */
  versions: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      createdEpoch: z.int(),
      /** Where what it was built from can be read; absent where nobody said. */
      sourceUrl: z.string().optional(),
      /** Where its last deployment to this environment ended badly and it is not live: how, and the number of that deployment. */
      trouble: z.object({ type: z.enum(['failed', 'undone']), sequence: z.int() }).optional(),
    }),
  ),
})

export const patchViewSchema = z.object({
  environmentId: z.string(),
  environmentName: z.string(),
  /** Running, on their way, or queued to run. */
  deployedApplications: z.array(patchApplicationSchema),
  undeployedApplications: z.array(patchApplicationSchema),
})

const deploymentChangeViewSchema = z.object({
  type: z.enum(['add', 'change', 'remove']),
  applicationId: z.string(),
  applicationName: z.string(),
  versionName: z.string().optional(),
  /** Of the image; absent with the version, and where nobody knows it any more. */
  versionTag: z.string().optional(),
  /** Version of the application that ran before, or is about to; absent if none. */
  previousVersionName: z.string().optional(),
})

const deploymentSchema = z.object({
  id: z.string(),
  sequence: z.int(),
  state: deploymentStateSchema,
  kind: z.enum(deploymentKinds),
  message: z.string(),
  changes: z.array(deploymentChangeViewSchema),
  /** Why it is, where nobody asked for it; of a change of settings, what it is. */
  reason: z.string().optional(),
  /** Number of the deployment that it goes back to, retries or undoes; absent where that is no longer kept. */
  aboutSequence: z.int().optional(),
  /** Number of the deployment that undid it, where it was undone by itself after it was live. */
  undoneBySequence: z.int().optional(),
  /** Name of the person who stopped it. */
  stoppedBy: z.string().optional(),
  /** Id of the newer automatic deployment that took its place while it waited. */
  supersededBy: z.string().optional(),
  /** The admin who approved it, where it needed that, and when; or who declined it. */
  approvedBy: z.string().optional(),
  approvedEpoch: z.int().optional(),
  declinedBy: z.string().optional(),
  /** Whether the environment can be brought back to it. */
  isRevertible: z.boolean(),
  /** Name that the source had, where it was a promotion. */
  promotedFrom: z.string().optional(),
  /** Name of the person or integration user who asked for it; absent where they are gone. */
  requestedBy: z.string().optional(),
  requesterKind: z.enum(['human', 'integration']).optional(),
  /** IP address that it was asked for from. */
  requestedFrom: z.string().optional(),
  environmentVersionId: z.string().optional(),
  createdEpoch: z.int(),
  startedEpoch: z.int().optional(),
  finishedEpoch: z.int().optional(),
})

/** Newest first. */
export const environmentDeploymentsSchema = z.object({
  deployments: z.array(deploymentSchema),
  nextCursor: nextCursorSchema,
  /** The cursor of the part with newer ones; null at the beginning. */
  previousCursor: z.string().nullable(),
})

/** A deployment that waits for approval, with what there is to approve. */
const approvalSchema = z.object({
  /** To be sent as `expectedEnvironmentVersionState`: it changes with what the deployment would change. */
  environmentVersionsState: z.string(),
  /** Whether the reader may decline it, and approve it: another admin than whoever asked. */
  canDecline: z.boolean(),
  canApprove: z.boolean(),
  /** Why an admin may not approve it. */
  whyNot: z.string().optional(),
  /** Images that it brings of which no digest is known: approved like that, what runs is what their tags mean when they are pulled. */
  unresolvedImages: z.array(
    z.object({
      applicationName: z.string(),
      image: z.string(),
      tag: z.string(),
      /** Why, for people; absent while it is being looked up. */
      message: z.string().optional(),
    }),
  ),
})

/** A deployment, with its changes. */
export const deploymentViewSchema = z.object({
  environmentId: z.string(),
  environmentName: z.string(),
  deployment: deploymentSchema,
  /** From what ran before it. */
  difference: differenceSchema,
  ...changeEffectsShape,
  /** Present while it is under way: what the controller said last. */
  progress: progressSchema.optional(),
  approval: approvalSchema.optional(),
  timeline: timelineSchema,
  /** In their order, those that there is need of; of a deployment that has not begun, its turn alone. */
  steps: z.array(deploymentStepSchema),
  /** Processes of a deployment that is under way or live; a hundred of them at most. */
  processes: z.array(deploymentProcessSchema),
  /** How many there are. */
  numProcesses: z.int(),
  /** How long deployments here take from their start to Live, in milliseconds; absent after too few. */
  typicalMilliseconds: z.int().optional(),
  /** The last lines of the process that failed it, oldest first. */
  output: z.array(z.string()),
  /** Where what its versions were built from can be read, for those that were declared with it. */
  sources: z.array(z.object({ applicationId: z.string(), versionName: z.string(), sourceUrl: z.string() })),
  /** What is known to be wrong with the roles of the applications that it changes, while it waits, is under way or serves. */
  roleProblems: z.array(roleProblemSchema),
  /** Number of the one that is live. */
  liveSequence: z.int().optional(),
  /** The deployment that was live before the present one, to go back to. */
  earlier: z.object({ sequence: z.int(), environmentVersionId: z.string() }).optional(),
  /** The deployment that undid it by itself, and why. */
  undoneBy: z.object({ sequence: z.int(), reason: z.string() }).optional(),
  /** What the applications that it brought used in the hour before it began and in the one after it became live. */
  usage: z.array(usageComparisonSchema),
})

/** A snapshot of what an environment runs or ran. */
export const environmentVersionSchema = z.object({
  /** Absent, with its companions, while nothing has ever been deployed. */
  environmentVersionId: z.string().optional(),
  number: z.int().optional(),
  createdEpoch: z.int().optional(),
  state: deploymentStateSchema.optional(),
  environmentName: z.string(),
  /** With the digest of the image where it was approved, or while the version is among what the environment runs. */
  applications: z.array(applicationSpecSchema.extend({ imageDigest: z.string().optional() })),
})

export type DeploymentView = z.infer<typeof deploymentViewSchema>
export type Patched = z.infer<typeof patchedSchema>
export type Promoted = z.infer<typeof promotedSchema>
export type Approved = z.infer<typeof approvedSchema>
export type Reverted = z.infer<typeof revertedSchema>
export type RevertView = z.infer<typeof revertViewSchema>
export type PromoteView = z.infer<typeof promoteViewSchema>
export type PatchApplication = z.infer<typeof patchApplicationSchema>
export type PatchView = z.infer<typeof patchViewSchema>
export type EnvironmentDeployments = z.infer<typeof environmentDeploymentsSchema>
/** The deployments of an environment, as the portal lists them. */
export interface DeploymentHistory {
  /** Newest first. */
  deployments: EnvironmentDeployments['deployments']
  /** How many wait that are not among them. */
  numWaiting: number
}
export type EnvironmentVersionView = z.infer<typeof environmentVersionSchema>
