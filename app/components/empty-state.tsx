import type { ReactNode } from 'react'
import { PageLink } from './page-link'
import { useDocsOfPage } from './page-header'

interface EmptyStateProps {
  children: ReactNode
  action?: ReactNode
  /** The passage about what belongs here, where it is not that of the page. */
  docs?: string
}

/** Says what belongs in an empty list, offers the action that fills it, and leads to what the documentation says about it. */
export function EmptyState({ children, action, docs: passage }: EmptyStateProps) {
  const docsOfPage = useDocsOfPage()
  const docs = passage ?? docsOfPage
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
