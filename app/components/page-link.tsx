import type { MouseEvent, ReactNode } from 'react'
import { createPath, useLocation, useNavigate } from '@remix-run/react'

interface PageLinkProps {
  /** From the root: `/portal/users`. */
  to: string
  className?: string
  children: ReactNode
  'aria-label'?: string
  'aria-current'?: 'page'
}

/**
 * A link to a page of ours. For lists and menus: it is an anchor and nothing else, where a <Link> resolves its address and
 * watches its clicks by itself, which for a hundred of them takes most of the time of a page.
 */
export const PageLink = (props: PageLinkProps) => (
  <a
    href={props.to}
    className={props.className ?? 'link'}
    aria-label={props['aria-label']}
    aria-current={props['aria-current']}
    data-page-link=""
  >
    {props.children}
  </a>
)

/** The handler of `<body>` for clicks on the <PageLink>s in it: they change the page without loading the document anew. */
export function usePageLinks(): (event: MouseEvent) => void {
  const navigate = useNavigate()
  const here = createPath(useLocation())
  return (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[data-page-link]') : null
    if (!(link instanceof HTMLAnchorElement) || !isPlainClick(event)) return
    event.preventDefault()
    const to = createPath(link)
    // As browsers do: following a link to where one is leaves no further entry in the history.
    navigate(to, { replace: to === here })
  }
}

/** Whether a click asks for no new tab or window. */
const isPlainClick = ({ defaultPrevented, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  !defaultPrevented && button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
