import { appliedRevisionAnnotation, type Metadata } from '../../core/resources/metadata'

const held = 'held-at-'

/** Annotations of a spec that is applied from a row of this revision. */
export const appliedAt = (revision: string): Record<string, string> => ({
  [appliedRevisionAnnotation]: revision,
})

/** Annotations of a spec that stays although the portal says something else, until its row is beyond this revision. */
export const heldAt = (revision: string): Record<string, string> => ({
  [appliedRevisionAnnotation]: `${held}${revision}`,
})

type RevisionState = 'current' | 'gone-back' | 'held'

/**
 * How a row of `revision` stands to the spec of its resource. Revisions only grow, so a row that is older than what was applied from it came
 * out of a backup: `gone-back` when that is found, and `held` from then on, until somebody changes the row. Without the annotation nothing
 * is known, and the row is right.
 */
export function revisionStateOf(
  { annotations }: Pick<Metadata, 'annotations'>,
  revision: string,
): RevisionState {
  const applied = annotations[appliedRevisionAnnotation]
  const number = toNumber(applied?.startsWith(held) ? applied.slice(held.length) : applied)
  if (applied === undefined || number === undefined) return 'current'
  if (BigInt(revision) < number) return 'gone-back'
  return applied.startsWith(held) && BigInt(revision) === number ? 'held' : 'current'
}

const toNumber = (text: string | undefined): bigint | undefined =>
  text !== undefined && /^\d{1,19}$/.test(text) ? BigInt(text) : undefined
