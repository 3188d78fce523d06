import type { ReactNode } from 'react'
import { Icon } from './icon'
import { useFoldOut } from './use-fold-out'

interface BarMenuProps {
  /** Subject of the menu, in view as long as there is room. */
  summary: ReactNode
  /** Said to those who do not see where it stands. */
  label: string
  /** On which side of its summary it opens. */
  side: 'left' | 'right'
  children: ReactNode
}

/** A menu that folds out of the bar. With scripts it closes as people expect; without, with its summary. */
export function BarMenu({ summary, label, side, children }: BarMenuProps) {
  const { key, menu } = useFoldOut()
  return (
    // A new one for each page, so that it does not stay open over the page that was chosen.
    <details key={key} ref={menu} className="min-w-0 sm:relative">
      <summary className="flex items-center gap-1 rounded px-2 py-1.5 text-muted hover:text-ink">
        <span className="sr-only">{label}: </span>
        <span className="truncate">{summary}</span>
        <Icon name="down" />
      </summary>
      <div
        className={`panel absolute inset-x-2 top-full z-10 mt-1 p-1 shadow-lg sm:inset-x-auto sm:w-64 ${side === 'right' ? 'sm:right-0' : 'sm:left-0'}`}
      >
        {children}
      </div>
    </details>
  )
}

/** How an entry of such a menu looks. */
export const barMenuEntry = 'block rounded px-3 py-1.5 text-ink hover:bg-line/60 [overflow-wrap:anywhere]'
