import { afterAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../tests/builders/app-build'
import { testPassword, useAppServer } from '../../tests/builders/app-server'
import { codeAt } from '../../tests/builders/authenticator'
import { badTexts, insides } from '../../tests/builders/bad-input'
import type { Answer, Browser } from '../../tests/builders/browser'
import { readForms, shownValue, type HtmlForm } from '../../tests/builders/html-forms'
import { manyPlaces } from '../../tests/builders/many-places'
import { buildVisitors, type Visitor } from '../../tests/builders/visitors'
import { useTestDatabase } from '../../tests/postgres/test-database'
import { isSecretField } from '../../core/secret-field'

const database = useTestDatabase()
const comeFromElsewhere = manyPlaces()
const server = useAppServer(database, {
  trustProxy: true,
  front: (request, _response, next) => {
    comeFromElsewhere(request)
    next()
  },
})
const visitors = buildVisitors(server, database)

interface Page {
  who: Visitor
  path: string | ((browser: Browser) => Promise<string>)
}

/** Where each route with a form is, and who sees it. */
const pages: Record<string, Page> = {
  'routes/register': { who: 'stranger', path: '/register' },
  'routes/login._index': { who: 'stranger', path: '/login' },
  'routes/login.forgot-password': { who: 'stranger', path: '/login/forgot-password' },
  'routes/login.new-password': { who: 'stranger', path: '/login/new-password?token=unknown' },
  'routes/login.code': { who: 'asked for the second factor', path: '/login/code' },
  'routes/login.verify': { who: 'unverified', path: '/login/verify' },
  'routes/login.change-password': { who: 'with a password to change', path: '/login/change-password' },
  'routes/login.terms': { who: 'with terms to accept', path: '/login/terms' },
  'routes/logout': { who: 'admin', path: '/logout' },
  'routes/contact-us': { who: 'stranger', path: '/contact-us' },
  'routes/portal.users._index': { who: 'admin', path: '/portal/users' },
  'routes/portal.users.create': { who: 'admin', path: '/portal/users/create' },
  'routes/portal.users.create-integration': { who: 'admin', path: '/portal/users/create-integration' },
  'routes/portal.users.integration': { who: 'admin', path: integrationPath },
  'routes/portal.users.delete': {
    who: 'admin',
    path: async (browser) => (await integrationPath(browser)).replace('/integration', '/delete'),
  },
  'routes/portal.users.delete-token': { who: 'admin', path: integrationTokenPath },
  'routes/portal.security._index': { who: 'admin', path: '/portal/security' },
  'routes/portal.security.add-token': { who: 'admin', path: pendingTokenPath },
  'routes/portal.security.change-password': { who: 'admin', path: '/portal/security/change-password' },
  'routes/portal.security.recovery-codes': {
    who: 'admin',
    path: async (browser) => (await activeTokenPath(browser)).replace(/delete-token.*/, 'recovery-codes'),
  },
  'routes/portal.security.delete-token': {
    who: 'admin',
    path: activeTokenPath,
  },
  'routes/portal.account._index': { who: 'admin', path: '/portal/account' },
  'routes/portal.account.delete': { who: 'admin', path: '/portal/account/delete' },
}

async function integrationPath(browser: Browser): Promise<string> {
  const { id } = (await browser.call('POST', '/v1/user/integration', { name: 'Robot' })).json<{
    id: string
  }>()
  return `/portal/users/integration?id=${id}`
}

async function integrationTokenPath(browser: Browser): Promise<string> {
  const path = await integrationPath(browser)
  await browser.submit(path, 'createToken')
  const { text } = await browser.open(path)
  return (/\/portal\/users\/delete-token\?[^"]+/.exec(text)?.[0] ?? '').replaceAll('&amp;', '&')
}

async function pendingTokenPath(browser: Browser): Promise<string> {
  return (await browser.submit('/portal/security', 'addToken')).location ?? ''
}

async function activeTokenPath(browser: Browser): Promise<string> {
  const made = await browser.call('GET', '/v1/account/auth-token')
  const { secretId: id, code } = made.json<{ secretId: string; code: string }>()
  const token = codeAt(code, server.clock.now())
  await browser.call('POST', '/v1/account/auth-token/activate', { id, token })
  return `/portal/security/delete-token?id=${id}`
}

const ofDeploymentCore = /portal\.(applications|environments|external-resources)/

it('covers every form of the accounts and the site; those of the deployment core have tests of their own', () => {
  const withForms = Object.entries(buildApp().routes).flatMap(([id, route]) =>
    route?.module.action && !ofDeploymentCore.test(id) ? [id] : [],
  )
  expect(Object.keys(pages).sort()).toEqual(withForms.sort())
})

/** What some page reads from its address, and what none does. */
const asked = [
  'id',
  'token',
  'to',
  'who',
  'target',
  'from',
  'beforeId',
  'sent',
  'forgot',
  'index',
  '__proto__',
]

interface Visit {
  browser: Browser
  path: string
  text: string
}

async function visit({ who, path }: Page): Promise<Visit> {
  const browser = await visitors[who]()
  const address = typeof path === 'string' ? path : await path(browser)
  const { status, text } = await browser.open(address)
  expect(status, address).toBe(200)
  return { browser, path: address, text }
}

const postForms = (text: string): HtmlForm[] => readForms(text).filter(({ method }) => method === 'post')

/** Fields that are as good as they get. */
const goodValues = (form: HtmlForm): Record<string, string> => ({
  ...form.hidden,
  ...Object.fromEntries(
    form.controls.map((name) => [name, good[name] ?? shownValue(form, name) ?? 'Something']),
  ),
})

const good: Record<string, string> = {
  name: 'Ada',
  email: 'ada@example.com',
  message: 'Hello',
  password: testPassword,
  passwordConfirmation: testPassword,
  currentPassword: testPassword,
  code: '000000',
}

function expectProper({ status, text, headers }: Answer, what: string): void {
  expect(status, what).toBeLessThan(500)
  expect(headers.get('content-type') ?? 'text/html', what).toContain('text/html')
  expect(text.match(insides)?.[0], what).toBe(undefined)
  expect(text, what).not.toContain('<script>alert(1)')
  expect(text, what).not.toContain('<img src=x')
  if (status >= 400) expect(text, what).toMatch(/role="alert"|<h1>/)
}

/** What was typed is in the form again, unless it is a secret. */
function expectKept(answer: Answer, form: HtmlForm, sent: Record<string, string>, what: string): void {
  if (answer.status < 400 || !answer.text.includes('role="alert"')) return
  const again = postForms(answer.text).find(({ name }) => name === form.name)
  expect(again, what).toBeDefined()
  for (const name of form.controls) {
    const shown = again && shownValue(again, name)
    if (isSecretField(name)) expect(shown ?? '', `${what}: ${name}`).not.toBe(sent[name] || 'x')
    else if (shown !== undefined)
      expect(shown, `${what}: ${name}`).toBe(sent[name]?.replace(/\p{Surrogate}/gu, '\ufffd'))
  }
}

describe.each(Object.entries(pages))('%s', (_route, page) => {
  it('answers properly whatever is typed into whatever field, and keeps it', async () => {
    let at = await visit(page)
    for (const { name } of postForms(at.text)) {
      const find = () => postForms(at.text).find((form) => form.name === name)
      for (const field of find()?.controls ?? [])
        for (const [kind, value] of Object.entries(badTexts)) {
          const form = find()
          if (!form) throw new Error(`There is no form ${name} any more.`)
          const what = `${kind} as ${field} of ${name}`
          const sent = { ...goodValues(form), [field]: value }
          const answer = await at.browser.post(form.action ?? at.path, sent)
          expectProper(answer, what)
          expectKept(answer, form, sent, what)
          // It was taken: where that led, this form may be no more.
          if (answer.status < 400) at = await visit(page)
        }
    }
  }, 60_000)

  it('answers properly to what no form of ours sends', async () => {
    const { browser, path, text } = await visit(page)
    const [form] = postForms(text)
    const { xsrf = '' } = form?.hidden ?? {}
    for (const [kind, value] of Object.entries(badTexts)) {
      expectProper(await browser.post(path, { xsrf, form: value }), `${kind} as the name of the form`)
      const query = asked.flatMap((name) => [
        [name, value.slice(0, 500)],
        [name, 'again'],
      ])
      const address = `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(query).toString()}`
      expectProper(await browser.open(address), `${kind} in the address`)
    }
    for (const contentType of ['application/json', 'multipart/form-data', 'text/plain', 'nonsense'])
      expectProper(
        await browser.send(path, {
          method: 'POST',
          headers: { Accept: 'text/html', 'Content-Type': contentType, 'X-XSRF-TOKEN': xsrf },
          body: 'name=Ada',
        }),
        contentType,
      )
  }, 60_000)
})

describe.each(['/pricing', '/portal/audit-log'])('the form of %s, which only asks', (path) => {
  it('answers properly whatever is typed into whatever field, and keeps it', async () => {
    const browser = await visitors.admin()
    const [form] = readForms((await browser.open(path)).text).filter(({ method }) => method === 'get')
    expect(form?.controls.length).toBeGreaterThan(1)
    for (const field of form?.controls ?? [])
      for (const [kind, value] of Object.entries(badTexts)) {
        const typed = value.slice(0, 5000)
        const answer = await browser.open(`${path}?${new URLSearchParams({ [field]: typed }).toString()}`)
        expectProper(answer, `${kind} as ${field}`)
      }
  }, 60_000)
})

afterAll(async () => {
  const browser = await server.openBrowser()
  const mails = (await browser.send('/dev/mail.json')).json<{ subject: string; html: string }[]>()
  expect(mails.length).toBeGreaterThan(0)
  for (const { subject, html } of mails) {
    expect(subject).not.toMatch(/[\r\n]/)
    expect(html).not.toContain('<script>alert(1)')
  }
})
