import type { AuditEntryJson } from '../../services/audit/list-audit-log'

/** What is different after it, a fact per line: `name: a → b`. */
export function Changes({ before, after }: Pick<AuditEntryJson, 'before' | 'after'>) {
  const facts = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return (
    <ul>
      {facts.map((fact) => (
        <li key={fact} className="break-words">
          <span className="text-muted">{fact}: </span>
          {[before, after]
            .flatMap((facts) => (facts && fact in facts ? [textOf(facts[fact])] : []))
            .join(' → ')}
        </li>
      ))}
    </ul>
  )
}

const textOf = (value: unknown): string => {
  if (value === null) return 'none'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
