import { useLayoutEffect, useRef, type MutableRefObject } from 'react'
import { ScrollRestoration, useLocation, useRevalidator } from '@remix-run/react'

// There is nothing to scroll on the server, where React would warn of it.
const useEffectOfLayout = typeof document === 'undefined' ? () => undefined : useLayoutEffect

/**
 * Remix's <ScrollRestoration>, which also throws a reader back who scrolls while the page reads its data anew: to where they were when that
 * began. Here they stay.
 */
export function SteadyScroll({ nonce }: { nonce: string | undefined }) {
  const { key } = useLocation()
  const { state } = useRevalidator()
  const before = useRef({ key, state })
  const scrolled = useRef(0)
  useEffectOfLayout(() => {
    const isRefreshed = before.current.state === 'loading' && state === 'idle' && before.current.key === key
    before.current = { key, state }
    if (isRefreshed && window.scrollY !== scrolled.current) window.scrollTo(0, scrolled.current)
  })
  return (
    <>
      <Scrolled to={scrolled} />
      <ScrollRestoration nonce={nonce} />
    </>
  )
}

/** Notes where the page is before what stands after it can change that. */
function Scrolled({ to }: { to: MutableRefObject<number> }) {
  useRevalidator()
  useEffectOfLayout(() => {
    to.current = window.scrollY
  })
  return null
}
