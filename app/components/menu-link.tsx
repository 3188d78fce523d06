import type { ReactNode } from 'react'
import { PageLink } from './page-link'

interface MenuLinkProps {
  to: string
  /** Path of the page that is open. */
  pathname: string
  /** Looks of the entry whose page, or a page below it, is open, and of the others. */
  classNames: { open: string; other: string }
  children: ReactNode
}

/** An entry of a menu; the one that is open says so. */
export function MenuLink({ to, pathname, classNames, children }: MenuLinkProps) {
  // Addresses are the same in capitals.
  const path = pathname.toLowerCase()
  const isOpen = path === to || (to !== '/' && path.startsWith(`${to}/`))
  return (
    <PageLink
      to={to}
      className={isOpen ? classNames.open : classNames.other}
      aria-current={isOpen ? 'page' : undefined}
    >
      {children}
    </PageLink>
  )
}
