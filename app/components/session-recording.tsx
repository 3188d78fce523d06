import { useEffect } from 'react'
import { useShell } from './use-shell'

/** Loads the recorder where one is configured. After the page has started: what it adds to the document would stand in the way before. */
export function SessionRecording() {
  const { sessionRecordingUrl } = useShell()
  useEffect(() => {
    if (sessionRecordingUrl === undefined) return
    const script = document.createElement('script')
    script.src = sessionRecordingUrl
    script.async = true
    document.head.append(script)
  }, [sessionRecordingUrl])
  return null
}
