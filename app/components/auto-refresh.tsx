import { useEffect } from 'react'
import { useLocation } from '@remix-run/react'
import { useReadAnew } from './use-read-anew'

interface AutoRefreshProps {
  seconds: number
  /** True where somebody may be typing: without JavaScript the page then offers a link instead of reloading itself. */
  keepsForms?: boolean
  /** True while the page is told of what is new, and has to ask for nothing. */
  isPaused?: boolean
}

/** Reads the page's data again every `seconds` while the tab is visible. Without JavaScript the browser reloads the page. */
export function AutoRefresh({ seconds, keepsForms = false, isPaused = false }: AutoRefreshProps) {
  const { isQuiet, readAnew } = useReadAnew()
  const { pathname, search } = useLocation()
  useEffect(() => {
    if (!isQuiet || isPaused) return
    const refresh = () => {
      if (document.visibilityState === 'visible') readAnew()
    }
    const timer = setTimeout(refresh, seconds * 1000)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [isQuiet, isPaused, readAnew, seconds])
  return (
    <noscript>
      {keepsForms ? (
        <p className="mb-3">
          <a className="link" href={`${pathname}${search}`}>
            Refresh this page
          </a>
        </p>
      ) : (
        <meta httpEquiv="refresh" content={String(seconds)} />
      )}
    </noscript>
  )
}
