import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { MailMessage } from '../../../db/models/mail-message'
import { eventually } from '../../builders/eventually'
import { readMime } from '../../builders/read-mime'
import { exposedMetrics, nodeMetrics } from '../../prometheus/exposed-metrics'
import { useTestDatabase } from '../../postgres/test-database'
import { startCollector } from '../../tracing/collector'
import { buildProgram, startProgram, type BuiltProgram } from './program'
import { mailPassword, surroundingsOfPortal } from './surroundings'

const database = useTestDatabase()
const authenticatorKeys = `2027:${randomBytes(32).toString('base64')}`
let program: BuiltProgram
beforeAll(async () => {
  program = await buildProgram('app/main.ts', {
    'app/index': 'tests/contract/production/app-routes.ts',
  })
})
afterAll(() => program.remove())

async function startPortal(variables: Record<string, string> = {}) {
  const {
    environment,
    mailServer,
    url: origin,
    healthUrl,
  } = await surroundingsOfPortal(database.url, {
    AUTHENTICATOR_KEYS: authenticatorKeys,
    ...variables,
  })
  const portal = startProgram(program, environment)
  await eventually('the portal is well', async () =>
    fetch(`${origin}/health`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  const register = async (email: string) => {
    const index = await fetch(`${origin}/v1/view-controller/account/registration`).then(
      (answer) => answer.json() as Promise<{ currentTermsId: string }>,
    )
    return fetch(`${origin}/v1/account`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        primaryAccountOwner: { name: 'Ada', email, password: 'correct-horse' },
        acceptedTermsId: index.currentTermsId,
      }),
    })
  }
  return { portal, mailServer, register, origin, healthUrl }
}

async function scrape(url: string) {
  const text = await (await fetch(`${url}/metrics`)).text()
  return { text, names: [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name) }
}

/** A request whose body does not end before it is told to. */
function holdRequest(origin: string) {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  const isHeld = new Promise<void>((resolve) => {
    socket.write(
      'POST /v1/account/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n',
    )
    // Node answers 100 Continue once it has the headers.
    socket.once('data', () => resolve())
  })
  return { isHeld, finish: () => void socket.end('{}') }
}

describe('the portal in production', () => {
  it('mails the verification code to whoever registers, and ends well when asked to', async () => {
    const { portal, mailServer, register } = await startPortal()
    expect(await (await register('ada@example.com')).json()).toMatchObject({ result: 'SUCCESS' })
    const mail = await eventually('the mail comes', () => mailServer.received[0])
    expect(mail.to).toEqual(['ada@example.com'])
    const code = /\b[A-Z0-9]{6}\b/.exec((await readMime(mail.raw)).text ?? '')?.[0]
    expect(code).toBeDefined()
    portal.end('SIGTERM')
    expect(await portal.exitCode).toBe(0)
    expect(await MailMessage.findOne()).toMatchObject({ content: null, sentAt: expect.any(Date) as Date })
    for (const secret of [code, mailPassword, 'correct-horse', authenticatorKeys.slice(5)])
      expect(portal.output()).not.toContain(secret)
  })

  it('sends its spans to the collector that it is told, with the headers from a file, and the last ones at its end', async () => {
    const collector = await startCollector()
    onTestFinished(() => collector.close())
    const headersFile = join(program.folder, 'collector-headers')
    writeFileSync(headersFile, 'api-key=hunter2\n')
    const { portal, origin } = await startPortal({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_EXPORTER_OTLP_HEADERS_FILE: headersFile,
      OTEL_SERVICE_NAME: 'our-portal',
    })
    const traceId = 'e'.repeat(32)
    const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` }
    await (await fetch(`${origin}/v1/nothing`, { headers })).text()
    portal.end('SIGTERM')
    expect(await portal.exitCode).toBe(0)
    expect(collector.spans.filter((span) => span.traceId === traceId && span.kind === 2)).toMatchObject([
      { service: 'our-portal', name: 'GET /v1/*', attributes: { 'http.response.status_code': 404 } },
    ])
    expect(new Set(collector.requests.map((request) => request.headers['api-key']))).toEqual(
      new Set(['hunter2']),
    )
    expect(portal.output()).not.toContain('hunter2')
  })

  it('answers and ends as ever while the collector is silent', async () => {
    const collector = await startCollector()
    onTestFinished(() => collector.close())
    collector.fallSilent()
    const { portal, origin } = await startPortal({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint })
    for (let request = 0; request < 20; request++) expect((await fetch(`${origin}/health`)).ok).toBe(true)
    await collector.until(() => collector.requests.length > 0)
    portal.end('SIGTERM')
    expect(await portal.exitCode).toBe(0)
  })

  it('shows its metrics and whether it is ready on a port of its own, and not ready once it is to end', async () => {
    const { portal, origin, healthUrl } = await startPortal()
    const ready = async () => (await fetch(`${healthUrl}/readyz`)).status
    expect(await ready()).toBe(200)
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    const call = await fetch(`${origin}/v1/nothing`, { headers: { traceparent } })
    expect(call.headers.get('traceparent')).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-01$/)
    const scraped = await scrape(healthUrl)
    expect(scraped.names).toEqual(expect.arrayContaining(exposedMetrics().portal.map(({ name }) => name)))
    expect(scraped.names).toEqual(expect.arrayContaining(nodeMetrics()))
    expect(scraped.text).toContain('sdo_http_requests_total{method="GET",route="/v1/*",status="404"} 1')
    expect(scraped.text).toMatch(/sdo_database_connections_limit 10/)
    // Holds the end up, so that what is said meanwhile can be heard.
    const slow = holdRequest(origin)
    await slow.isHeld
    portal.end('SIGTERM')
    await eventually('it is not ready any more', async () => (await ready()) === 503)
    slow.finish()
    expect(await portal.exitCode).toBe(0)
  })

  it('names every fault of its environment at once, and nothing else', async () => {
    const portal = startProgram(program, {})
    expect(await portal.exitCode).toBe(1)
    const names = [
      'DATABASE_URL',
      'PUBLIC_URL',
      'PLATFORM_ACCOUNT_NUMBER',
      'SMTP_URL',
      'MAIL_FROM',
      'SUPPORT_EMAIL',
      'AUTHENTICATOR_KEYS',
    ]
    const { faults, remedy } = JSON.parse(portal.output()) as { faults: string[]; remedy: string }
    expect(faults.map((fault) => fault.split(':')[0])).toEqual(names)
    expect(remedy).toContain('docs/operations.md')
  })
})
