import { Breakable } from '../../components/breakable'
import type { AuditEntryJson } from '../../services/audit/list-audit-log'

/** Changes of an entry: `name: a → b`, as many side by side as there is room for. */
export function Changes({ before, after }: Pick<AuditEntryJson, 'before' | 'after'>) {
  const facts = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return (
    <ul className="flex flex-wrap gap-x-3 text-xs leading-5">
      {facts.map((fact) => {
        const [was, is] = [before, after].map((side) =>
          side && fact in side ? factText(side[fact]) : undefined,
        )
        return (
          <li key={fact} className="min-w-0 [overflow-wrap:break-word]">
            <span className="text-muted">{fact}: </span>
            {was !== undefined && (
              <del className={`text-muted ${is === undefined ? '' : 'no-underline'}`}>
                <Breakable text={was} />
              </del>
            )}
            {was !== undefined && is !== undefined && <span className="text-muted"> → </span>}
            {is !== undefined && (
              <ins className="no-underline">
                <Breakable text={is} />
              </ins>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** A fact of the audit log as people read it: `db arn:aws:…`, `add sample 1`. The CSV has it as it is kept. */
export function factText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(factText).join(', ')
  if (typeof value !== 'object') return String(value as string | number | boolean)
  const facts = Object.entries(value)
  const named = facts.filter(([name]) => !(name.endsWith('Id') && facts.length > 1))
  return named.length === 0 ? 'none' : named.map(([name, fact]) => `${name} ${factText(fact)}`).join(' ')
}
