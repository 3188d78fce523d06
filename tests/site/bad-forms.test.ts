import { afterAll, describe, expect, it } from 'vitest'
import { testPassword, useAppServer } from '../builders/app-server'
import { badTexts, insides } from '../builders/bad-input'
import type { Answer, Browser } from '../builders/browser'
import { readForms, shownValue, type HtmlForm } from '../builders/html-forms'
import { manyPlaces } from '../builders/many-places'
import { buildVisitors } from '../builders/visitors'
import { useTestDatabase } from '../postgres/test-database'
import { pagesWithForms, type Page } from './pages-with-forms'
import { isSecretField } from '../../app/input/secret-field'

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

/** Those of the deployment core have tests of their own. */
const ofDeploymentCore = /portal\.(applications|environments|external-resources)/
const pages = Object.entries(pagesWithForms).filter(([id]) => !ofDeploymentCore.test(id))

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
  const address = await path(browser, server)
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

/** What whoever reads HTML makes of a text: it has one line break, no halves of characters and no NUL. */
const asRead = (text?: string) => text?.replace(/\r\n?/g, '\n').replace(/\p{Surrogate}|\0/gu, '\ufffd')

/** What was typed is in the form again, unless it is a secret. */
function expectKept(answer: Answer, form: HtmlForm, sent: Record<string, string>, what: string): void {
  if (answer.status < 400 || !answer.text.includes('role="alert"')) return
  const again = postForms(answer.text).find(({ name }) => name === form.name)
  expect(again, what).toBeDefined()
  for (const name of form.controls) {
    const shown = again && shownValue(again, name)
    if (isSecretField(name)) expect(shown ?? '', `${what}: ${name}`).not.toBe(sent[name] || 'x')
    else if (shown !== undefined) expect(shown, `${what}: ${name}`).toBe(asRead(sent[name]))
  }
}

/** Not chosen or ticked, which is compared with what there is. */
const isTyped = (form: HtmlForm, field: string) =>
  isSecretField(field) || shownValue(form, field) !== undefined

function expectTooLong({ status, text }: Answer, what: string): void {
  expect(status, what).toBe(400)
  expect(text, what).toMatch(/id="[^"]*-error"[^>]*>[^<]*at most (<!-- -->)?\d+/)
}

describe.each(pages)('%s', (_route, page) => {
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
          if (kind === 'a very long text' && isTyped(form, field)) expectTooLong(answer, what)
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
