import type { Model, ModelStatic } from 'sequelize'
import { differingFields, fingerprintOf, isAsApplied } from '../../core/resources/fingerprint'
import type { Kind, ResourceByKind } from '../../core/resources/kinds'
import {
  appliedRevisionAnnotation,
  appliedSpecAnnotation,
  type Resource,
} from '../../core/resources/metadata'
import { validateSpec } from '../store/validate-resource'
import type { SpecWrite } from '../store/store'
import type { MirrorDependencies } from './dependencies'
import { appliedAt, heldAt, revisionStateOf } from './revision'
import { isPending, type MirroredRow } from '../../db/desired-revision'

/**
 * Applies what `row` says if the resource does not exist or says something else. If people did not change the row, somebody edited the
 * resource, which is said in the log: people change things in the portal, and what is not written there is not kept. A row that is older
 * than the resource came out of a backup, and its settings are not put in the place of those that people made since.
 */
export async function ensureApplied<K extends Kind, Row extends Model & MirroredRow & { id: string }>(
  dependencies: MirrorDependencies,
  kind: K,
  {
    model,
    row,
    present,
    write,
  }: {
    model: ModelStatic<Row>
    row: Row
    present: ResourceByKind[K] | undefined
    write: SpecWrite<K>
  },
): Promise<ResourceByKind[K]> {
  const { store, log } = dependencies
  const drift = present ? driftOf(kind, present, write) : []
  if (present && drift.length === 0) {
    // Applied by a release that did not say it.
    if (!(appliedRevisionAnnotation in present.metadata.annotations))
      return annotated(dependencies, kind, present, appliedAt(row.desiredRevision))
    return present
  }
  if (present && (await holds(dependencies, kind, row, present, drift))) return present
  if (present && !isPending(row)) {
    // What differs because people change the row at this very moment comes again by itself.
    if (isPending((await model.findByPk(row.id)) ?? row)) return present
    log.warn(
      { kind, resource: row.id, fields: drift },
      'The resource was edited by hand. What the portal says is restored.',
    )
    store.record(present, {
      reason: 'SpecRestored',
      message: `${drift.join(', ')} was edited by hand. What the portal says is restored: change it there.`,
      isWarning: true,
    })
  }
  return store.apply(kind, {
    ...write,
    annotations: { ...write.annotations, ...appliedAt(row.desiredRevision) },
  })
}

async function annotated<K extends Kind>(
  { store }: MirrorDependencies,
  kind: K,
  present: ResourceByKind[K],
  annotations: Record<string, string>,
): Promise<ResourceByKind[K]> {
  const { name } = present.metadata
  await store.annotate(kind, name, annotations)
  return (await store.get(kind, name)) ?? present
}

/** Whether the spec stays, because `row` is older than it and nobody changed it since. Nothing is acted on that was edited by hand, so that goes. */
async function holds<K extends Kind>(
  { store, log }: MirrorDependencies,
  kind: K,
  { id, desiredRevision }: MirroredRow & { id: string },
  present: ResourceByKind[K],
  drift: string[],
): Promise<boolean> {
  const state = isAsApplied(present) ? revisionStateOf(present.metadata, desiredRevision) : 'current'
  if (state !== 'gone-back') return state === 'held'
  const message = `The portal's database is older than this resource, as after a restore. ${drift.join(', ')} stays as it is until somebody changes something of it in the portal, or the annotation ${appliedRevisionAnnotation} is removed.`
  log.warn({ kind, resource: id, fields: drift }, message)
  store.record(present, { reason: 'PortalWentBack', message, isWarning: true })
  await store.annotate(kind, id, heldAt(desiredRevision))
  return true
}

/**
 * Fields that are not as they were written, the fingerprint included: what does not carry its own is not acted on. Labels and other
 * annotations of others are none of our concern.
 */
function driftOf<K extends Kind>(
  kind: K,
  { metadata, spec }: ResourceByKind[K],
  write: SpecWrite<K>,
): string[] {
  const wanted = validateSpec(kind, write.name, write.spec)
  const labels = Object.entries(write.labels).filter(([label, value]) => metadata.labels[label] !== value)
  const isMarked = metadata.annotations[appliedSpecAnnotation] === fingerprintOf(wanted)
  return [
    ...differingFields(spec, wanted, 'spec'),
    ...labels.map(([label]) => `metadata.labels.${label}`),
    ...(isMarked ? [] : [`metadata.annotations.${appliedSpecAnnotation}`]),
  ]
}

/** Whether the status of `resource` is about its present spec, and not about what it was before the last change. */
export const isObserved = (resource: Resource<string, unknown, { observedGeneration: number }>): boolean =>
  resource.status?.observedGeneration === resource.metadata.generation
