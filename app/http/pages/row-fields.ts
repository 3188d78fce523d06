import type { FieldErrors } from '../../../core/errors'

/**
 * Faults at the controls of a form, whose names a row number follows where they stand in rows: that of the second port,
 * `exposedPortsV2.1.port`, is at `port.1`, that of the role with the key `store`, `roles.store`, at the row that has this key.
 */
export const toRowFields = (fields: FieldErrors, values: Record<string, string[]>): FieldErrors =>
  Object.fromEntries(
    Object.entries(fields).map(([field, message]) => [rowOfRole(field, values) ?? rowOf(field), message]),
  )

const rowOf = (field: string): string => field.replace(/^\w+\.(\d+)\.(\w+)$/, '$2.$1')

function rowOfRole(
  field: string,
  { roleKey = [], roleArn = [] }: Record<string, string[]>,
): string | undefined {
  if (!field.startsWith('roles.')) return undefined
  const key = field.slice('roles.'.length)
  const row = roleKey.findIndex(
    (typed, index) => typed.trim() === key && (roleArn[index] ?? '').trim() !== '',
  )
  if (row < 0) return undefined
  return `${key === '' ? 'roleKey' : 'roleArn'}.${row}`
}
