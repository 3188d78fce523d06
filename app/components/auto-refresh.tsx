import { useEffect } from 'react'
import { useNavigation, useRevalidator } from '@remix-run/react'

/**
 * Reads the page's data again every `seconds` while the tab is visible. Without JavaScript the browser reloads the page, so
 * leave it off a page where somebody types for longer than that.
 */
export function AutoRefresh({ seconds }: { seconds: number }) {
  const { revalidate, state } = useRevalidator()
  const navigation = useNavigation()
  const isQuiet = state === 'idle' && navigation.state === 'idle'
  useEffect(() => {
    if (!isQuiet) return
    const refresh = () => {
      if (document.visibilityState === 'visible') revalidate()
    }
    const timer = setTimeout(refresh, seconds * 1000)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [isQuiet, revalidate, seconds])
  return (
    <noscript>
      <meta httpEquiv="refresh" content={String(seconds)} />
    </noscript>
  )
}
