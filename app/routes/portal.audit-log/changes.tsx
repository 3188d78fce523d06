import type { AuditEntryJson } from '../../services/audit/list-audit-log'

/** Changes of an entry: `name: a → b`, as many side by side as there is room for. */
export function Changes({ before, after }: Pick<AuditEntryJson, 'before' | 'after'>) {
  const facts = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-0.5">
      {facts.map((fact) => (
        <li key={fact} className="min-w-0 break-words">
          <span className="text-muted">{fact}: </span>
          {before && fact in before && (
            <del className={after && fact in after ? 'text-muted no-underline' : 'text-muted'}>
              {textOf(before[fact])}
            </del>
          )}
          {before && after && fact in before && fact in after && ' → '}
          {after && fact in after && <ins className="no-underline">{textOf(after[fact])}</ins>}
        </li>
      ))}
    </ul>
  )
}

const textOf = (value: unknown): string => {
  if (value === null) return 'none'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
