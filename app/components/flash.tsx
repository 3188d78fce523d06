import { useEffect, useState } from 'react'
import { useMatches, useNavigation } from '@remix-run/react'
import { Notice } from './notice'
import { useShell } from './use-shell'

/** What the request before has done, said once: it goes when the next form is sent, or when the page's `flashSeconds` have passed. */
export function Flash() {
  const { flash, submission } = useShell()
  const { state } = useNavigation()
  const [dismissed, setDismissed] = useState<string>()
  const seconds = useMatches()
    .map(({ handle }) => secondsOf(handle))
    .find(Boolean)
  useEffect(() => {
    if (state === 'submitting') setDismissed(submission)
  }, [state, submission])
  useEffect(() => {
    if (!flash || seconds === undefined) return
    const timer = setTimeout(() => setDismissed(submission), seconds * 1000)
    return () => clearTimeout(timer)
  }, [flash, seconds, submission])
  return flash && dismissed !== submission ? (
    <Notice tone="good" role="status">
      {flash}
    </Notice>
  ) : null
}

const secondsOf = (handle: unknown): number | undefined =>
  typeof handle === 'object' && handle !== null && 'flashSeconds' in handle
    ? Number(handle.flashSeconds)
    : undefined
