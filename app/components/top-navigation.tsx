import { NavLink } from '@remix-run/react'
import { useShell } from './use-shell'

const signedIn = [{ to: '/logout', label: 'Logout' }]
const signedOut = [
  { to: '/login', label: 'Login' },
  { to: '/register', label: 'Register' },
]

export function TopNavigation() {
  const { isSignedIn } = useShell()
  const entries = [
    { to: '/', label: 'Home' },
    { to: '/portal', label: 'Portal' },
    ...(isSignedIn ? signedIn : signedOut),
  ]
  return (
    <nav aria-label="Site" className="border-b border-line bg-surface text-portal">
      <ul className="mx-auto flex max-w-content flex-wrap items-center gap-x-1 px-2 py-1.5 sm:px-4">
        {entries.map(({ to, label }, index) => (
          <li key={to} className={index === 2 ? 'ml-auto' : ''}>
            <NavLink
              to={to}
              end={to === '/'}
              className={({ isActive }) =>
                `block rounded px-2 py-1.5 ${isActive ? 'font-semibold text-ink' : 'text-muted hover:text-ink'}`
              }
            >
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
