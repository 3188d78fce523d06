import { useLocation } from '@remix-run/react'
import { useEffect } from 'react'
import { isRecorded } from './is-recorded'
import { useShell } from './use-shell'

/** Loads the recorder where one is configured. After the page has started: what it adds to the document would stand in the way before. */
export function SessionRecording() {
  const { sessionRecordingUrl } = useShell()
  const { search } = useLocation()
  const isWanted = isRecorded(search)
  useEffect(() => {
    if (sessionRecordingUrl === undefined || !isWanted) return
    const script = document.createElement('script')
    script.src = sessionRecordingUrl
    script.async = true
    document.head.append(script)
  }, [sessionRecordingUrl, isWanted])
  return null
}
