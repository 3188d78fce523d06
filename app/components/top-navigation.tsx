import { NavLink } from '@remix-run/react'
import { useShell } from './use-shell'

const everywhere = [
  { to: '/', label: 'Home' },
  { to: '/pricing', label: 'Pricing' },
  { to: '/security', label: 'Security' },
  { to: '/portal', label: 'Portal' },
]
const signedIn = [{ to: '/logout', label: 'Logout' }]
const signedOut = [
  { to: '/login', label: 'Login' },
  { to: '/register', label: 'Register' },
]

export function TopNavigation() {
  const { isSignedIn } = useShell()
  return (
    <nav aria-label="Site" className="border-b border-line bg-surface text-portal">
      <div className="mx-auto flex max-w-content flex-wrap items-center justify-between px-2 py-1.5 sm:px-4">
        <Entries entries={everywhere} />
        <Entries entries={isSignedIn ? signedIn : signedOut} />
      </div>
    </nav>
  )
}

const Entries = ({ entries }: { entries: { to: string; label: string }[] }) => (
  <ul className="flex flex-wrap items-center sm:gap-x-1">
    {entries.map(({ to, label }) => (
      <li key={to}>
        <NavLink
          to={to}
          end={to === '/'}
          className={({ isActive }) =>
            `block rounded px-1.5 py-1.5 sm:px-2 ${isActive ? 'font-semibold text-ink' : 'text-muted hover:text-ink'}`
          }
        >
          {label}
        </NavLink>
      </li>
    ))}
  </ul>
)
