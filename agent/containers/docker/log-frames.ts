/** Docker frames what a container printed: one byte for the stream, three of nothing, four for the length. */
const headerBytes = 8

/** The lines in a log of Docker's, both streams in the order they were written. */
export function linesOf(log: Buffer): string[] {
  const parts: Buffer[] = []
  for (let offset = 0; offset + headerBytes <= log.length;) {
    const end = offset + headerBytes + log.readUInt32BE(offset + 4)
    parts.push(log.subarray(offset + headerBytes, end))
    offset = end
  }
  const text = Buffer.concat(parts).toString('utf8')
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}
