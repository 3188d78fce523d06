import { useEffect, useRef, useState } from 'react'
import { useLocation, useMatches, useNavigation } from '@remix-run/react'
import { Notice } from './notice'
import { useShell } from './use-shell'

/**
 * What the request before has done, said once: it goes when the next form is sent, with the page that it was said on, or when
 * the page's `flashSeconds` have passed.
 */
export function Flash() {
  const { flash, submission } = useShell()
  const { state } = useNavigation()
  const { pathname } = useLocation()
  const [dismissed, setDismissed] = useState<string>()
  const saidOn = useRef({ submission, pathname })
  const seconds = useMatches()
    .map(({ handle }) => secondsOf(handle))
    .find(Boolean)
  useEffect(() => {
    const before = saidOn.current
    saidOn.current = { submission, pathname }
    const hasMovedOn = before.submission === submission && before.pathname !== pathname
    if (hasMovedOn || state === 'submitting') setDismissed(submission)
  }, [state, submission, pathname])
  useEffect(() => {
    if (!flash || seconds === undefined) return
    const timer = setTimeout(() => setDismissed(submission), seconds * 1000)
    return () => clearTimeout(timer)
  }, [flash, seconds, submission])
  return flash && dismissed !== submission ? (
    <Notice tone={flash.tone} role="status">
      {flash.message}
    </Notice>
  ) : null
}

const secondsOf = (handle: unknown): number | undefined =>
  typeof handle === 'object' && handle !== null && 'flashSeconds' in handle
    ? Number(handle.flashSeconds)
    : undefined
