import { useEffect, useRef, type RefObject } from 'react'
import { useLocation } from '@remix-run/react'

/**
 * For a `<details>` that is a menu. With scripts it closes as people expect, by Escape and by going elsewhere; without, by its summary.
 * With another `key` for each page it does not stay open over the page that was chosen.
 */
export function useFoldOut(): { key: string; menu: RefObject<HTMLDetailsElement> } {
  const { key } = useLocation()
  const menu = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const closeUnlessInside = ({ target }: Event) => {
      if (menu.current && !(target instanceof Node && menu.current.contains(target)))
        menu.current.open = false
    }
    const closeAtEscape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !menu.current?.open) return
      menu.current.open = false
      menu.current.querySelector('summary')?.focus()
    }
    document.addEventListener('pointerdown', closeUnlessInside)
    document.addEventListener('focusin', closeUnlessInside)
    document.addEventListener('keydown', closeAtEscape)
    return () => {
      document.removeEventListener('pointerdown', closeUnlessInside)
      document.removeEventListener('focusin', closeUnlessInside)
      document.removeEventListener('keydown', closeAtEscape)
    }
  }, [key])
  return { key, menu }
}
