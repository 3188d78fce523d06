import { beforeAll, describe, expect, it } from 'vitest'
import { portalMenu } from '../../app/components/portal-menu'
import { testPassword, useAppServer } from '../builders/app-server'
import { codeAt } from '../builders/authenticator'
import type { Answer, Browser } from '../builders/browser'
import { readForms, type HtmlForm } from '../builders/html-forms'
import { logIn } from '../builders/sign-in'
import { buildVisitors } from '../builders/visitors'
import { useTestDatabase } from '../postgres/test-database'
import { addressOf, handleOf, isIndex, leaves, nameOf } from './page-addresses'
import {
  exceptions,
  opens,
  outcomesOf,
  refused,
  states,
  toLogin,
  type Outcomes,
  type Sample,
  type State,
} from './page-outcomes'
import { buildSample } from './page-sample'

const database = useTestDatabase()
const server = useAppServer(database)
const visitors = buildVisitors(server, database)

const browsers = new Map<State, Browser>()
const samples = new Map<State, Sample>()

/** Adds an authenticator token; its id. */
async function addAuthenticator(browser: Browser): Promise<string> {
  const made = await browser.call('GET', '/v1/account/auth-token')
  const { secretId: id, code } = made.json<{ secretId: string; code: string }>()
  const token = codeAt(code, server.clock.now())
  await browser.call('POST', '/v1/account/auth-token/activate', { id, token })
  return id
}

beforeAll(async () => {
  for (const state of states) if (state !== 'member') browsers.set(state, await visitors[state]())
  const admin = await server.signUp('admin@example.com')
  const email = 'member@example.com'
  await admin.call('POST', '/v1/user/human', { name: 'Max', email, password: testPassword })
  const [rows] = await database.sequelize.query(
    `UPDATE users SET verified_at = now(), force_password_change = false WHERE email = $1 RETURNING team_id AS "teamId"`,
    { bind: [email] },
  )
  const member = await server.openBrowser()
  await logIn(member, email)
  browsers.set('admin', admin).set('member', member)

  const { teamId = '' } = (rows as { teamId: string }[])[0] ?? {}
  await admin.call('POST', '/v1/webhook', { url: 'https://hooks.example.com/x' })
  const things = await buildSample(teamId)
  for (const state of states) samples.set(state, things)
  for (const [state, browser] of [
    ['admin', admin],
    ['member', member],
  ] as const)
    samples.set(state, { ...things, authenticator: await addAuthenticator(browser) })
})

function visit(state: State, id: string) {
  const browser = browsers.get(state)
  const sample = samples.get(state)
  if (!browser || !sample) throw new Error(`Nobody is ${state}.`)
  const path = addressOf(id, sample)
  return { browser, path }
}

async function openPage(state: State, id: string): Promise<string> {
  const { browser, path } = visit(state, id)
  const answer = await browser.open(path)
  return answer.status === 200 ? opens : outcomeOf(answer, path)
}

/** Sends a form that no page has: whoever may send one is told so, and nothing happens. */
async function sendForm(state: State, id: string): Promise<string> {
  const { browser, path } = visit(state, id)
  await browser.open('/')
  const xsrf = browser.cookies.get('XSRF-TOKEN') ?? ''
  const index = isIndex(id) ? `${path.includes('?') ? '&' : '?'}index` : ''
  const answer = await browser.post(path + index, { xsrf, form: 'none' })
  const isRead = answer.status === 400 && answer.text.includes('This form is not known.')
  return isRead ? opens : outcomeOf(answer, path)
}

function outcomeOf({ status, location }: Answer, path: string): string {
  if (location === `/login?to=${encodeURIComponent(path)}`) return toLogin
  return location ?? { 403: refused, 404: 'is not there' }[status] ?? String(status)
}

const inEachState = async (act: (state: State) => Promise<string>) => {
  const outcomes: Record<string, string> = {}
  for (const state of states) outcomes[state] = await act(state)
  return outcomes
}
const byState = (outcomes: Outcomes) =>
  Object.fromEntries(states.map((state, index) => [state, outcomes[index]]))

const entries = leaves.map(({ id, module }) => {
  const name = nameOf(id)
  const handle = handleOf(id)
  const { get = [], post } = outcomesOf(name, handle)
  return { id, name, module, handle, about: handle?.about ?? {}, get, post }
})

describe('every state of logging in × every page', () => {
  it('is known of each route of the app and each form', () => {
    const unknown = entries.filter(({ get }) => get.length !== states.length)
    expect(unknown.map(({ name }) => name)).toEqual([])
    for (const { name, module, post } of entries)
      expect(post !== undefined, `${name} has forms`).toBe(module.action !== undefined)
    const names = entries.map(({ name }) => name)
    for (const name of Object.keys(exceptions)) expect(names).toContain(name)
  })

  it.each(entries)('$name opens to whom it should, and leads others on', async ({ id, get }) => {
    expect(await inEachState((state) => openPage(state, id))).toEqual(byState(get))
  })

  it.each(entries.filter(({ post }) => post))(
    '$name takes forms from whom it should',
    async ({ id, post }) => {
      expect(await inEachState((state) => sendForm(state, id))).toEqual(byState(post ?? []))
    },
  )

  it('has a title of its own, which names the thing and the list that it belongs to', async () => {
    const seen = new Map<string, string>()
    for (const { id, name, get, about } of entries) {
      if (get[states.indexOf('admin')] !== opens || unlisted.has(name)) continue
      const { browser, path } = visit('admin', id)
      const title = titleOf((await browser.open(path)).text)
      expect(title, path).toMatch(/^\S.* · SDO$/)
      expect(seen.get(title), `${path} is called as another page: ${title}`).toBeUndefined()
      seen.set(title, path)
      const list = portalMenu.flat().find(({ to }) => path.startsWith(`${to}/`))
      if (list) expect(title, path).toMatch(new RegExp(`^.+ · ${list.label} · SDO$`))
      const names = Object.values(about)
        .map((thing) => nameOfSample[thing])
        .filter((thing) => thing !== '')
      if (names.length > 0 && list)
        expect(
          names.filter((thing) => title.includes(thing)),
          `${path} names nothing that it is about: ${title}`,
        ).not.toEqual([])
    }
    expect(seen.size).toBeGreaterThan(40)
  })

  it.each(entries)(
    '$name has no id twice, and none is missing, as it opens and after each of its forms was refused',
    async ({ id, get }) => {
      for (const [index, state] of states.entries()) {
        if (get[index] !== opens) continue
        const { browser, path } = visit(state, id)
        const { text } = await browser.open(path)
        expect(faultyIds(text), `${path} for ${state}`).toEqual([])
        // Forms without anything to type could only succeed.
        for (const form of readForms(text).filter(({ controls }) => controls.length > 0)) {
          const answer = await sendNonsense(browser, path, form)
          expect(faultyIds(answer.text), `${form.name} at ${path} for ${state}`).toEqual([])
        }
      }
    },
  )
})

/** What is called as the product, and what is no page. */
const unlisted = new Set([
  '_index',
  'dev.mail[.]json',
  'portal.go-to',
  'portal.environments.log-events',
  'portal.external-resources.template',
])

/** How the things are called that the pages are about; what has no name, as an authenticator, is empty. */
const nameOfSample: Sample = {
  application: 'Shop',
  environment: 'Production',
  environmentVersion: 'Production',
  deployment: 'Deployment 1',
  process: 'Shop',
  awsAccount: 'Main account',
  hostedZone: 'example.com',
  externalNetwork: 'vpc-0',
  integration: 'Builds',
  integrationToken: 'Builds',
  integrationTrust: 'Builds',
  person: 'Eve Member',
  authenticator: '',
  deletedEnvironment: 'Gone',
}

const titleOf = (html: string) => /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''

/** Fills in every control of a form with what none of them takes. */
function sendNonsense(browser: Browser, path: string, { method, action, hidden, controls }: HtmlForm) {
  const fields = new URLSearchParams([
    ...Object.entries(hidden),
    ...controls.map((name): [string, string] => [name, '-']),
  ])
  if (method === 'get') return browser.open(`${action ?? path}?${fields.toString()}`)
  return browser.send(action ?? path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/html' },
    body: fields.toString(),
  })
}

/** Ids that stand twice in a page, and those that are referred to and are not there. */
function faultyIds(html: string): string[] {
  const values = (attribute: string) =>
    [...html.matchAll(new RegExp(` ${attribute}="([^"]*)"`, 'g'))].flatMap(([, value = '']) =>
      value.split(' '),
    )
  const ids = values('id')
  const links = values('href').flatMap((href) => (/^#./.test(href) ? [href.slice(1)] : []))
  const references = [...values('for'), ...values('aria-describedby'), ...values('aria-labelledby'), ...links]
  const twice = ids.filter((each, index) => ids.indexOf(each) !== index).map((each) => `${each} twice`)
  return [...twice, ...references.filter((each) => !ids.includes(each)).map((each) => `${each} missing`)]
}
