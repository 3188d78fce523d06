/** The place of a process's output in CloudWatch Logs. */
export interface LogStream {
  group: string
  stream: string
}

export interface PrintedLine {
  epoch: number
  text: string
}

/** CloudWatch Logs, as an instance may use it. Rejects with LogStreamError. */
export interface LogStreams {
  /** Makes sure that a stream is there. */
  ensure(stream: LogStream): Promise<void>
  /** At most 500 lines at once, oldest first. */
  put(stream: LogStream, lines: PrintedLine[]): Promise<void>
}

/** Why CloudWatch Logs cannot be written to: one sentence for people. */
export class LogStreamError extends Error {
  override name = 'LogStreamError'
}
