import {
  LogStreamError,
  type LogStream,
  type LogStreams,
  type PrintedLine,
} from '../../agent/output/log-streams'

/** CloudWatch Logs as a map, which a test may have refuse everything. */
export class FakeLogStreams implements LogStreams {
  /** `group stream`, in the order in which they were asked for. */
  readonly asked: string[] = []
  readonly lines: PrintedLine[] = []
  /** Why nothing is possible. */
  fault: string | undefined

  async ensure({ group, stream }: LogStream): Promise<void> {
    this.refuse()
    this.asked.push(`${group} ${stream}`)
  }

  async put(_stream: LogStream, lines: PrintedLine[]): Promise<void> {
    this.refuse()
    this.lines.push(...lines)
  }

  private refuse(): void {
    if (this.fault !== undefined) throw new LogStreamError(this.fault)
  }
}
