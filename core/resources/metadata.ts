import { z } from 'zod'
import { parseTraceparent } from '../tracing/trace-context'

export const group = 'sdo.dev'
export const version = 'v1alpha1'
export const apiVersion = `${group}/${version}`
export const cleanupFinalizer = `${group}/cleanup`
/** Stops reconciling one resource. Anything but "false" does: a controller that goes on because of a typing error does harm. */
export const pausedAnnotation = `${group}/paused`
/** Has everything that the resource stands for looked at afresh, once; then the controller removes it. Any value but "false" does. */
export const examineAnnotation = `${group}/examine`
/** Stops replacing what is outdated in one environment, and nothing else. Anything but "running" does. */
export const patchesAnnotation = `${group}/patches`
/** Fingerprint of the spec that the mirror applied last; a spec with another one was edited by hand. */
export const appliedSpecAnnotation = `${group}/applied-spec`
/** Revision of the portal's row that the spec was applied from, or at which it is held: core/resources/revision. */
export const appliedRevisionAnnotation = `${group}/applied-revision`
/** A resource that is marked for deletion goes only with this: the mirror sets it, or an operator who means it. */
export const deletionAllowedAnnotation = `${group}/allow-deletion`
/** Highest event sequence that has reached Postgres; older events may be dropped from the status. */
export const mirroredEventsAnnotation = `${group}/mirrored-events`
export const teamLabel = `${group}/team`
export const environmentLabel = `${group}/environment`
/** Says of a deployment that it is to end before it serves, and who wants that. It is beside the spec, which never changes. */
export const stopAnnotation = `${group}/stop`
/** The trace of the request that asked for it, as in the header `traceparent`. Beside the spec, because nothing is done by it. */
export const traceparentAnnotation = `${group}/traceparent`
/** On an environment: the trace of the request that asked for its last examination. Beside the spec as well. */
export const examineTraceparentAnnotation = `${group}/examine-traceparent`
/** On an Event of Kubernetes: the trace of the request that it follows from, 32 digits in hex. */
export const traceIdAnnotation = `${group}/trace-id`
/** On what Postgres has a status of. A label and no annotation, because it must be there from the resource's first moment. */
export const recordedLabel = `${group}/recorded`

/** A name is also the value of labels, which have at most so many characters. */
export const maximumResourceNameLength = 63
export const resourceNameMessage = `A name has at most ${maximumResourceNameLength} characters, because labels carry it.`

export interface Metadata {
  name: string
  uid: string
  /** Opaque; changes at every write. */
  resourceVersion: string
  /** Counts changes of the spec. */
  generation: number
  creationTimestamp: string
  /** Set once deletion was asked for; the resource goes when its last finalizer is removed. */
  deletionTimestamp?: string
  finalizers: string[]
  labels: Record<string, string>
  annotations: Record<string, string>
}

export interface Resource<Kind extends string = string, Spec = unknown, Status = unknown> {
  kind: Kind
  metadata: Metadata
  spec: Spec
  /** Absent until the reconciler wrote it for the first time. */
  status?: Status
}

/** Whether the resource was lost and made again, and has yet to get the status back that Postgres has of it. */
export const isAwaitingStatus = ({ metadata, status }: Resource): boolean =>
  status === undefined && recordedLabel in metadata.labels

const isSaid = (value: string | undefined): boolean =>
  value !== undefined && value.trim().toLowerCase() !== 'false'

export const isPaused = ({ annotations }: Pick<Metadata, 'annotations'>): boolean =>
  isSaid(annotations[pausedAnnotation])

/** Whether an operator asked for an examination that was not made yet. */
export const isExaminationAsked = ({ annotations }: Pick<Metadata, 'annotations'>): boolean =>
  isSaid(annotations[examineAnnotation])

export const arePatchesPaused = ({ annotations }: Pick<Metadata, 'annotations'>): boolean => {
  const value = annotations[patchesAnnotation]
  return value !== undefined && value.trim().toLowerCase() !== 'running'
}

/** The trace of the request that asked for the resource; undefined where no request did. */
export const traceIdOf = ({ annotations }: Pick<Metadata, 'annotations'>): string | undefined =>
  parseTraceparent(annotations[traceparentAnnotation])?.traceId

/** The trace of the request that asked for the last examination of an environment. */
export const examineTraceIdOf = ({ annotations }: Pick<Metadata, 'annotations'>): string | undefined =>
  parseTraceparent(annotations[examineTraceparentAnnotation])?.traceId

/** Whether the resource is to go. A mark for deletion alone may be a slip: it is heeded when somebody allowed it as well. */
export const isToGo = ({ deletionTimestamp, annotations }: Metadata): boolean =>
  deletionTimestamp !== undefined && annotations[deletionAllowedAnnotation] === 'true'

/** Whether somebody marked the resource for deletion who was not asked to. It cannot be unmarked, and lives on. */
export const isMarkedByHand = (metadata: Metadata): boolean =>
  metadata.deletionTimestamp !== undefined && !isToGo(metadata)

/** Whether the resource stays after its deletion was asked for, until what it stands for is gone. */
export const isHeld = ({ finalizers }: Pick<Metadata, 'finalizers'>): boolean =>
  finalizers.includes(cleanupFinalizer)

/** Why a condition is what it is. Closed, so that an operator can alert on it. */
export const conditionReasons = [
  'Ready',
  'Working',
  'AccessDenied',
  'RolesDiffer',
  'DelegationDiffers',
  'NameTaken',
  'RangesOverlap',
  'AccountNotReady',
  'NotFound',
  'QuotaExceeded',
  'InsufficientCapacity',
  'Throttled',
  'AgentUnreachable',
  'ProcessUnhealthy',
  'Unplaceable',
  'DependencyViolation',
  'Deleting',
  'DeletionNotRequested',
  'Paused',
  'Stopped',
  'Failed',
  'Replaced',
  'CloudError',
  'InternalError',
] as const

export type ConditionReason = (typeof conditionReasons)[number]

/** Why AWS does not do what it is asked for, where no retry of ours helps. */
export const refusalReasons = [
  'AccessDenied',
  'AccountNotReady',
  'QuotaExceeded',
  'CloudError',
] as const satisfies readonly ConditionReason[]

const conditionSchema = z.object({
  type: z.string().describe('What it is about.'),
  status: z.enum(['True', 'False', 'Unknown']).describe('True, False, or Unknown.'),
  reason: z.enum(conditionReasons).describe('Why, in one word of a fixed list.'),
  message: z.string().describe('Why, and what the reader can do.'),
  lastTransitionTime: z.string().describe('When the status became what it is.'),
  observedGeneration: z.int().describe('The metadata.generation that it was judged by.'),
})

export type Condition = z.infer<typeof conditionSchema>

/** Fields that the status of every kind has. */
export const statusFields = {
  observedGeneration: z.int().describe('The metadata.generation that the status answers.'),
  message: z.string().describe('How it is, in a sentence, and what the reader can do.'),
  conditions: z
    .array(conditionSchema)
    .describe('What is to be known of it, each with its reason. Ready is the sum of all.'),
}
