import { useLocation } from '@remix-run/react'
import { LogoutButton } from './logout-button'
import { MenuLink } from './menu-link'
import { PageLink } from './page-link'
import { useShell } from './use-shell'

/** The areas of the site, as each of its bars leads to them. */
export const sitePages = [
  { to: '/', label: 'Home' },
  { to: '/pricing', label: 'Pricing' },
  { to: '/security', label: 'Security' },
  { to: '/portal', label: 'Portal' },
  { to: '/docs', label: 'Docs' },
]

const signedOut = [
  { to: '/login', label: 'Login' },
  { to: '/register', label: 'Register' },
]

/** The mark of SDO at the left of each bar, which leads home. */
export const Mark = () => (
  <PageLink to="/" className="flex items-center gap-1.5 rounded px-2 py-1.5 font-semibold text-ink">
    <span aria-hidden="true" className="text-accent">
      ◆
    </span>
    SDO
  </PageLink>
)

export function TopNavigation() {
  const { isSignedIn } = useShell()
  const { pathname } = useLocation()
  return (
    <nav aria-label="Site" className="border-b border-line bg-surface text-portal">
      <div className="mx-auto flex max-w-content flex-wrap items-center justify-between px-2 py-1.5 sm:px-4">
        <div className="flex flex-wrap items-center sm:gap-x-3">
          <Mark />
          <Entries entries={sitePages} pathname={pathname} />
        </div>
        {isSignedIn === true && <LogoutButton className={classNames.other} />}
        {isSignedIn === false && <Entries entries={signedOut} pathname={pathname} />}
      </div>
    </nav>
  )
}

const classNames = {
  open: 'block rounded px-1.5 py-1.5 sm:px-2 font-semibold text-ink',
  other: 'block rounded px-1.5 py-1.5 sm:px-2 text-muted hover:text-ink',
}

interface EntriesProps {
  entries: { to: string; label: string }[]
  pathname: string
}

const Entries = ({ entries, pathname }: EntriesProps) => (
  <ul className="flex flex-wrap items-center sm:gap-x-1">
    {entries.map(({ to, label }) => (
      <li key={to}>
        <MenuLink to={to} pathname={pathname} classNames={classNames}>
          {label}
        </MenuLink>
      </li>
    ))}
  </ul>
)
