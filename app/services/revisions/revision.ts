import { messages } from '../../messages/messages'
import { createHash } from 'node:crypto'
import { DomainError } from '../../../core/errors'

/** How each field of some settings is called, and how its value is told where it has words of its own. */
export type Told<Settings> = {
  [Field in keyof Settings]-?: readonly [label: string, tell?: (value: Settings[Field]) => string]
}

/** Bits enough that two values of a field do not share a mark by chance. */
const markCharacters = 8

/**
 * Names settings as they are now: a mark of each field, so that whoever writes them by an old revision can be told which fields
 * somebody changed since.
 */
export const revisionOf = (settings: object): string =>
  Object.entries(settings)
    .map(([field, value]) => markOf(field, value))
    .join('.')

/**
 * Keeps a write of settings from undoing what somebody else saved after its writer read them. Without a revision the last write wins.
 *
 * @param revision the one that the settings were read at
 * @param present the settings, locked by the caller's transaction
 * @param wanted the settings as they are to be; undefined for what the write leaves as it is
 * @throws DomainError `conflict` with both values of each field that was changed, and the present revision
 */
export function requireRevision<Settings extends object>(
  revision: string | undefined,
  present: Settings,
  wanted: Partial<Settings>,
  told: Told<Settings>,
): void {
  if (revision === undefined) return
  const read = new Set(revision.split('.'))
  const fields = (Object.keys(told) as (keyof Settings & string)[]).filter((field) => {
    const mark = markOf(field, present[field])
    // Where both want the same, nothing is undone.
    const isSame = wanted[field] !== undefined && markOf(field, wanted[field]) === mark
    return !read.has(mark) && !isSame
  })
  if (fields.length === 0) return
  const faults = fields.map((field) => [field, tellBoth(told[field], present[field], wanted[field])])
  throw new DomainError('conflict', messages.changedMeanwhile, {
    fields: Object.fromEntries(faults) as Record<string, string>,
    revision: revisionOf(present),
  })
}

const markOf = (field: string, value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([field, inOrder(value)]))
    .digest('base64url')
    .slice(0, markCharacters)

/** A map is the same in whatever order its entries come. */
const inOrder = (value: unknown): unknown => (isMap(value) ? Object.entries(value).sort() : (value ?? null))

const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** `Memory MB: now 512, yours 256.` */
function tellBoth<Value>(
  [label, tell = tellValue]: readonly [string, ((value: Value) => string)?],
  present: Value,
  wanted: Value | undefined,
): string {
  if (wanted === undefined) return `${label}: now ${tell(present)}. You leave it as it is.`
  const isMapOfTexts = tell === tellValue && isMap(present) && isMap(wanted)
  const both = isMapOfTexts ? tellEntries(present, wanted) : `now ${tell(present)}, yours ${tell(wanted)}`
  return `${label}: ${both}.`
}

/** Entries that differ: `A now 1, yours 2; B now 3, yours none`. */
const tellEntries = (present: Record<string, unknown>, wanted: Record<string, unknown>): string =>
  [...new Set([...Object.keys(present), ...Object.keys(wanted)])]
    .sort()
    .map((key) => ({ key, now: ownValue(present, key), yours: ownValue(wanted, key) }))
    .filter(({ now, yours }) => now !== yours)
    .map(({ key, now, yours }) => `${key} now ${tellValue(now)}, yours ${tellValue(yours)}`)
    .join('; ')

const ownValue = (map: Record<string, unknown>, key: string): unknown =>
  Object.hasOwn(map, key) ? map[key] : undefined

const longestTold = 120

function tellValue(value: unknown): string {
  if (value === undefined || value === null) return 'none'
  if (value === '') return 'empty'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(tellValue).join(', ')
  if (isMap(value)) return tellValue(Object.entries(value).map(([key, one]) => `${key} ${tellValue(one)}`))
  const text = String(value as string | number | boolean)
  return text.length > longestTold ? `${text.slice(0, longestTold)}…` : text
}
