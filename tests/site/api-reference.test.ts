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

  it('has no other area', async () => {
    expect((await (await openBrowser()).open('/docs/api/nothing')).status).toBe(404)
  })

  it('is found by the search', async () => {
    const { text } = await (await openBrowser()).open('/docs/search?q=deployment+promote')
    expect(text).toContain('href="/docs/api/deployments#post-deployment-promote"')
  })
})
