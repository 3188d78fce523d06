import { variableNameFault } from '../../../core/application/environment-variables'
import type { FieldErrors } from '../../../core/errors'

type Values = Record<string, string[]>

/** A map that stands in rows: the controls of its keys and values. */
interface MapInRows {
  field: string
  keys: string
  values: string
  /** Whether a fault is that of the key. */
  isOfKey(key: string): boolean
  /** Where a fault is shown whose key stands in no row. */
  otherwise?: string
}

const isWrongName = (name: string) => variableNameFault(name) !== undefined
const maps: MapInRows[] = [
  { field: 'roles', keys: 'roleKey', values: 'roleArn', isOfKey: (key) => key === '' },
  {
    field: 'environmentVariables',
    keys: 'variableName',
    values: 'variableValue',
    isOfKey: isWrongName,
    otherwise: 'variableFile',
  },
  { field: 'secrets', keys: 'referenceName', values: 'referenceArn', isOfKey: isWrongName },
]

/**
 * Faults at the controls of a form, whose names a row number follows where they stand in rows: that of the second port,
 * `exposedPortsV2.1.port`, is at `port.1`, that of the role with the key `store`, `roles.store`, at the row that has this key.
 */
export const toRowFields = (fields: FieldErrors, values: Values): FieldErrors =>
  Object.fromEntries(
    Object.entries(fields).map(([field, message]) => [rowOfKey(field, values) ?? rowOf(field), message]),
  )

const rowOf = (field: string): string => field.replace(/^\w+\.(\d+)\.(\w+)$/, '$2.$1')

function rowOfKey(field: string, sent: Values): string | undefined {
  const map = maps.find((one) => field.startsWith(`${one.field}.`))
  if (!map || sent[map.keys] === undefined) return undefined
  const key = field.slice(map.field.length + 1)
  const values = sent[map.values] ?? []
  const isTyped = (typed: string, index: number) => typed !== '' || (values[index] ?? '').trim() !== ''
  const row = (sent[map.keys] ?? []).findIndex(
    (typed, index) => typed.trim() === key && isTyped(typed.trim(), index),
  )
  if (row < 0) return map.otherwise
  return `${map.isOfKey(key) ? map.keys : map.values}.${row}`
}
