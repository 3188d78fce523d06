import { connect } from 'node:tls'

/** An error of a request, with what arrived in the place of an answer where Node could not read it. */
type RequestError = NodeJS.ErrnoException & { rawPacket?: Buffer }

/** What came in the place of an answer in HTTP/1.1, for people: goes on a sentence that begins with the request. */
export async function describeBrokenAnswer(
  { code = '', rawPacket: bytes }: RequestError,
  hostPort: number,
  signal: AbortSignal,
): Promise<string> {
  if (code === 'HPE_HEADER_OVERFLOW') return 'was answered with more headers than it reads'
  if (bytes && isHttp2Frame(bytes))
    return 'was answered in HTTP/2: let the program answer HTTP/1.1 there as well'
  if ((bytes && isTlsRecord(bytes)) || (await speaksTls(hostPort, signal))) return metTls
  if (code.startsWith('HPE_')) return 'was answered with something that is not HTTP/1.1'
  if (code === 'EHOSTUNREACH' || code === 'ENETUNREACH') return 'found no way to the container'
  // With its proxy, as instances of earlier releases have it, Docker listens itself, and cuts off whom it cannot bring to the program.
  return 'was cut off: the program does not listen on 0.0.0.0, or ended the connection itself'
}

export const metTls = 'met TLS: let the program speak plain HTTP there, since TLS ends at the load balancer'

/** Whether a program completes a handshake of TLS, whatever its certificate. Never rejects. */
export const speaksTls = (hostPort: number, signal: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port: hostPort, rejectUnauthorized: false })
    const end = (isTls: boolean) => {
      signal.removeEventListener('abort', giveUp)
      socket.destroy()
      resolve(isTls)
    }
    const giveUp = () => end(false)
    signal.addEventListener('abort', giveUp, { once: true })
    socket.once('secureConnect', () => end(true))
    socket.on('error', giveUp)
    socket.once('close', giveUp)
    if (signal.aborted) giveUp()
  })

/** An alert or a handshake, of TLS 1.0 or later. */
const isTlsRecord = (bytes: Buffer) => (bytes[0] === 0x15 || bytes[0] === 0x16) && bytes[1] === 0x03

/** SETTINGS or GOAWAY of the connection itself: what a server of HTTP/2 says first. */
const isHttp2Frame = (bytes: Buffer) =>
  bytes.length >= 9 && (bytes[3] === 0x04 || bytes[3] === 0x07) && bytes.readUInt32BE(5) === 0
