import { Breakable } from '../../components/breakable'
import type { AuditEntryJson } from '../../services/audit/list-audit-log'
import { factText } from './fact-text'

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
