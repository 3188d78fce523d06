import { useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { DocsMenuEntry } from '../content/docs'
import { Icon } from './icon'
import { PageLink } from './page-link'

const classNames = {
  open: 'block rounded-md px-3 py-1.5 bg-accent/10 font-semibold text-accent',
  other: 'block rounded-md px-3 py-1.5 text-muted hover:bg-line/60 hover:text-ink',
}

interface DocsLayoutProps {
  menu: DocsMenuEntry[][]
  children: ReactNode
}

/** The index of the documentation and the search beside a page of it; on a phone they fold away above the page. */
export function DocsLayout({ menu, children }: DocsLayoutProps) {
  const { pathname, key } = useLocation()
  return (
    <div className="mx-auto max-w-content px-4 py-4 md:flex md:gap-8 md:py-8">
      {/* A new one for each page, so that it does not stay open over the page that was chosen. */}
      <details key={key} className="panel mb-4 text-portal md:hidden print:hidden">
        <summary className="flex items-center gap-2 px-3 py-2 font-medium">
          <Icon name="menu" />
          All pages
        </summary>
        <div className="px-1 pb-2">
          <DocsIndex menu={menu} pathname={pathname} id="folded" />
        </div>
      </details>
      <div className="hidden w-52 shrink-0 text-portal md:block print:hidden">
        <div className="sticky top-4 max-h-[calc(100vh-2rem)] overflow-y-auto">
          <DocsIndex menu={menu} pathname={pathname} id="beside" />
        </div>
      </div>
      <main id="content" className="min-w-0 flex-1">
        {children}
      </main>
    </div>
  )
}

interface DocsIndexProps {
  menu: DocsMenuEntry[][]
  pathname: string
  /** Tells the two indexes of a page apart. */
  id: string
}

const DocsIndex = ({ menu, pathname, id }: DocsIndexProps) => {
  const path = pathname.toLowerCase().replace(/\/$/, '')
  const open = path === '/docs' ? '/docs/overview' : path.replace(/^\/docs\/api\/.*/, '/docs/api')
  return (
    <>
      <form action="/docs/search" role="search" aria-label={`Documentation, ${id}`} className="p-1">
        <label className="sr-only" htmlFor={`docs-search-${id}`}>
          Search the documentation
        </label>
        <input
          id={`docs-search-${id}`}
          className="input"
          type="search"
          name="q"
          placeholder="Search"
          maxLength={100}
          required
        />
      </form>
      <nav aria-label="Documentation" className="mt-2 space-y-2">
        {menu.map((entries) => (
          <ul
            key={entries[0]?.path}
            className="space-y-0.5 border-line [&:not(:first-child)]:border-t [&:not(:first-child)]:pt-2"
          >
            {entries.map(({ path, title, isIndented }) => (
              <li key={path} className={isIndented ? 'pl-3' : undefined}>
                <PageLink
                  to={path}
                  className={path === open ? classNames.open : classNames.other}
                  aria-current={path === open ? 'page' : undefined}
                >
                  {title}
                </PageLink>
              </li>
            ))}
          </ul>
        ))}
      </nav>
    </>
  )
}
