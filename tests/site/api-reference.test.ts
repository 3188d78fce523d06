import { describe, expect, it } from 'vitest'
import { describeOwnApi } from '../../app/api/table'
import { createApiReference } from '../../app/content/api-reference/api-reference'
import { useAppServer } from '../builders/app-server'
import { useTestDatabase } from '../postgres/test-database'

const { openBrowser } = useAppServer(useTestDatabase())

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

  it('says that paths call an application process, and has the address of this portal in its commands', async () => {
    const browser = await openBrowser()
    expect((await browser.open('/docs/api')).text).toContain('Paths call an application <code>process</code>')
    const { text } = await browser.open('/docs/api/applications')
    expect(text).toContain('Paths call an application process.')
    expect(text).toContain('http://portal.test/v1/process')
    expect(text).not.toContain('$SDO/')
  })

  it('has no other area', async () => {
    expect((await (await openBrowser()).open('/docs/api/nothing')).status).toBe(404)
  })

  it('is found by the search', async () => {
    const { text } = await (await openBrowser()).open('/docs/search?q=deployment+promote')
    expect(text).toContain('href="/docs/api/deployments#post-deployment-promote"')
  })
})
