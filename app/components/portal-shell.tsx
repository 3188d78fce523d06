import { useLocation } from '@remix-run/react'
import { useEffect, type ReactNode } from 'react'
import { Icon } from './icon'
import { MenuLink } from './menu-link'
import { PortalBar, usePortal, type PortalData } from './portal-bar'
import { menuOf } from './portal-menu'
import { preloadPages } from './preload-pages'

const classNames = {
  open: 'block rounded-md px-3 py-1.5 bg-accent/10 font-semibold text-accent',
  other: 'block rounded-md px-3 py-1.5 text-muted hover:bg-line/60 hover:text-ink',
}

const Menu = ({ pathname, person }: { pathname: string; person: PortalData['person'] | undefined }) => (
  <div className="space-y-2">
    {menuOf(person).map((entries) => (
      <ul
        key={entries[0]?.to}
        className="space-y-0.5 border-line [&:not(:first-child)]:border-t [&:not(:first-child)]:pt-2"
      >
        {entries.map(({ to, label }) => (
          <li key={to}>
            <MenuLink to={to} pathname={pathname} classNames={classNames}>
              {label}
            </MenuLink>
          </li>
        ))}
      </ul>
    ))}
  </div>
)

/** The portal's bar, the side menu and the page beside it; on a phone the menu folds away above the page. */
export function PortalShell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const person = usePortal()?.person
  useEffect(preloadPages, [])
  return (
    <>
      <PortalBar />
      <div className="mx-auto max-w-content px-4 py-4 text-portal md:flex md:gap-8 md:py-6">
        {/* A new one for each page, so that it does not stay open over the page that was chosen. */}
        <details key={pathname} className="panel mb-4 md:hidden">
          <summary className="flex items-center gap-2 px-3 py-2 font-medium">
            <Icon name="menu" />
            Menu
          </summary>
          <nav aria-label="Portal" className="px-1 pb-2">
            <Menu pathname={pathname} person={person} />
          </nav>
        </details>
        <nav aria-label="Portal" className="hidden w-44 shrink-0 md:block">
          <Menu pathname={pathname} person={person} />
        </nav>
        <main id="content" className="min-w-0 flex-1">
          {children}
        </main>
      </div>
    </>
  )
}
