import { isDeepStrictEqual } from 'node:util'
import type { ResourceByKind, StatusOf } from '../../core/resources/kinds'
import type { Condition, ConditionReason, Resource } from '../../core/resources/metadata'
import type { ReconcilerDependencies } from '../reconcile/create-reconciler'
import { setCondition } from '../runtime/conditions'

type ExternalKind = 'HostedZone' | 'ExternalNetwork'

/** The status that follows: what is not said stays. */
export type StatusChange<K extends ExternalKind> = Partial<StatusOf<K>> & {
  phase: StatusOf<K>['phase']
  message: string
  /** Why it is not ready, where the phase alone does not tell. */
  reason?: ConditionReason
}

export const initialExternalStatus = () => ({
  observedGeneration: 0,
  phase: 'INITIAL_SETUP' as const,
  message: '',
  conditions: [] as Condition[],
})

/**
 * Epoch to write for something that was seen as it was: noted once in an interval, because each write wakes whoever watches, the one who
 * wrote it first.
 * @param notedEpoch when the same was noted last
 */
export const epochOfSame = (notedEpoch: number | undefined, intervalSeconds: number, now: number): number =>
  notedEpoch !== undefined && now - notedEpoch < intervalSeconds * 1000 ? notedEpoch : now

/** The condition `Ready` by phase. */
export type ReadyByPhase<K extends ExternalKind> = Record<
  StatusOf<K>['phase'],
  [Condition['status'], ConditionReason]
>

/**
 * Writes the status that follows, unless nothing changes.
 * @throws ConflictError if the resource changed since it was read
 */
export async function writeExternalStatus<K extends ExternalKind>(
  kind: K,
  readyByPhase: ReadyByPhase<K>,
  resource: ResourceByKind[K],
  { store, clock, log }: ReconcilerDependencies,
  { reason: saidReason, ...change }: StatusChange<K>,
): Promise<ResourceByKind[K]> {
  const { metadata, status: stored }: Resource<string, unknown, StatusOf<ExternalKind>> = resource
  const before = stored ?? initialExternalStatus()
  const [status, reason] = readyByPhase[change.phase as StatusOf<K>['phase']]
  const ready = { type: 'Ready', status, reason: saidReason ?? reason, message: change.message }
  const after = {
    ...before,
    ...change,
    observedGeneration: metadata.generation,
    conditions: setCondition(before.conditions, ready, metadata.generation, clock.now()),
  }
  if (isDeepStrictEqual(after, stored)) return resource
  if (after.phase !== stored?.phase)
    log.info({ kind, resource: metadata.name, phase: after.phase }, after.message)
  return store.replaceStatus(kind, resource, after as unknown as StatusOf<K>)
}
