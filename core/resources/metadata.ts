import { z } from 'zod'

export const group = 'sdo.dev'
export const version = 'v1alpha1'
export const apiVersion = `${group}/${version}`
export const cleanupFinalizer = `${group}/cleanup`
export const pausedAnnotation = `${group}/paused`
/** Highest event sequence that has reached Postgres; older events may be dropped from the status. */
export const mirroredEventsAnnotation = `${group}/mirrored-events`
export const teamLabel = `${group}/team`
export const environmentLabel = `${group}/environment`

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

/** Why a condition is what it is. Closed, so that an operator can alert on it. */
export const conditionReasons = [
  'Ready',
  'Working',
  'AccessDenied',
  'RolesDiffer',
  'AccountNotReady',
  'QuotaExceeded',
  'InsufficientCapacity',
  'Throttled',
  'AgentUnreachable',
  'ProcessUnhealthy',
  'Unplaceable',
  'DependencyViolation',
  'Deleting',
  'CloudError',
  'InternalError',
] as const

export type ConditionReason = (typeof conditionReasons)[number]

export const conditionSchema = z.object({
  type: z.string(),
  status: z.enum(['True', 'False', 'Unknown']),
  reason: z.enum(conditionReasons),
  message: z.string(),
  lastTransitionTime: z.string(),
  observedGeneration: z.int(),
})

export type Condition = z.infer<typeof conditionSchema>
