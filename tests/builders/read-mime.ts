export interface MimePart {
  /** By name in lower case, unfolded; of several, all. */
  headers: Map<string, string[]>
  /** Decoded. */
  content: string
}

export interface MimeMessage extends MimePart {
  parts: MimePart[]
}

/** Reads what a mail program would show of a multipart message whose bytes are the characters of `raw`. */
export function readMime(raw: string): MimeMessage {
  const whole = readPart(raw)
  const boundary = /boundary="([^"]+)"/.exec(header(whole, 'content-type'))?.[1]
  const parts = boundary
    ? raw
        .split(`--${boundary}`)
        .slice(1, -1)
        .map((part) => readPart(part.replace(/^\r\n/, '').replace(/\r\n$/, '')))
    : []
  return { ...whole, parts }
}

/** The only header of that name, with encoded words (RFC 2047) decoded. */
export function header(part: MimePart, name: string): string {
  const values = part.headers.get(name.toLowerCase()) ?? []
  if (values.length > 1) throw new Error(`There are ${values.length} headers called ${name}.`)
  return (values[0] ?? '')
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_word, encoding: string, text: string) =>
      encoding.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString()
        : decodeQuotedPrintable(text.replace(/_/g, ' ')),
    )
}

function readPart(raw: string): MimePart {
  const end = raw.indexOf('\r\n\r\n')
  const headers = new Map<string, string[]>()
  for (const line of raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const name = line.slice(0, line.indexOf(':')).toLowerCase()
    headers.set(name, [...(headers.get(name) ?? []), line.slice(line.indexOf(':') + 1).trim()])
  }
  const body = raw.slice(end + 4)
  const encoding = headers.get('content-transfer-encoding')?.[0]
  const decoded =
    encoding === 'base64'
      ? Buffer.from(body, 'base64').toString()
      : encoding === 'quoted-printable'
        ? decodeQuotedPrintable(body)
        : body
  return { headers, content: decoded.replace(/\r\n/g, '\n') }
}

const decodeQuotedPrintable = (text: string) =>
  Buffer.from(
    text
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/gi, (_match, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString()
