import type { ReactNode } from 'react'
import { Link } from '@remix-run/react'
import { Icon } from './icon'

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
  return (
    <header className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3 sm:flex-nowrap">
      <div className="min-w-0">
        {parent && (
          <p className="mb-1">
            <Link className="link inline-flex items-center gap-1 [overflow-wrap:anywhere]" to={parent.to}>
              <Icon name="back" />
              {parent.label}
            </Link>
          </p>
        )}
        <h1 className="[overflow-wrap:anywhere]">{title}</h1>
        {description && <p className="mt-1 max-w-[44rem] text-muted">{description}</p>}
      </div>
      {action}
    </header>
  )
}
