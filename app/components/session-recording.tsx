import { useLocation, useMatches } from '@remix-run/react'
import { useEffect } from 'react'
import { isRecorded, recorderStep } from './is-recorded'
import { useShell } from './use-shell'

/** Whether the recorder was loaded into this document. */
let isRunning = false

/** Loads the recorder where one is configured. After the page has started: what it adds to the document would stand in the way before. */
export function SessionRecording() {
  const { sessionRecordingUrl } = useShell()
  const { search } = useLocation()
  const handles = useMatches().map(({ handle }) => handle)
  const isWanted = isRecorded(search, handles)
  useEffect(() => {
    if (sessionRecordingUrl === undefined) return
    const step = recorderStep(isWanted, isRunning)
    if (step === 'reload') return void window.location.reload()
    if (step !== 'start') return
    isRunning = true
    const script = document.createElement('script')
    script.src = sessionRecordingUrl
    script.async = true
    document.head.append(script)
  }, [sessionRecordingUrl, isWanted])
  return null
}
