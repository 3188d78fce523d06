import { useSyncExternalStore } from 'react'
import { connection } from './connection'
import { Icon } from './icon'

/** Says that what is shown cannot be read anew, and how old it is. Lies over the page, so that nothing in it moves, and lets clicks through. */
export function ConnectionNotice() {
  const { subscribe, current } = connection
  const { isLost, shownEpoch } = useSyncExternalStore(subscribe, current, current)
  if (!isLost) return null
  return (
    <div
      role="status"
      className="pointer-events-none fixed left-1/2 top-2 z-20 flex w-max max-w-[calc(100vw-2rem)] -translate-x-1/2 gap-2 rounded-md border border-warn bg-surface px-3 py-2 text-portal shadow-lg"
    >
      <Icon name="alert" className="mt-0.5 text-warn" />
      <p className="tabular-nums">{`Connection lost. Showing ${timeText(shownEpoch)}, trying again.`}</p>
    </div>
  )
}

/** The time of day where the reader is. */
const timeText = (epoch: number): string => new Date(epoch).toTimeString().slice(0, 8)
