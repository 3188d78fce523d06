import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { afterEach, beforeEach, onTestFinished } from 'vitest'
import type { MailTransport } from '../../app/mail/mail-transport'
import { readSmtpUrl } from '../../app/mail/smtp-settings'
import { createSmtpTransport } from '../../app/mail/smtp-transport'
import { createAppMetrics, type AppMetrics } from '../../app/metrics/app-metrics'
import { repeat } from '../../app/services/background/repeat'
import { repeatedWork } from '../../app/services/background/repeated-work'
import { startMailDelivery } from '../../app/services/background/start-mail-delivery'
import type { Dependencies } from '../../app/services/dependencies'
import { readMailContent } from '../../app/services/mail/mail-content'
import { queueMail } from '../../app/services/mail/queue-mail'
import { createLogger } from '../../core/logging/logger'
import type { Clock } from '../../core/time/clock'
import { MailMessage } from '../../db/models/mail-message'
import { inTransaction } from '../../db/transaction'
import { dependenciesOf } from './dependencies'
import { eventually } from './eventually'
import { useInterruptibleDatabase } from './interruptible-database'
import { MailServer } from './mail-server'
import { VirtualClock } from './virtual-clock'

const credentials = { user: 'sdo', pass: 'mail-server-password' }

/** An outbox on a database that may go away, a mail server that does what a test says, and processes that deliver from one to the other. */
export function useMailDelivery() {
  const database = useInterruptibleDatabase()
  let server: MailServer
  let clock: VirtualClock
  let logged: string
  let metrics: AppMetrics

  beforeEach(async () => {
    server = new MailServer({ credentials })
    await server.start()
    clock = new VirtualClock()
    logged = ''
    metrics = createAppMetrics()
    await MailMessage.destroy({ where: {} })
  })
  afterEach(() => server.stop())

  const log = () =>
    createLogger(
      'test',
      'trace',
      new Writable({
        write(chunk: Buffer, _encoding, done) {
          logged += chunk.toString()
          done()
        },
      }),
    )

  const dependenciesAt = (at: Clock = clock): Dependencies =>
    dependenciesOf({ sequelize: database.sequelize, clock: at }, { log: log(), metrics })

  const smtp = (): MailTransport =>
    createSmtpTransport({
      settings: readSmtpUrl(server.url),
      sender: { name: 'SDO', address: 'no-reply@sdo.example' },
      timeouts: { connectMilliseconds: 2_000, answerMilliseconds: 5_000 },
    })

  const row = (id: string) => MailMessage.findByPk(id, { rejectOnEmpty: true })

  return {
    database,
    credentials,
    get server() {
      return server
    },
    get clock() {
      return clock
    },
    /** Everything logged. */
    get logged() {
      return logged
    },
    /** The value of a gauge, or undefined while it has none. */
    async gauge(name: string): Promise<number | undefined> {
      return (await metrics.registry.getSingleMetric(name)?.get())?.values[0]?.value
    },
    dependenciesAt,
    smtp,

    /** A process that delivers. On the virtual clock it looks at the outbox when the test moves time. */
    start(transport: MailTransport = smtp(), at: Clock = clock) {
      const stopping = new AbortController()
      const common = { dependencies: dependenciesAt(at), signal: stopping.signal, random: () => 0.5 }
      const ended = Promise.all([
        startMailDelivery({ ...common, databaseUrl: database.url, transport }),
        repeat(repeatedWork.mailMeasures, { ...common, mail: transport }),
        repeat(repeatedWork.abandonedMails, { ...common, mail: transport }),
      ])
      const stop = async () => {
        stopping.abort()
        await ended
      }
      onTestFinished(stop)
      return { stop }
    },

    /** Queues a mail as a use case does and gives its id. */
    async queue(recipient = 'ada@example.com', at: Clock = clock): Promise<string> {
      const subject = `Code ${randomUUID()}`
      const mail = { subject, text: 'secret-code 123456', html: '<p>secret-code 123456</p>' }
      return inTransaction(database.sequelize, async () => {
        await queueMail(dependenciesAt(at), recipient, mail)
        const rows = await MailMessage.findAll({ where: { recipient } })
        return rows.find((row) => readMailContent(dependenciesAt(at), row).subject === subject)?.id ?? ''
      })
    },

    row,
    isSent: async (id: string) => (await row(id)).sentAt !== null,
    isFailed: async (id: string) => (await row(id)).failedAt !== null,

    /** Lets virtual time pass while the real mail server and database do their part. */
    passUntil: (what: string, look: () => Promise<boolean> | boolean, stepMilliseconds = 5_000) =>
      eventually(what, async () => {
        if (await look()) return true
        await clock.advance(stepMilliseconds)
        return false
      }),

    idsReceived: () => server.received.flatMap(({ raw }) => /^message-id: <([^@]+)@/im.exec(raw)?.[1] ?? []),
  }
}
