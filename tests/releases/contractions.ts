import type { Column, Schema } from './read-schema'

/**
 * What code that knows `before` may stumble over in `after`, each as a sentence: what it reads or writes is gone or of another type, what it
 * leaves out is asked for, and what it writes must hold to another rule.
 */
export function contractionsBetween(before: Schema, after: Schema): string[] {
  const ofTables = Object.entries(before.tables).flatMap(([table, columns]) => {
    const present = after.tables[table]
    return present ? contractionsOfTable(table, columns, present) : [`${table} is gone`]
  })
  const known = new Set(before.rules)
  const ofRules = after.rules
    .filter((rule) => !known.has(rule) && (rule.split(': ')[0] ?? '') in before.tables)
    .filter((rule) => !isOfNewColumnsAlone(rule, before, after))
    .map((rule) => `new rule of ${rule}`)
  return [...ofTables, ...ofRules]
}

function contractionsOfTable(
  table: string,
  before: Record<string, Column>,
  after: Record<string, Column>,
): string[] {
  const ofKnown = Object.entries(before).flatMap(([name, column]) => {
    const present = after[name]
    if (!present) return [`${table}.${name} is gone`]
    return [
      ...(present.type === column.type ? [] : [`${table}.${name} was ${column.type} and is ${present.type}`]),
      ...(column.isNullable && !present.isNullable ? [`${table}.${name} may no longer be null`] : []),
      ...(!column.isRequired && present.isRequired && !column.isNullable
        ? [`${table}.${name} has no default any more`]
        : []),
    ]
  })
  const ofNew = Object.entries(after)
    .filter(([name, { isRequired }]) => !(name in before) && isRequired)
    .map(([name]) => `${table}.${name} is new and has no default`)
  return [...ofKnown, ...ofNew]
}

/** A rule that no column of the known ones takes part in holds for rows that do not know it, whose new columns are null or as their default says. */
function isOfNewColumnsAlone(rule: string, before: Schema, after: Schema): boolean {
  const [table = '', ...rest] = rule.split(': ')
  const definition = rest
    .join(': ')
    .replaceAll(/'(?:[^']|'')*'/g, '')
    .replace(/REFERENCES .*/, '')
  const words = new Set(definition.match(/\w+/g))
  if (definition.startsWith('TRIGGER')) return false
  const named = Object.keys(after.tables[table] ?? {}).filter((column) => words.has(column))
  return named.length > 0 && named.every((column) => !(column in (before.tables[table] ?? {})))
}
