import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from '@remix-run/node'
import { systemClock } from '../core/clock'
import { createLogger } from '../core/logger'
import { openDatabase } from '../db/database'
import { createApp } from './http/express-app'
import { createLimitedServer } from './http/limited-server'
import { createSmtpTransport } from './mail/smtp-transport'
import { readOptions, type Options } from './options'
import { startMailDelivery } from './services/mail/start-mail-delivery'
import { createServices } from './services/services'

/** The app in production: serves what `remix build` made, from the folder it is started in. */
const options = requireOptions()
const log = createLogger('app', options.LOG_LEVEL)
const sequelize = openDatabase(options.DATABASE_URL)
const publicUrl = options.PUBLIC_URL.replace(/\/+$/, '')
const dependencies = {
  sequelize,
  clock: systemClock,
  log,
  publicUrl,
  registrationOpen: options.REGISTRATION_OPEN,
  platformAccountNumber: options.PLATFORM_ACCOUNT_NUMBER,
  supportEmail: options.SUPPORT_EMAIL,
  supportChatUrl: options.SUPPORT_CHAT_URL,
  authenticatorKeys: options.AUTHENTICATOR_KEYS,
}
const { accounts } = createServices(dependencies)
await accounts.ensureTerms()
await accounts.sealAuthenticatorSecrets()

const build = (await import(pathToFileURL(resolve('build/app/index.js')).href)) as ServerBuild
const app = createApp({
  dependencies,
  build,
  publicFolder: resolve('public'),
  isStandalone: false,
  secureCookies: publicUrl.startsWith('https:'),
  sessionRecordingUrl: options.SESSION_RECORDING_URL,
  trustProxy: options.TRUSTED_PROXIES,
})
const server = createLimitedServer(app).listen(options.PORT, options.HOST, () =>
  log.info({ port: options.PORT }, 'listening'),
)

const stopping = new AbortController()
const mails = startMailDelivery({
  dependencies,
  databaseUrl: options.DATABASE_URL,
  transport: createSmtpTransport({ settings: options.SMTP_URL, sender: options.MAIL_FROM }),
  signal: stopping.signal,
})

// New connections are refused at once; open requests get their answer, and mails under way are finished.
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    log.info({ signal }, 'stopping')
    stopping.abort()
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeIdleConnections()
    void Promise.all([closed, mails])
      .then(() => sequelize.close())
      .then(() => process.exit(0))
    setTimeout(() => process.exit(1), 20_000).unref()
  })
}

function requireOptions(): Options {
  try {
    return readOptions()
  } catch (failure) {
    process.stderr.write(`${failure instanceof Error ? failure.message : String(failure)}\n`)
    process.exit(1)
  }
}
