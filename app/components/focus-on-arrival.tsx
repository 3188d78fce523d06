import { useEffect, useRef } from 'react'
import { useLocation } from '@remix-run/react'

/**
 * Puts the focus on the heading of a page that scripts have shown, where a browser that loads pages would begin anew: else it
 * stays on a link of the page before, or is lost with it.
 */
export function FocusOnArrival() {
  const { key, pathname, hash } = useLocation()
  const shown = useRef({ key, pathname })
  useEffect(() => {
    const before = shown.current
    shown.current = { key, pathname }
    if (before.key === key || hash !== '') return
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (before.pathname === pathname && !isLost) return
    const heading = document.querySelector('h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [key, pathname, hash])
  return null
}
