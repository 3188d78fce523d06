import { isDeepStrictEqual } from 'node:util'
import type { Clock } from '../../core/time/clock'
import type { Logger } from '../../core/logging/logger'
import { editedSpecMessage, isAsApplied } from '../../core/resources/fingerprint'
import type { Kind, ResourceByKind, StatusOf } from '../../core/resources/kinds'
import {
  examineAnnotation,
  isAwaitingStatus,
  isExaminationAsked,
  isPaused,
  isToGo,
  type ConditionReason,
  type Resource,
} from '../../core/resources/metadata'
import { findCondition } from '../../core/resources/find-condition'
import { setCondition, type ConditionState } from '../runtime/conditions'
import type { ReconcileResult } from '../runtime/controller-loop'
import { ConflictError, type ResourceStore } from '../store/store'
import { defaultRetryLimits, outcomeOfRefusal, type RetryLimits } from './cloud-refusal'
import { ensureHeld } from './ensure-held'
import { manualEdits, paused, pausedMessage } from './manual-edits'

export interface ReconcilerDependencies {
  store: ResourceStore
  clock: Pick<Clock, 'now'>
  log: Logger
  limits?: Partial<RetryLimits>
}

type Advance = ReconcileResult & { isStillExamining?: boolean }

/** The part of a reconciler that differs from kind to kind. `Related`: the resources that are read, marked and lost together with one of the kind. */
interface Reconciliation<K extends Kind, Related extends Resource> {
  kind: K
  /** The status of a resource that has none yet. */
  initialStatus(resource: ResourceByKind[K]): StatusOf<K>
  readRelated(resource: ResourceByKind[K]): Promise<Related[]>
  /** Names for an operator another record that must be written back before anything is decided. */
  findMissing?(resource: ResourceByKind[K], related: Related[]): string | undefined
  /** Does what must be done all the same while a record is missing. */
  whileMissing?(related: Related[]): Promise<void>
  /**
   * Brings the world one step closer to what the resource asks for. Where an operator asked for an examination it looks at everything
   * afresh, and says if that could not be done to its end.
   */
  advance(resource: ResourceByKind[K], related: Related[]): Promise<Advance>
  /** Takes down what the resource stands for, and drops its finalizer on proof that nothing is left. */
  remove(resource: ResourceByKind[K], related: Related[]): Promise<ReconcileResult>
  /** The resource is gone. */
  forget?(name: string): void
}

type State = ConditionState<ConditionReason>

const reconciled: State = { type: 'Reconciled', status: 'True', reason: 'Ready', message: 'AWS answers.' }

/** The outcome of a refused pass: conditions that were true may still be so; the others get the refusal as their reason. */
function refused(
  { status }: Resource<Kind, unknown, StatusOf<Kind>>,
  reason: ConditionReason,
  message: string,
): State[] {
  const before = findCondition(status?.conditions ?? [], 'Ready')?.status ?? 'Unknown'
  const states: State[] = [{ type: 'Reconciled', status: 'False', reason, message }]
  return before === 'True' ? states : [...states, { type: 'Ready', status: before, reason, message }]
}

const wasRefused = ({ status }: Resource<Kind, unknown, StatusOf<Kind>>) =>
  findCondition(status?.conditions ?? [], reconciled.type)?.status === 'False'

/** Others annotate a resource, the mirror above all, while it is reconciled; then that is done anew, at most so often at once. */
const conflictRetries = 5

/**
 * Reconciles resources of one kind by name: any number of times, one at a time per name. What holds for every kind is done here: nothing is
 * written in the place of what was lost, nothing is done to what is paused or was edited by hand, what costs something is held by a
 * finalizer, and a refusal by the cloud stands in the status.
 */
export function createReconciler<K extends Kind, Related extends Resource>(
  dependencies: ReconcilerDependencies,
  reconciliation: Reconciliation<K, Related>,
): (name: string) => Promise<ReconcileResult> {
  return async (name) => {
    for (let attempt = 1; ; attempt++)
      try {
        return await reconcileOnce(dependencies, reconciliation, name)
      } catch (error) {
        if (!(error instanceof ConflictError) || attempt > conflictRetries) throw error
      }
  }
}

async function reconcileOnce<K extends Kind, Related extends Resource>(
  dependencies: ReconcilerDependencies,
  reconciliation: Reconciliation<K, Related>,
  name: string,
): Promise<ReconcileResult> {
  const { store, log } = dependencies
  const { kind, readRelated, findMissing, whileMissing, advance, remove, forget } = reconciliation
  const limits = { ...defaultRetryLimits, ...dependencies.limits }
  const found = await store.get(kind, name)
  if (!found) {
    forget?.(name)
    return {}
  }
  const related = await readRelated(found)
  // First of all: nothing may be written in the place of what was lost.
  const missing = isAwaitingStatus(found) ? 'its status' : findMissing?.(found, related)
  if (missing !== undefined) {
    log.warn({ kind, resource: name, missing }, 'Waiting for what was lost to be written back')
    await whileMissing?.(related)
    return { requeueAfterSeconds: limits.retrySeconds }
  }
  const record = (resource: ResourceByKind[K], conditions: State[], message?: string) =>
    recordConditions(dependencies, reconciliation, resource, conditions, message)
  const recordIfThere = async (statesOf: (present: ResourceByKind[K]) => State[]) => {
    const present = await store.get(kind, name)
    if (present) await record(present, statesOf(present))
  }
  if (isPaused(found.metadata)) {
    await record(found, paused, pausedMessage)
    return {}
  }
  if (!isAsApplied(found)) {
    log.warn({ kind, resource: name }, editedSpecMessage)
    store.record(found, { reason: 'SpecEdited', message: editedSpecMessage, isWarning: true })
    return { requeueAfterSeconds: limits.retrySeconds }
  }
  const held = await ensureHeld(store, kind, found)
  const resource = await record(held, manualEdits([held, ...related], held.status?.conditions ?? []))
  try {
    const isGoing = isToGo(resource.metadata)
    const { isStillExamining, ...result }: Advance = isGoing
      ? await remove(resource, related)
      : await advance(resource, related)
    if (!isGoing && !isStillExamining && isExaminationAsked(resource.metadata))
      await concludeExamination(store, kind, resource)
    if (wasRefused(resource)) await recordIfThere(() => [reconciled])
    return result
  } catch (error) {
    const outcome = outcomeOfRefusal(error, limits)
    if (outcome.kind === 'ready') return {}
    const { reason, message } = outcome
    if (!outcome.isOurs) await recordIfThere((present) => refused(present, reason, message))
    return { requeueAfterSeconds: outcome.seconds }
  }
}

/** Removes the request to examine a resource, unless it was made again meanwhile. */
async function concludeExamination<K extends Kind>(
  store: ResourceStore,
  kind: K,
  { metadata: { name, annotations } }: ResourceByKind[K],
): Promise<void> {
  const present = await store.get(kind, name)
  if (!present || present.metadata.annotations[examineAnnotation] !== annotations[examineAnnotation]) return
  await store.removeAnnotation(kind, present, examineAnnotation)
  const message = present.status?.message ?? ''
  store.record(present, {
    reason: 'Examined',
    message: `Examined as requested. ${message}`,
    isWarning: false,
  })
}

/** Sets conditions of the status, and its message if there is one; unless they are so already. */
async function recordConditions<K extends Kind, Related extends Resource>(
  { store, clock, log }: ReconcilerDependencies,
  { kind, initialStatus }: Reconciliation<K, Related>,
  resource: ResourceByKind[K],
  states: State[],
  message?: string,
): Promise<ResourceByKind[K]> {
  const { name, generation } = resource.metadata
  const before: StatusOf<K> = resource.status ?? initialStatus(resource)
  const conditions = states.reduce(
    (present, state) => setCondition(present, state, generation, clock.now()),
    before.conditions,
  )
  const after = { ...before, conditions, message: message ?? before.message }
  if (isDeepStrictEqual(after, before)) return resource
  for (const state of states)
    if (state.reason !== findCondition(before.conditions, state.type)?.reason)
      log.warn({ kind, resource: name, condition: state.type }, state.message)
  return store.replaceStatus(kind, resource, after)
}
