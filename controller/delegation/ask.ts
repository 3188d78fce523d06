import { randomInt } from 'node:crypto'
import { connect } from 'node:net'
import { RECURSION_DESIRED, decode, streamEncode, type Answer, type Packet } from 'dns-packet'
import { DnsSilence } from './delegations'

/** Address of a DNS server. */
export interface DnsServer {
  host: string
  port: number
}

export interface DnsQuestion {
  name: string
  type: 'A' | 'NS'
  /** Whether the server is to find out from others, or to say what it knows by itself. */
  isRecursive: boolean
}

export interface DnsAnswer {
  answers: Answer[]
  authorities: Answer[]
}

const milliseconds = 5000
/** A message over TCP says its length in two bytes. */
const lengthBytes = 2

/**
 * Asks one server, over TCP: nobody who does not see the question can forge the answer.
 * @throws DnsSilence unless it answers, with a name that exists or does not
 */
export function ask({ host, port }: DnsServer, { name, type, isRecursive }: DnsQuestion): Promise<DnsAnswer> {
  const id = randomInt(0x10000)
  const question = streamEncode({
    type: 'query',
    id,
    flags: isRecursive ? RECURSION_DESIRED : 0,
    questions: [{ type, name }],
  })
  return new Promise((resolve, reject) => {
    const fail = (reason: string) =>
      settle(() => reject(new DnsSilence(`The name server ${host} ${reason} when asked about ${name}.`)))
    const socket = connect({ host, port })
    const deadline = setTimeout(() => fail('was silent'), milliseconds)
    const settle = (end: () => void) => {
      clearTimeout(deadline)
      socket.destroy()
      end()
    }
    let received = Buffer.alloc(0)
    socket.on('error', () => fail('could not be reached'))
    socket.on('close', () => fail('said nothing'))
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      if (received.length < lengthBytes) return
      const length = received.readUInt16BE(0)
      if (received.length < lengthBytes + length) return
      const packet = parse(received.subarray(lengthBytes, lengthBytes + length))
      const isAnswer = packet?.id === id && packet.type === 'response'
      if (!isAnswer) fail('did not answer what it was asked')
      else if (!['NOERROR', 'NXDOMAIN'].includes(rcodeOf(packet))) fail('refused to answer')
      else settle(() => resolve({ answers: packet.answers ?? [], authorities: packet.authorities ?? [] }))
    })
    socket.end(question)
  })
}

function parse(message: Buffer): Packet | undefined {
  try {
    return decode(message)
  } catch {
    return undefined
  }
}

const rcodeOf = (packet: Packet): string => (packet as { rcode?: string }).rcode ?? ''
