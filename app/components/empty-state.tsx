import { useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { docsOf } from './docs-links'
import { PageLink } from './page-link'

/** Says what belongs in an empty list, offers the action that fills it, and leads to what the documentation says about it. */
export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }) {
  const docs = docsOf(useLocation().pathname)
  return (
    <div className="panel flex flex-col items-center gap-4 px-6 py-10 text-center text-muted">
      <div className="max-w-[34rem]">
        {children}
        {docs !== undefined && (
          <p className="mt-2">
            <PageLink to={docs}>How this works</PageLink>
          </p>
        )}
      </div>
      {action}
    </div>
  )
}
