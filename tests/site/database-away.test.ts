import type { ShouldRevalidateFunction } from '@remix-run/react'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildApp } from '../builders/app-build'
import { useAppServer } from '../builders/app-server'
import type { Browser } from '../builders/browser'
import { readForms, shownValue } from '../builders/html-forms'
import { useInterruptibleDatabase } from '../builders/interruptible-database'

const database = useInterruptibleDatabase()
const server = useAppServer(database)
const failed = 'There was a problem sending your message.  Please try again.'
const message = { name: 'Ada <b>', email: 'ada@example.com', message: 'Line one\nLine "two"' }

async function count(table: string): Promise<number> {
  const [rows] = await database.sequelize.query(`SELECT count(*)::int AS count FROM ${table}`)
  return (rows as { count: number }[])[0]?.count ?? 0
}

/** The database is away until the function that it gives is called. */
function interrupt(): () => void {
  database.interrupt()
  onTestFinished(() => database.restore())
  return () => database.restore()
}

/** The fields of the form `name` on the page at `path`, opened before the database went away. */
async function open(browser: Browser, path: string, name: string) {
  const { text } = await browser.open(path)
  return readForms(text).find((form) => form.name === name)?.hidden ?? {}
}

describe('the contact form, while the database is away', () => {
  it.each([
    ['somebody signed out', () => server.openBrowser()],
    ['somebody signed in', () => server.signUp('signed-in@example.com')],
  ])('says so to %s, keeps what was typed, and takes it later', async (_who, enter) => {
    const browser = await enter()
    const hidden = await open(browser, '/contact-us', 'contact')
    const before = await count('support_messages')
    const restore = interrupt()
    const answer = await browser.post('/contact-us', { ...hidden, ...message })
    expect(answer.status).toBe(503)
    expect(answer.text).toContain(failed)
    const form = readForms(answer.text).find(({ name }) => name === 'contact')
    for (const [field, typed] of Object.entries(message)) expect(form && shownValue(form, field)).toBe(typed)

    restore()
    const again = await browser.post('/contact-us', { ...form?.hidden, ...message })
    expect(again.location).toBe('/contact-us?sent=true')
    expect(await count('support_messages')).toBe(before + 1)
    expect(await count("mail_messages WHERE recipient = 'support@sdo.example'")).toBeGreaterThan(0)
  })

  it('opens for somebody signed in, and signs nobody out', async () => {
    const browser = await server.signUp('reader@example.com')
    const restore = interrupt()
    expect((await browser.open('/contact-us')).status).toBe(200)
    restore()
    expect((await browser.open('/portal/users')).status).toBe(200)
  })

  it('still refuses what another site sends in somebody’s name', async () => {
    const browser = await server.signUp('victim@example.com')
    interrupt()
    const answer = await browser.post('/contact-us', { form: 'contact', xsrf: 'guessed', ...message })
    expect(answer.status).toBe(403)
  })
})

describe('any other form, while the database is away', () => {
  it('offers to send again what was typed, without its secrets, and then does what it would have done', async () => {
    const browser = await server.signUp('admin@example.com')
    const hidden = await open(browser, '/portal/users/create-integration', 'createIntegration')
    const restore = interrupt()
    const away = await browser.post('/portal/users/create-integration', { ...hidden, name: 'Robot <i>' })
    expect(away.status).toBe(503)
    expect(away.text).not.toContain('http-equiv="refresh"')
    const form = readForms(away.text).find(({ name }) => name === hidden.form)
    expect(form?.hidden).toEqual({ ...hidden, name: 'Robot <i>' })

    restore()
    const again = await browser.post(form?.action ?? '', form?.hidden ?? {})
    expect(again.status).toBe(302)
    expect((await browser.open('/portal/users')).text).toContain('Robot &lt;i&gt;')
  })

  it('is told in the form itself where scripts run, and what is typed stays in the page', async () => {
    const browser = await server.signUp('scripted@example.com')
    const hidden = await open(browser, '/portal/users/create', 'createHuman')
    interrupt()
    const answer = await browser.send('/portal/users/create?_data=routes%2Fportal.users.create', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...hidden, name: 'Max', password: 'correct-horse' }).toString(),
    })
    expect(answer.status).toBe(503)
    // Otherwise Remix shows an error page in place of the form.
    expect([answer.headers.get('x-remix-response'), answer.headers.get('x-remix-catch')]).toEqual([
      'yes',
      null,
    ])
    expect(answer.json()).toMatchObject({ form: 'createHuman', values: { name: ['Max'] }, fields: {} })
    expect(answer.text).not.toContain('correct-horse')
  })

  it.each([500, 503])(
    'is on a page that scripts leave as it is after a %i, and so is all around it',
    (actionStatus) => {
      const { routes } = buildApp()
      const url = new URL('http://portal.test/')
      const refusal = { currentParams: {}, currentUrl: url, nextParams: {}, nextUrl: url, actionStatus }
      const readsAgain = (id: string): boolean => {
        const { module, parentId } = routes[id] ?? {}
        const { shouldRevalidate } = module as { shouldRevalidate?: ShouldRevalidateFunction }
        const isRead =
          shouldRevalidate?.({ ...refusal, defaultShouldRevalidate: true }) ?? Boolean(module?.loader)
        return isRead || (parentId !== undefined && readsAgain(parentId))
      }
      const withForms = Object.values(routes).flatMap((route) =>
        route?.module.action && route.module.default ? [route.id] : [],
      )
      expect(withForms.length).toBeGreaterThan(30)
      expect(withForms.filter(readsAgain)).toEqual([])
    },
  )

  it.each([
    [
      '/register',
      'register',
      { name: 'Ada', email: 'new@example.com', password: 'correct-horse', acceptedTermsId: 'x' },
    ],
    ['/login', 'login', { email: 'new@example.com', password: 'correct-horse' }],
    ['/login/forgot-password', 'forgotPassword', { email: 'new@example.com' }],
  ])('keeps what was typed at %s, but no password', async (path, name, typed) => {
    const browser = await server.openBrowser()
    const hidden = await open(browser, path, name)
    interrupt()
    const answer = await browser.post(path === '/login' ? '/login?index' : path, {
      ...hidden,
      ...typed,
      passwordConfirmation: 'correct-horse',
    })
    expect(answer.status).toBe(503)
    expect(answer.text).toContain('new@example.com')
    expect(answer.text).not.toContain('correct-horse')
  })
})
