import { resolve } from 'node:path'
import express, { type RequestHandler } from 'express'
import type { Sequelize } from 'sequelize'
import { afterAll } from 'vitest'
import { describeOwnApi } from '../../app/api/table'
import { createApp, type AppOptions } from '../../app/http/server/express-app'
import type { Identities } from '../../app/identities/identities'
import type { AppMetrics } from '../../app/metrics/app-metrics'
import { usualQuotas, type Quotas } from '../../app/services/quotas/quotas'
import type { Dependencies } from '../../app/services/dependencies'
import { createServices } from '../../app/services/services'
import { silentLogger, type Logger } from '../../core/logging/logger'
import { buildApp } from './app-build'
import { Browser, hiddenFields, listen } from './browser'
import { dependenciesOf } from './dependencies'
import { VirtualClock } from './virtual-clock'
import { testIdentities } from './identity-issuer'

interface ServerOptions extends Partial<AppOptions> {
  registrationOpen?: boolean
  supportChatUrl?: string
  /** Sees every request before the app does. */
  front?: RequestHandler
  log?: Logger
  quotas?: Quotas
  /** Those of the issuer of the tests, without a network, unless given. */
  identities?: Identities
  metrics?: AppMetrics
}

export const testPassword = 'correct-horse'

/**
 * Serves the app on a test's database, at a time that only the test moves, and stops with the file's tests. `sharedOptions` are
 * those of the server that browsers share.
 */
export function useAppServer(database: { readonly sequelize: Sequelize }, sharedOptions: ServerOptions = {}) {
  const clock = new VirtualClock()
  const stops: (() => Promise<void>)[] = []
  let shared: Promise<string> | undefined
  afterAll(async () => {
    for (const stop of stops) await stop()
  })

  async function start({
    registrationOpen = true,
    supportChatUrl,
    front,
    log = silentLogger,
    quotas = usualQuotas,
    identities = testIdentities(clock),
    metrics,
    ...options
  }: ServerOptions = {}): Promise<string> {
    const { sequelize } = database
    const dependencies = {
      sequelize,
      clock,
      log,
      registrationOpen,
      quotas,
      identities,
      supportChatUrl,
      metrics,
    }
    const { app, services } = await buildServedApp(dependencies, options)
    const site = express().disable('x-powered-by')
    if (front) site.use(front)
    // Whoever looks into the mailbox finds what would have been sent by then.
    site.use('/dev/mail.json', (_request, _response, next) => {
      services.passwords.sendPasswordResets().then(() => next(), next)
    })
    const { address, close } = await listen(site.use(app))
    stops.push(close)
    return address
  }

  /** A new browser, on the shared server or on one of its own when there are options. */
  const openBrowser = async (options?: ServerOptions): Promise<Browser> =>
    new Browser(await (options ? start(options) : (shared ??= start(sharedOptions))))

  /** The browser of a new team's admin, who is verified and signed in. */
  async function signUp(email: string): Promise<Browser> {
    const browser = await openBrowser()
    await browser.post('/register', await fillRegistration(browser, email))
    await browser.submit('/login/verify', 'verify', { code: await readCode(browser, email) })
    return browser
  }

  return { clock, start, openBrowser, signUp }
}

/** The app of the tests, with terms to accept. */
export async function buildServedApp(
  given: Pick<Dependencies, 'sequelize' | 'clock' | 'log'> & Partial<Dependencies>,
  options: Partial<AppOptions> = {},
) {
  const dependencies = dependenciesOf(given, given)
  const services = createServices(dependencies)
  await services.terms.ensureTerms()
  const app = createApp({
    dependencies,
    build: buildApp(),
    publicFolder: 'public',
    docsFolder: 'app/content/docs',
    commandLine: resolve('build/cli/sdo.js'),
    describeApi: describeOwnApi,
    isStandalone: true,
    secureCookies: false,
    ...options,
  })
  return { app, services }
}

/** The fields of the registration form as somebody would send them. */
export async function fillRegistration(browser: Browser, email: string): Promise<Record<string, string>> {
  const { text } = await browser.open('/register')
  const checkbox = /<input[^>]*name="acceptedTermsId"[^>]*>/.exec(text)?.[0] ?? ''
  return {
    ...hiddenFields(text, 'register'),
    name: 'Ada',
    email,
    password: testPassword,
    passwordConfirmation: testPassword,
    acceptedTermsId: /value="([^"]+)"/.exec(checkbox)?.[1] ?? '',
  }
}

/** The newest verification code sent to `email`. */
export async function readCode(browser: Browser, email: string): Promise<string> {
  const [mail] = (await browser.send(`/dev/mail.json?to=${email}`)).json<{ subject: string }[]>()
  return mail?.subject.slice(0, 6) ?? ''
}
