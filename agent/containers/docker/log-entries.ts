/**
 * The file in which Docker keeps the end of what it sends elsewhere: entries one after the other, each a message of Protocol Buffers
 * (`LogEntry` of github.com/moby/moby, api/types/plugins/logdriver/entry.proto) between its length and its length again.
 */
const lengthBytes = 4
const field = { time: 2, line: 3, partial: 4, metadata: 5 }
const isLast = 1
const nanosecondsPerMillisecond = 1_000_000

interface LogEntry {
  epoch: number
  lineBytes: number
  /** Whether the line ends with it: Docker parts long ones. */
  endsLine: boolean
  /** With the lengths around it. */
  bytes: number
}

/** The entry at an offset; undefined where it is not whole yet. @throws Error where no entry begins there */
export function entryAt(content: Buffer, offset: number): LogEntry | undefined {
  if (offset + lengthBytes > content.length) return undefined
  const length = content.readUInt32BE(offset)
  const end = offset + lengthBytes + length
  if (end + lengthBytes > content.length) return undefined
  if (content.readUInt32BE(end) !== length) throw new Error('This is no log of Docker.')
  const entry = { epoch: 0, lineBytes: 0, endsLine: true, bytes: length + 2 * lengthBytes }
  let isPartial = false
  let hasLast = false
  for (const { number, value, from, to } of fieldsOf(content, offset + lengthBytes, end)) {
    if (number === field.time) entry.epoch = value / nanosecondsPerMillisecond
    if (number === field.line) entry.lineBytes = to - from
    if (number === field.partial) isPartial = value !== 0
    if (number === field.metadata)
      for (const inner of fieldsOf(content, from, to))
        if (inner.number === isLast) hasLast = inner.value !== 0
  }
  return { ...entry, endsLine: !isPartial || hasLast }
}

interface Field {
  number: number
  /** Of a number. */
  value: number
  /** Of bytes. */
  from: number
  to: number
}

/** Kinds of values on the wire (protobuf.dev/programming-guides/encoding). */
const wire = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 }

function* fieldsOf(content: Buffer, begin: number, end: number): Generator<Field> {
  for (let offset = begin; offset < end;) {
    const tag = varintAt(content, offset)
    offset = tag.next
    const number = tag.value >>> 3
    const kind = tag.value & 7
    if (kind === wire.varint) {
      const { value, next } = varintAt(content, offset)
      yield { number, value, from: offset, to: next }
      offset = next
    } else {
      const length = kind === wire.bytes ? varintAt(content, offset) : undefined
      const from = length?.next ?? offset
      const to = from + (length?.value ?? (kind === wire.fixed64 ? 8 : 4))
      yield { number, value: 0, from, to }
      offset = to
    }
  }
}

/** Nanoseconds since 1970 lose their last digits in a number, which nobody asks for. */
function varintAt(content: Buffer, begin: number): { value: number; next: number } {
  let value = 0
  for (let offset = begin, factor = 1; offset < content.length; offset += 1, factor *= 128) {
    const byte = content[offset] ?? 0
    value += (byte & 127) * factor
    if (byte < 128) return { value, next: offset + 1 }
  }
  return { value, next: content.length }
}
