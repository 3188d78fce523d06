import type { ReactNode } from 'react'
import { useFoldOut } from './use-fold-out'

interface ActionMenuProps {
  /** What the actions are about: the name of the thing. */
  about: string
  children: ReactNode
}

/** What is done with the thing of a page more rarely than its one primary action; what destroys it comes last. */
export function ActionMenu({ about, children }: ActionMenuProps) {
  const { key, menu } = useFoldOut()
  return (
    <details key={key} ref={menu} className="relative">
      <summary className="button list-none [&::-webkit-details-marker]:hidden">
        <span className="sr-only">{`More about ${about}`}</span>
        <span aria-hidden="true" className="font-bold">
          ⋯
        </span>
      </summary>
      <div className="panel absolute right-0 top-full z-10 mt-1 w-72 p-1 shadow-lg">{children}</div>
    </details>
  )
}

/** How an entry of the menu looks, a link or a button. */
export const actionMenuEntry =
  'block w-full rounded px-3 py-1.5 text-left hover:bg-line/60 [overflow-wrap:anywhere]'
