import { useEffect, useRef, useState } from 'react'
import { useLocation, useMatches, useNavigation } from '@remix-run/react'
import { LinkButton } from './link-button'
import { Notice } from './notice'
import { useShell } from './use-shell'

/**
 * Says once what the request before has done: it goes when the next form is sent, with the page that it was said on, as soon as that
 * page shows something else than it did then, or when its `flashSeconds` have passed.
 */
export function Flash() {
  const { flash, submission } = useShell()
  const { state } = useNavigation()
  const { pathname } = useLocation()
  const [dismissed, setDismissed] = useState<string>()
  const matches = useMatches()
  // Those of the shell stay while the page refreshes itself.
  const shown = flash
    ? JSON.stringify(
        matches.slice(1).map(({ data }) => data),
        withoutTime,
      )
    : ''
  const saidOn = useRef({ submission, pathname, shown })
  const seconds = matches.map(({ handle }) => secondsOf(handle)).find(Boolean)
  useEffect(() => {
    const before = saidOn.current
    saidOn.current = { submission, pathname, shown }
    const hasMovedOn =
      before.submission === submission && (before.pathname !== pathname || before.shown !== shown)
    if (hasMovedOn || state === 'submitting') setDismissed(submission)
  }, [state, submission, pathname, shown])
  useEffect(() => {
    if (!flash || seconds === undefined) return
    const timer = setTimeout(() => setDismissed(submission), seconds * 1000)
    return () => clearTimeout(timer)
  }, [flash, seconds, submission])
  return flash && dismissed !== submission ? (
    <Notice tone={flash.tone} role="status">
      <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {flash.message}
        {flash.next && <LinkButton to={flash.next.to}>{flash.next.label}</LinkButton>}
      </span>
    </Notice>
  ) : null
}

/** The present moment is another one each time, and nothing has happened. */
const withoutTime = (key: string, value: unknown) => (key === 'nowEpoch' ? undefined : value)

const secondsOf = (handle: unknown): number | undefined =>
  typeof handle === 'object' && handle !== null && 'flashSeconds' in handle
    ? Number(handle.flashSeconds)
    : undefined
