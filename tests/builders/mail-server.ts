import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

export interface ReceivedMail {
  from: string
  to: string[]
  /** As it came over the wire. */
  raw: string
}

/** What the server does at some moment: go on, refuse with a code, say nothing, or close the connection without a word. */
export type Behaviour = 'accept' | number | 'silence' | 'vanish'

export interface MailServerOptions {
  /** With it, only who logs in with these may send. */
  credentials?: { user: string; pass: string }
}

/** A real SMTP server on loopback, without TLS, that does what the test says. */
export class MailServer {
  readonly received: ReceivedMail[] = []
  /** Contents that came to their end, taken or not. */
  contents = 0
  port = 0
  atConnect: () => Behaviour = () => 'accept'
  atSender: () => Behaviour = () => 'accept'
  atRecipient: (address: string) => Behaviour = () => 'accept'
  /** After the whole content came. */
  atContent: () => Behaviour = () => 'accept'
  private server: SMTPServer | undefined

  constructor(private readonly options: MailServerOptions = {}) {}

  get url(): string {
    const { credentials } = this.options
    const login =
      credentials && `${encodeURIComponent(credentials.user)}:${encodeURIComponent(credentials.pass)}@`
    return `smtp://${login ?? ''}127.0.0.1:${this.port}`
  }

  /** Listens, the second time on the port of the first. */
  async start(): Promise<void> {
    const { credentials } = this.options
    const server = new SMTPServer({
      disabledCommands: credentials ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
      disableReverseLookup: true,
      onAuth: (given, _session, done) =>
        given.username === credentials?.user && given.password === credentials?.pass
          ? done(null, { user: given.username })
          : done(new Error('Invalid username or password')),
      onConnect: (session, done) => this.behave(this.atConnect(), session, done),
      onMailFrom: (_address, session, done) => this.behave(this.atSender(), session, done),
      onRcptTo: ({ address }, session, done) => this.behave(this.atRecipient(address), session, done),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          this.contents += 1
          this.behave(this.atContent(), session, (refusal) => {
            if (!refusal) this.received.push(receivedMail(session, Buffer.concat(chunks)))
            done(refusal)
          })
        })
      },
    })
    // Clients that go away are what is tested.
    server.on('error', () => undefined)
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve))
    this.port = (server.server.address() as AddressInfo).port
    this.server = server
  }

  async stop(): Promise<void> {
    const server = this.server
    this.server = undefined
    if (!server) return
    const closed = new Promise<void>((resolve) => server.close(resolve))
    for (const connection of server.connections) connection.close()
    await closed
  }

  private behave(behaviour: Behaviour, session: SMTPServerSession, done: (refusal?: Error) => void): void {
    if (behaviour === 'accept') return done()
    if (typeof behaviour === 'number')
      return done(Object.assign(new Error('Not this one'), { responseCode: behaviour }))
    if (behaviour === 'silence') return
    for (const connection of this.server?.connections ?? [])
      if (connection.id === session.id) connection.close()
  }
}

const receivedMail = ({ envelope }: SMTPServerSession, raw: Buffer): ReceivedMail => ({
  from: envelope.mailFrom ? envelope.mailFrom.address : '',
  to: envelope.rcptTo.map(({ address }) => address),
  raw: raw.toString('latin1'),
})
