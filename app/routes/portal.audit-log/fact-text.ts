/** A fact of the audit log as people read it: `db arn:aws:…`, `add sample 1`. The CSV has it as it is kept. */
export function factText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(factText).join(', ')
  if (typeof value !== 'object') return String(value as string | number | boolean)
  const facts = Object.entries(value)
  const named = facts.filter(([name]) => !(name.endsWith('Id') && facts.length > 1))
  return named.length === 0 ? 'none' : named.map(([name, fact]) => `${name} ${factText(fact)}`).join(' ')
}
