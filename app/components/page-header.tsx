import type { ReactNode } from 'react'
import { Link, useMatches } from '@remix-run/react'
import { Icon } from './icon'
import type { PageHandle } from '../http/pages/page-handle'

interface PageHeaderProps {
  title: ReactNode
  /** The page above this one. */
  parent?: { to: string; label: string }
  /** One short line under the title. */
  description?: ReactNode
  /** The one primary action, usually a <LinkButton primary>. */
  action?: ReactNode
}

export function PageHeader({ title, parent, description, action }: PageHeaderProps) {
  const docs = useDocsOfPage()
  return (
    <header className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-3 sm:mb-5 sm:flex-nowrap">
      <div className="min-w-0">
        {parent && (
          <p className="mb-1">
            <Link className="link inline-flex items-center gap-1 [overflow-wrap:anywhere]" to={parent.to}>
              <Icon name="back" />
              {parent.label}
            </Link>
          </p>
        )}
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h1 className="[overflow-wrap:anywhere]">{title}</h1>
          {docs !== undefined && (
            <Link className="link" to={docs}>
              Docs<span className="sr-only"> about this page</span>
            </Link>
          )}
        </div>
        {description && <p className="mt-1 max-w-[44rem] text-muted">{description}</p>}
      </div>
      {action}
    </header>
  )
}

/** Where the documentation says how the present page works; undefined where it says nothing of it. */
export function useDocsOfPage(): string | undefined {
  const handle = useMatches().at(-1)?.handle as Pick<PageHandle, 'docs'> | undefined
  return handle?.docs ?? undefined
}
