import { useEffect, useState } from 'react'
import { useLocation, useNavigation, useRevalidator } from '@remix-run/react'

interface AutoRefreshProps {
  seconds: number
  /**
   * True where somebody may be typing: the page waits until its data can be read, since one that failed to would take what is
   * typed with it. Without JavaScript it offers a link instead of reloading itself.
   */
  keepsForms?: boolean
}

const isWell = (): Promise<boolean> =>
  fetch('/health').then(
    ({ ok }) => ok,
    () => false,
  )

/** Reads the page's data again every `seconds` while the tab is visible. Without JavaScript the browser reloads the page. */
export function AutoRefresh({ seconds, keepsForms = false }: AutoRefreshProps) {
  const { revalidate, state } = useRevalidator()
  const navigation = useNavigation()
  const { pathname, search } = useLocation()
  const isQuiet = state === 'idle' && navigation.state === 'idle'
  const [postponed, setPostponed] = useState(0)
  useEffect(() => {
    if (!isQuiet) return
    let isOver = false
    const refresh = async () => {
      if (document.visibilityState !== 'visible') return
      const mayRefresh = !keepsForms || (await isWell())
      if (isOver) return
      if (mayRefresh) revalidate()
      else setPostponed((count) => count + 1)
    }
    const timer = setTimeout(refresh, seconds * 1000)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      isOver = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [isQuiet, revalidate, seconds, keepsForms, postponed])
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
