import { useEffect, useState } from 'react'
import { useNavigation } from '@remix-run/react'
import { Notice } from './notice'
import { useShell } from './use-shell'

/** What the request before has done, said once: it goes when the next form is sent. */
export function Flash() {
  const { flash, submission } = useShell()
  const { state } = useNavigation()
  const [dismissed, setDismissed] = useState<string>()
  useEffect(() => {
    if (state === 'submitting') setDismissed(submission)
  }, [state, submission])
  return flash && dismissed !== submission ? (
    <Notice tone="good" role="status">
      {flash}
    </Notice>
  ) : null
}
