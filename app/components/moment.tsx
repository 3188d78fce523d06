import { useEffect, useState } from 'react'
import { ageText } from './age'

/** Ages count on in steps of this length. */
const stepMilliseconds = 15_000

const exact = (epoch: number) => `${new Date(epoch).toISOString().replace('T', ' ').slice(0, 19)} UTC`

/** How long ago a moment was (`3 hours`) or when it comes (`in 3 hours`), with the exact one in the title. `nowEpoch` is the server's time from the loader. */
export function Age({ epoch, nowEpoch }: { epoch: number; nowEpoch: number }) {
  const now = useAdvancing(nowEpoch)
  return (
    <time dateTime={new Date(epoch).toISOString()} title={exact(epoch)} className="whitespace-nowrap">
      {epoch <= now ? ageText(now - epoch) : `in ${ageText(epoch - now)}`}
    </time>
  )
}

/** A moment in UTC, to the second. */
export function Epoch({ epoch }: { epoch: number }) {
  return (
    <time dateTime={new Date(epoch).toISOString()} className="whitespace-nowrap tabular-nums">
      {exact(epoch)}
    </time>
  )
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
