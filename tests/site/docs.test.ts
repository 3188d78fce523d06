import { describe, expect, it } from 'vitest'
import { docsMenu, pathOf } from '../../app/content/docs-menu'
import { film } from '../../app/content/film'
import { useAppServer } from '../builders/app-server'
import { useTestDatabase } from '../postgres/test-database'

const { openBrowser, signUp } = useAppServer(useTestDatabase())

const open = async (path: string) => (await openBrowser()).open(path)
const headingOf = (html: string) => /<h1[^>]*>([^<]*)/.exec(html)?.[1]

describe('the documentation', () => {
  it.each(docsMenu.flat().map(pathOf))('shows %s, which is marked in the index', async (path) => {
    const { status, text } = await open(path)
    expect(status).toBe(200)
    expect(headingOf(text)).toMatch(/\w/)
    expect(text).toContain(`<title>${headingOf(text)} · SDO</title>`)
    expect(text).toMatch(new RegExp(`<a href="${path}"[^>]*aria-current="page"`))
  })

  it('begins with the overview', async () => {
    expect(headingOf((await open('/docs')).text)).toBe('Overview')
    expect(headingOf((await open('/DOCS/Quick-Start/')).text)).toBe('Quick Start')
  })

  it('takes the heading of a page as its section', async () => {
    expect(await open('/docs/environments/spot-strategy')).toMatchObject({
      status: 302,
      location: '/docs/environments#spot-strategy',
    })
  })

  it('shows the page about GitHub, and that about the API for all else', async () => {
    expect(headingOf((await open('/docs/cicd-integration/github-integration')).text)).toBe(
      'GitHub Integration',
    )
    expect(headingOf((await open('/docs/cicd-integration/jenkins')).text)).toBe('CI/CD Integration')
  })

  it.each(['/docs/nothing', '/docs/environments/nothing', '/docs/a/b/c', '/docs/constructor'])(
    'has no %s, and says where to look',
    async (path) => {
      const { status, text } = await open(path)
      expect(status).toBe(404)
      if (path !== '/docs/a/b/c') expect(text).toMatch(/no such page[\s\S]*search/)
    },
  )

  it('shows quick start as a plain list where no scripts run', async () => {
    const { text } = await open('/docs/quick-start')
    expect(text).not.toContain('type="checkbox"')
    expect(text).toMatch(/<li>Wait until it prints the address/)
  })
})

describe('the film of the demo', () => {
  it.each([
    [film.video, 'video/webm'],
    [film.captions, 'text/vtt'],
    [film.poster, 'image/jpeg'],
  ])('is served: %s as %s', async (address, type) => {
    const browser = await openBrowser()
    const { status, headers } = await browser.send(address)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toContain(type)
    expect(headers.get('accept-ranges')).toBe('bytes')
  })

  it('may be played by the page, which shows a drawing as well that says what is on it', async () => {
    const { text, headers } = await open('/docs')
    expect(headers.get('content-security-policy')).toContain("media-src 'self'")
    expect(text).toContain(`<source src="${film.video}"`)
    expect(text).toMatch(/<svg class="drawing"[^>]*role="img"[\s\S]*<title[\s\S]*<desc/)
  })
})

describe('the search of the documentation', () => {
  it('answers with passages that link to their place', async () => {
    const { status, text } = await open('/docs/search?q=two-minute+warning')
    expect(status).toBe(200)
    expect(text).toMatch(/passages? about “two-minute warning”/)
    expect(text).toContain('href="/docs/overview#what-sdo-does-for-you"')
  })

  it('says what to do when nothing was found, and shows what was asked as text', async () => {
    const { text } = await open(`/docs/search?q=${encodeURIComponent('<b>zebra</b>')}`)
    expect(text).toContain('Try fewer or other words')
    expect(text).not.toContain('<b>zebra')
  })

  it('asks for words', async () => {
    expect((await open('/docs/search')).status).toBe(200)
    expect((await open(`/docs/search?q=${'a'.repeat(2000)}`)).status).toBe(400)
  })
})

describe('a refusal', () => {
  it('leads to what the documentation says to do, on its page and in the answer of its call', async () => {
    const admin = await signUp('remedies@example.com')
    const remedy = '/docs/external-resources#aws-accounts'
    const account = { name: 'Production', awsAccountNumber: '111122223333' }
    await admin.call('POST', '/v1/aws-account', account)
    const again = await admin.call('POST', '/v1/aws-account', { ...account, name: 'Other' })
    expect(again.json()).toMatchObject({ duplicateOnPlatform: true, documentation: remedy })
    const page = await admin.submit('/portal/external-resources/create', 'createAwsAccount', {
      ...account,
      name: 'Other',
    })
    expect(page.status).toBe(409)
    expect(page.text).toContain(`href="${remedy}"`)
  })
})
