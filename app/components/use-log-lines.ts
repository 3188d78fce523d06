import { useCallback, useMemo, useState } from 'react'
import type { EnvironmentLogs } from '../services/environments/log-views'
import type { LogNews } from '../services/following/stream-views'
import { useLogStream } from './use-log-stream'

/** So many are kept on a page; of an older one the page before tells. */
const mostLines = 500

type Log = Pick<EnvironmentLogs, 'logs' | 'acts' | 'hasOlder'>

/**
 * A log with what has come to it since the page read it.
 *
 * @param address of the stream that tells of it; undefined where nothing can come
 */
export function useLogLines(address: string | undefined, read: Log): Log & { isLive: boolean } {
  const [heard, setHeard] = useState<LogNews[]>([])
  const hear = useCallback((line: LogNews) => setHeard((before) => [...before, line].slice(-mostLines)), [])
  const log = useMemo(() => withLines(read, heard), [read, heard])
  const isLive = useLogStream(address, log.logs.at(-1)?.id ?? 0, hear)
  return { ...log, isLive }
}

/** The newest of both, each once: a line that was heard may have been read since. */
export function withLines(read: Log, heard: LogNews[]): Log {
  const newest = read.logs.at(-1)?.id ?? 0
  const fresh = heard.filter(({ id }) => id > newest)
  if (fresh.length === 0) return read
  const lines = [...read.logs, ...fresh]
  const logs = lines.slice(-mostLines)
  const oldest = logs[0]
  if (logs.length === lines.length || !oldest) return { ...read, logs }
  const acts = read.acts.filter(({ createdEpoch }) => createdEpoch >= oldest.createdEpoch)
  return { logs, acts, hasOlder: true }
}
