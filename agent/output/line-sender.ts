import type { Clock } from '../../core/time/clock'
import { bytesPerLogEvent } from './log-meter'
import type { LogStream, LogStreams, PrintedLine } from './log-streams'

/** Most lines that wait to be sent: a program that floods loses its oldest lines instead of filling the memory. */
const mostWaiting = 2000
const mostAtOnce = 500
const intervalMs = 1000
const retryMs = 3000
/** How often what is left is tried to be sent after the end. */
const farewellTries = 3

/** Sends what one process prints to CloudWatch Logs, where no log driver does. */
export interface LineSender {
  add(text: string): void
  /** No more comes. What waits is sent, unless that is refused for long. */
  end(): void
}

export type OpenLineSender = (stream: LogStream) => LineSender

/**
 * Senders never hold up who prints: they gather lines and send them every second.
 *
 * @param noteSent takes the bytes of what was sent, as AWS counts them
 */
export const createLineSenders =
  (streams: LogStreams, clock: Clock, noteSent: (bytes: number) => void = () => undefined): OpenLineSender =>
  (stream) => {
    const waiting: PrintedLine[] = []
    const ending = new AbortController()
    let sending: Promise<void> | undefined

    async function sendAll(): Promise<void> {
      let tries = 0
      for (let pauseMs = intervalMs; waiting.length > 0 && tries < farewellTries;) {
        await clock.sleep(pauseMs, ending.signal.aborted ? undefined : ending.signal)
        const lines = waiting.slice(0, mostAtOnce)
        const isSent = await streams.put(stream, lines).then(
          () => true,
          () => false,
        )
        if (isSent) {
          removeSent(waiting, lines)
          noteSent(sizeOf(lines))
        } else if (ending.signal.aborted) tries += 1
        pauseMs = isSent ? intervalMs : retryMs
      }
      sending = undefined
    }

    return {
      add(text) {
        waiting.push({ epoch: clock.now(), text })
        if (waiting.length > mostWaiting) waiting.shift()
        sending ??= sendAll()
      },
      end: () => ending.abort(),
    }
  }

const sizeOf = (lines: PrintedLine[]): number =>
  lines.reduce((sum, { text }) => sum + Math.max(1, Buffer.byteLength(text)) + bytesPerLogEvent, 0)

/** Some of them may have been pushed out meanwhile. */
function removeSent(waiting: PrintedLine[], sent: PrintedLine[]): void {
  const done = new Set(sent)
  while (waiting[0] && done.has(waiting[0])) waiting.shift()
}
