import type { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { SmtpSettings } from './smtp-settings'

export interface SmtpTimeouts {
  /** How long the connection may take, and again the greeting. */
  connectMilliseconds: number
  /** How long every silence after that may last, and each step as a whole: a server may also never come to its end. */
  answerMilliseconds: number
}

/** The longest answer of a server, in bytes: a few lines. */
const longestAnswer = 64 * 1024

/** A connection for one mail, with promises. Every rejection is the library's error, see classify-smtp-error. */
export class SmtpSession {
  private readonly connection: SMTPConnection
  private readonly broken: Promise<never>

  constructor(
    private readonly settings: SmtpSettings,
    private readonly timeouts: SmtpTimeouts,
  ) {
    const { host, port, isSecure, requiresTls } = settings
    const { connectMilliseconds, answerMilliseconds } = timeouts
    this.connection = new SMTPConnection({
      host,
      port,
      secure: isSecure,
      requireTLS: requiresTls,
      connectionTimeout: connectMilliseconds,
      dnsTimeout: connectMilliseconds,
      greetingTimeout: connectMilliseconds,
      socketTimeout: answerMilliseconds,
      maxResponseSize: longestAnswer,
    })
    this.broken = new Promise((_resolve, reject) => this.connection.once('error', reject))
    // It may also break after the last answer was awaited.
    this.broken.catch(() => undefined)
  }

  async open(): Promise<void> {
    await this.step((done) => this.connection.connect(done))
    const { credentials } = this.settings
    if (credentials) await this.step((done) => this.connection.login({ credentials }, done))
  }

  /** Resolves when the server took the mail. `content` is read only when the server is willing to receive it. */
  send(envelope: { from: string; to: string }, content: Readable): Promise<void> {
    return this.step((done) => this.connection.send(envelope, content, done))
  }

  close(): void {
    this.connection.close()
  }

  private step(begin: (done: (error?: Error | null) => void) => void): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(
        () => reject(new Error('The mail server took too long.')),
        this.timeouts.answerMilliseconds,
      )
    })
    const done = new Promise<void>((resolve, reject) => begin((error) => (error ? reject(error) : resolve())))
    return Promise.race([done, this.broken, late]).finally(() => clearTimeout(timer))
  }
}
