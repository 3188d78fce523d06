import { useEffect, useState } from 'react'
import { momentText } from './moment-text'
import { useInBrowser } from './use-in-browser'

/** Ages count on in steps of this length. */
const stepMilliseconds = 15_000

/**
 * How long ago a moment was (`3 hours ago`) or when it comes (`in 3 hours`), with the exact one in the title. `nowEpoch` is the server's time
 * from the loader.
 */
export function Age({ epoch, nowEpoch }: { epoch: number; nowEpoch: number }) {
  const now = useAdvancing(nowEpoch)
  const { local, utc } = useMomentText(epoch)
  return (
    <time
      dateTime={new Date(epoch).toISOString()}
      title={local === utc ? utc : `${local} (${utc})`}
      className="whitespace-nowrap"
    >
      {epoch <= now ? `${ageText(now - epoch)} ago` : `in ${ageText(epoch - now)}`}
    </time>
  )
}

/** A moment to the second: the reader's own time with that in UTC in the title. Without JavaScript it is in UTC. */
export function Epoch({ epoch }: { epoch: number }) {
  const { local, utc } = useMomentText(epoch)
  return (
    <time
      dateTime={new Date(epoch).toISOString()}
      title={local === utc ? undefined : utc}
      className="whitespace-nowrap tabular-nums"
    >
      {local}
    </time>
  )
}

/** Only the browser knows where the reader is. */
function useMomentText(epoch: number): { local: string; utc: string } {
  const isThere = useInBrowser()
  const utc = momentText(epoch, 'UTC')
  return { local: isThere ? momentText(epoch) : utc, utc }
}

// Counts from the server's clock, so that the first render is the same on both sides and a wrong local clock does no harm.
function useAdvancing(startEpoch: number): number {
  const [elapsed, setElapsed] = useState(0)
  useEffect(() => {
    const started = performance.now()
    setElapsed(0)
    const timer = setInterval(() => setElapsed(performance.now() - started), stepMilliseconds)
    return () => clearInterval(timer)
  }, [startEpoch])
  return startEpoch + elapsed
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The age of something, in words: `less than 1 minute`, `1 minute`, `3 hours`, `12 days`. */
export function ageText(milliseconds: number): string {
  if (milliseconds < minute) return 'less than 1 minute'
  if (milliseconds < hour) return counted(Math.floor(milliseconds / minute), 'minute')
  if (milliseconds < day) return counted(Math.floor(milliseconds / hour), 'hour')
  return counted(Math.floor(milliseconds / day), 'day')
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`
