import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { describeOwnApi } from '../../app/api/table'
import { createApiReference, type ApiCall } from '../../app/content/api-reference/api-reference'
import { shellNameOf } from '../../app/content/api-reference/shell-name'
import type { Browser } from '../builders/browser'
import { useAppServer } from '../builders/app-server'
import { builtSubject, testIssuer } from '../builders/identity-issuer'
import { listPrintedCurls, runPrintedCurls } from '../builders/printed-curls'
import { useTestDatabase } from '../postgres/test-database'

const { clock, openBrowser, signUp } = useAppServer(useTestDatabase())

const pages = createApiReference(describeOwnApi())

describe('the API reference', () => {
  it.each(pages)('shows $path with its calls, also where no scripts run', async ({ path, title, calls }) => {
    const { status, text } = await (await openBrowser()).open(path)
    expect(status).toBe(200)
    expect(text).toContain(`<title>${title} · SDO</title>`)
    expect(text).toMatch(/<a href="\/docs\/api"[^>]*aria-current="page"/)
    for (const { id } of calls) expect(text).toContain(`<h2 id="${id}"`)
    expect(text).not.toContain('Try it')
  })

  it('has no other area', async () => {
    expect((await (await openBrowser()).open('/docs/api/nothing')).status).toBe(404)
  })

  it('is found by the search', async () => {
    const { text } = await (await openBrowser()).open('/docs/search?q=deployment+promote')
    expect(text).toContain('href="/docs/api/deployments#post-deployment-promote"')
  })
})

const run = promisify(execFile)
const exampleId = '00000000-0000-4000-8000-000000000000'

/** What ends the login or the account of its caller comes last. */
const isEnd = ({ method, path }: ApiCall) =>
  path === '/v1/account/logout' || (method === 'DELETE' && path === '/v1/account')

describe('the curls of the API reference', () => {
  it('run as printed', async () => {
    const calls = pages.flatMap(({ calls }) => calls)
    const admin = await signUp('curls@example.com')
    const leaver = await signUp('leaver@example.com')
    const tokenOf = (browser: Browser) => browser.cookies.get('X-SDO-AUTHORIZATION') ?? ''
    const ordered = [...calls.filter((call) => !isEnd(call)), ...calls.filter(isEnd)]
    const script = ordered.map((call) => {
      const before = call.path === '/v1/account/logout' ? `TOKEN=${tokenOf(leaver)}; ` : ''
      const after = call.path === '/v1/account/logout' ? `; TOKEN=${tokenOf(admin)}` : ''
      return `${before}${call.curl} -s -o /dev/null -w '%{http_code}\\n'${after}`
    })
    const ids = calls.flatMap(({ parameters }) =>
      parameters.map(({ name }) => [shellNameOf(name), exampleId]),
    )
    const { stdout } = await run('sh', ['-c', script.join('\n')], {
      env: { ...process.env, ...Object.fromEntries(ids), SDO: admin.address, TOKEN: tokenOf(admin) },
    })
    const statuses = stdout.trim().split('\n').map(Number)
    expect(statuses).toHaveLength(calls.length)
    // Nothing has the ids of examples, and some values belong to nobody; all else about each call is right.
    const wrong = ordered.flatMap(({ method, path, refusals }, index) => {
      const status = statuses[index] ?? 0
      const isFine = status === 200 || ([400, 404, 409, 429].includes(status) && refusals.includes(status))
      return isFine ? [] : [`${method} ${path}: ${status}`]
    })
    expect(wrong).toEqual([])
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(calls.length / 4)
  })
})

describe('the curls of the other pages', () => {
  it('run as printed, one after the other', async () => {
    expect(listPrintedCurls().length).toBeGreaterThan(3)
    const admin = await signUp('builds@example.com')
    const call = async <T>(method: string, path: string, body?: object) =>
      (await admin.call(method, path, body)).json<T>()
    const { id } = await call<{ id: string }>('POST', '/v1/user/integration', { name: 'Builds' })
    const { token } = await call<{ token: string }>('GET', `/v1/user/integration/${id}/token`)
    const trust = { issuer: testIssuer.issuer.address, subjectPattern: builtSubject }
    await call('POST', `/v1/user/integration/${id}/trust`, trust)
    const create = pages.flatMap(({ calls }) => calls).find(({ id }) => id === 'post-process')
    const made = await call<{ id: string; integrationId: string }>(
      'POST',
      '/v1/process',
      JSON.parse(create?.example ?? ''),
    )
    const printed = await runPrintedCurls({
      SDO: admin.address,
      SDO_TOKEN: token,
      INTEGRATION_ID: made.integrationId,
      INTEGRATION_USER: id,
      IDENTITY_TOKEN: await testIssuer.sign(clock),
    })
    expect(printed).toContain('"autoDeployed":false')
  })
})
