import type { EventFilter, EventPage } from '../../controller/cloud/cloud'
import { refusal } from '../refusal'
import { findGroup } from './find-group'
import type { World } from '../world'
import type { LogLine, StreamAddress, StreamState, StreamStorage } from './stream-storage'

/** Lines that are kept of one stream: the last ones, where AWS keeps all. */
export const mostLines = 1000
export const mostCharacters = 128 * 1024
/** Streams that are kept of one account: those go first that got something longest ago. */
export const mostStreams = 200
const longestName = 512
const dayMs = 24 * 3600_000

/** A batch of lines from a sender. */
interface SentLine {
  epoch: number
  text: string
}

/** The log streams of CloudWatch, and what is in them. */
export class LogStreams {
  private readonly streams = new Map<string, StreamState>()

  constructor(
    private readonly world: World,
    private readonly storage: StreamStorage,
  ) {}

  async resume(): Promise<void> {
    for (const stream of await this.storage.load())
      if (this.hasGroup(stream)) this.streams.set(keyOf(stream), stream)
      else await this.storage.remove(stream)
  }

  /** @throws CloudError not-found without its group. One that is there already is fine. */
  async create(address: StreamAddress): Promise<void> {
    this.requireGroup(address)
    const { stream } = address
    if (!/^[^:*]+$/.test(stream) || stream.length > longestName)
      throw refusal(
        'InvalidParameterException',
        'The name of a log stream has 1 to 512 characters, none of them : or *.',
      )
    if (this.streams.has(keyOf(address))) return
    const made: StreamState = { ...address, createdEpoch: this.world.clock.now(), lines: [] }
    this.streams.set(keyOf(address), made)
    await this.dropOldest(address.accountNumber)
    await this.storage.save(made)
  }

  /** @throws CloudError not-found without the stream */
  async put(address: StreamAddress, sent: SentLine[]): Promise<void> {
    this.requireGroup(address)
    const stream = this.streams.get(keyOf(address))
    if (!stream) throw refusal('ResourceNotFoundException', 'The specified log stream does not exist.')
    const receivedEpoch = this.world.clock.now()
    stream.lines.push(...sent.map(({ epoch, text }) => ({ epoch, text, receivedEpoch })))
    stream.lines = endOf(this.unexpired(stream))
    await this.storage.save(stream)
  }

  /** The last lines of a stream, oldest first; undefined where there is none. */
  read(address: StreamAddress, most: number): LogLine[] | undefined {
    const stream = this.streams.get(keyOf(address))
    if (!stream) return undefined
    stream.lines = this.unexpired(stream)
    return this.seen(stream.lines).slice(-most)
  }

  /**
   * A page of a group's lines; its token says how many came before.
   *
   * @throws CloudError not-found without the group or the stream
   */
  filter(
    accountNumber: string,
    { group, stream, text = '', fromEpoch, untilEpoch, most, token = '0' }: EventFilter,
  ): EventPage {
    this.requireGroup({ accountNumber, group, stream: '' })
    const own = [...this.streams.values()].filter(
      (each) =>
        each.accountNumber === accountNumber &&
        each.group === group &&
        (stream === undefined || each.stream === stream),
    )
    if (stream !== undefined && own.length === 0)
      throw refusal('ResourceNotFoundException', 'The specified log stream does not exist.')
    const found = own
      .flatMap((each) => this.seen(this.unexpired(each)).map((line) => ({ ...line, stream: each.stream })))
      .filter((line) => line.epoch >= fromEpoch && line.epoch < untilEpoch && line.text.includes(text))
      .sort((a, b) => a.epoch - b.epoch)
    const end = Number(token) + most
    return {
      lines: found
        .slice(Number(token), end)
        .map((line) => ({ stream: line.stream, epoch: line.epoch, text: line.text })),
      ...(end < found.length && { token: String(end) }),
    }
  }

  /** With everything in it. */
  forgetGroup(accountNumber: string, group: string): void {
    for (const [key, stream] of this.streams)
      if (stream.accountNumber === accountNumber && stream.group === group) {
        this.streams.delete(key)
        this.world.scheduler.inBackground(() => this.storage.remove(stream))
      }
  }

  private hasGroup({ accountNumber, group }: StreamAddress): boolean {
    return this.world.state.accounts[accountNumber]?.logGroups[group] !== undefined
  }

  private requireGroup({ accountNumber, group }: StreamAddress): void {
    const account = this.world.state.accounts[accountNumber]
    if (!account || !findGroup(this.world, account, group))
      throw refusal('ResourceNotFoundException', 'The specified log group does not exist.')
  }

  /** Lines of a stream that the group's retention leaves. */
  private unexpired({ accountNumber, group, lines }: StreamState): LogLine[] {
    const { retentionDays } = this.world.state.accounts[accountNumber]?.logGroups[group] ?? {}
    const oldestEpoch = retentionDays === undefined ? 0 : this.world.clock.now() - retentionDays * dayMs
    return lines.filter(({ receivedEpoch }) => receivedEpoch >= oldestEpoch)
  }

  /** Those that calls find by now. */
  private seen(lines: LogLine[]): LogLine[] {
    const seenEpoch = this.world.clock.now() - this.world.timings.logLagMs
    return lines.filter(({ receivedEpoch }) => receivedEpoch <= seenEpoch)
  }

  private async dropOldest(accountNumber: string): Promise<void> {
    const own = [...this.streams.values()].filter((stream) => stream.accountNumber === accountNumber)
    const surplus = own.sort((a, b) => lastOf(b) - lastOf(a)).slice(mostStreams)
    for (const stream of surplus) {
      this.streams.delete(keyOf(stream))
      await this.storage.remove(stream)
    }
  }
}

const keyOf = ({ accountNumber, group, stream }: StreamAddress) =>
  JSON.stringify([accountNumber, group, stream])

const lastOf = ({ lines, createdEpoch }: StreamState) => lines.at(-1)?.receivedEpoch ?? createdEpoch

function endOf(lines: LogLine[]): LogLine[] {
  const kept: LogLine[] = []
  let room = mostCharacters
  for (const line of lines.slice(-mostLines).reverse()) {
    room -= line.text.length
    if (room < 0) break
    kept.push(line)
  }
  return kept.reverse()
}
