import { useEffect, useRef, useState } from 'react'
import type { LogNews } from '../services/following/stream-views'
import { connection } from './connection'
import { useReadAnew } from './use-read-anew'

/** The server says something every 15 seconds: silence for longer means that nobody is there. */
const silenceMilliseconds = 40_000

/**
 * Hears of what comes to a log, on a stream of server-sent events that goes on after the last line heard, while the tab is visible. Whatever
 * else changes of the environment makes the page read its data anew.
 *
 * @param address of the stream; undefined for none
 * @param after id of the last line that is there
 * @returns whether the stream is open: as long as it is not, the page has to ask for itself
 */
export function useLogStream(
  address: string | undefined,
  after: number,
  onLine: (line: LogNews) => void,
): boolean {
  const [isOpen, setIsOpen] = useState(false)
  const { readAnew } = useReadAnew()
  const latest = useRef({ after, onLine, status: '' })
  useEffect(() => {
    latest.current = { ...latest.current, onLine, after: Math.max(latest.current.after, after) }
  })
  useEffect(() => {
    if (address === undefined) return
    let source: EventSource | undefined
    let silence: number | undefined
    const close = () => {
      window.clearTimeout(silence)
      source?.close()
      source = undefined
      setIsOpen(false)
    }
    const hear = () => {
      connection.show(Date.now())
      setIsOpen(true)
      window.clearTimeout(silence)
      silence = window.setTimeout(reopen, silenceMilliseconds)
    }
    const open = () => {
      const opened = new EventSource(`${address}&after=${latest.current.after}`)
      source = opened
      opened.addEventListener('open', hear)
      opened.addEventListener('beat', hear)
      opened.addEventListener('log', ({ data }: MessageEvent<string>) => {
        hear()
        const line = JSON.parse(data) as LogNews
        latest.current.after = line.id
        latest.current.onLine(line)
      })
      opened.addEventListener('status', ({ data }: MessageEvent<string>) => {
        hear()
        if (data !== latest.current.status) readAnew()
        latest.current.status = data
      })
      opened.addEventListener('end', () => {
        close()
        readAnew()
      })
      // It asks again by itself, unless it was refused; then the page does in its place.
      opened.addEventListener('error', () => {
        setIsOpen(false)
        if (opened.readyState !== EventSource.CLOSED) return
        window.clearTimeout(silence)
        silence = window.setTimeout(reopen, silenceMilliseconds)
      })
    }
    const reopen = () => {
      close()
      if (document.visibilityState === 'visible') open()
    }
    reopen()
    document.addEventListener('visibilitychange', reopen)
    window.addEventListener('offline', close)
    window.addEventListener('online', reopen)
    return () => {
      close()
      document.removeEventListener('visibilitychange', reopen)
      window.removeEventListener('offline', close)
      window.removeEventListener('online', reopen)
    }
  }, [address, readAnew])
  return isOpen
}
