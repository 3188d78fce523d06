import { useSearchParams } from '@remix-run/react'
import type { PageCursors } from '../services/answers/pages'
import { PageLink } from './page-link'

interface PageLinksProps extends PageCursors {
  /** The name of the list: `Applications`. */
  list: string
}

/** Links to the parts of a long list before and after the one that is shown; nothing for a list that is shown whole. */
export function PageLinks({ list, nextCursor, previousCursor }: PageLinksProps) {
  const [search] = useSearchParams()
  if (nextCursor === null && previousCursor === null) return null
  const to = (cursor: string) =>
    `?${new URLSearchParams([...[...search].filter(([name]) => name !== 'cursor'), ['cursor', cursor]]).toString()}`
  return (
    <nav className="mt-4 flex gap-4" aria-label={`Pages of ${list}`}>
      {previousCursor !== null && <PageLink to={to(previousCursor)}>Previous</PageLink>}
      {nextCursor !== null && <PageLink to={to(nextCursor)}>Next</PageLink>}
    </nav>
  )
}
