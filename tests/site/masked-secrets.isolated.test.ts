import { randomUUID } from 'node:crypto'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { buildPerson } from '../builders/actors'
import { buildApp } from '../builders/app-build'
import { readCode, testPassword, useAppServer } from '../builders/app-server'
import { codeAt } from '../builders/authenticator'
import type { Answer, Browser } from '../builders/browser'
import { buildDeletedEnvironment, buildDeployment, buildReadyAccount } from '../builders/deployment-core'
import { buildProcess } from '../builders/environment-parts'
import { buildExternalNetwork } from '../builders/external-networks'
import { buildHostedZone } from '../builders/hosted-zones'
import { readForms } from '../builders/html-forms'
import { buildEnvironmentStatus } from '../builders/resource-status'
import { buildApplication, buildEnvironment, buildTrust, buildVersion } from '../builders/team-rows'
import { isIn, unmaskedSecrets, type Secret } from '../builders/unmasked-secrets'
import { buildVisitors } from '../builders/visitors'
import { useTestDatabase } from '../postgres/test-database'
import { addressOf, handleOf, leaves, nameOf, pathOf } from './page-addresses'
import type { Sample } from './page-outcomes'
import { isSecretField } from '../../app/input/secret-field'
import { isRecorded } from '../../app/components/is-recorded'
import { QrDrawing } from '../../app/routes/portal.security.add-token/qr-image'

/** Every secret that the program made in this file. */
const secrets = vi.hoisted((): { kind: string; value: string }[] => [])
const noting = vi.hoisted(
  () =>
    <Module extends object>(module: Module, name: keyof Module & string): Module => ({
      ...module,
      [name]: (...parameters: never[]) => {
        const value = (module[name] as (...parameters: never[]) => string)(...parameters)
        secrets.push({ kind: name, value })
        return value
      },
    }),
)
vi.mock(import('../../app/services/secrets/secret-token'), async (load) =>
  noting(await load(), 'createSecretToken'),
)
vi.mock(import('../../app/webhook/sign'), async (load) => noting(await load(), 'createWebhookSecret'))
vi.mock(import('../../app/services/email-verification/verification-code'), async (load) =>
  noting(await load(), 'createVerificationCode'),
)
vi.mock(import('../../app/services/device-login/user-code'), async (load) =>
  noting(await load(), 'createUserCode'),
)
vi.mock(import('../../app/services/second-factor/authenticator-code'), async (load) =>
  noting(await load(), 'createAuthenticatorSecret'),
)
vi.mock(import('../../app/services/second-factor/recovery-code'), async (load) =>
  noting(await load(), 'createRecoveryCode'),
)

const database = useTestDatabase()
const server = useAppServer(database, { sessionRecordingUrl: 'https://recorder.example/record.js' })
const visitors = buildVisitors(server, database)
const { routes } = buildApp()

interface Visit {
  /** Its route, as the file is called. */
  name: string
  path: string
  browser: Browser
  answer: Answer
}
const visits: Visit[] = []

/** They lead on, or are no page. */
const isWithoutPage = (name: string) =>
  ['dev.mail[.]json', 'portal._index', 'v1.$'].includes(name) ||
  (handleOf(`routes/${name}`)?.docs === null && name !== 'portal.$')

function handlesOf(name: string): unknown[] {
  const handles: unknown[] = []
  for (let route = routes[`routes/${name}`]; route; route = routes[route.parentId ?? ''])
    handles.push((route.module as { handle?: unknown }).handle)
  return handles
}

const keep = (name: string, path: string, browser: Browser, answer: Answer) => {
  visits.push({ name, path, browser, answer })
  return answer
}

const open = async (name: string, browser: Browser, query = ''): Promise<Answer> => {
  const path = pathOf(`routes/${name}`) + query
  return keep(name, path, browser, await browser.open(path))
}

/** Sends a form of a page and keeps what is shown then. */
async function submit(
  name: string,
  browser: Browser,
  query: string,
  form: string,
  fields = {},
): Promise<void> {
  const path = pathOf(`routes/${name}`) + query
  const answer = await browser.submit(path, form, fields)
  expect(answer.location, `${path} shows what it made`).toBeUndefined()
  keep(name, path, browser, answer)
}

/** Sends every form of the page in which a secret is typed, with secrets that are wrong. */
async function typeWrongSecrets({ name, path, browser, answer }: Visit): Promise<void> {
  for (const form of readForms(answer.text)) {
    if (form.method !== 'post' || !form.controls.some(isSecretField)) continue
    const typed = Object.fromEntries(
      form.controls.map((control, index) => [
        control,
        isSecretField(control) ? `typed-secret-${index}` : 'x',
      ]),
    )
    for (const value of Object.values(typed)) if (value !== 'x') secrets.push({ kind: 'typed secret', value })
    keep(name, path, browser, await browser.post(form.action ?? path, { ...form.hidden, ...typed }))
  }
}

async function openAll(): Promise<void> {
  const email = 'admin@example.com'
  const admin = await server.signUp(email)
  const { teamId } = (await admin.call('GET', '/v1/account')).json<{ teamId?: string }>()
  const [rows] = await database.sequelize.query('SELECT team_id AS "teamId" FROM users WHERE email = $1', {
    bind: [email],
  })
  const account = await buildReadyAccount({
    teamId: teamId ?? (rows as { teamId: string }[])[0]?.teamId ?? '',
  })
  secrets.push({ kind: 'external ID', value: account.externalId })
  const environment = await buildEnvironment(account)
  const application = await buildApplication(account.teamId)
  const { id: deployment, environmentVersionId } = await buildDeployment(environment, [
    await buildVersion(application),
  ])
  const process = buildProcess(randomUUID(), { applicationId: application.id, deployment })
  await environment.update({ status: buildEnvironmentStatus({ processes: [process] }) })
  const zone = await buildHostedZone(account)
  const network = await buildExternalNetwork(account)
  const integration = (await admin.call('POST', '/v1/user/integration', { name: 'Builds' })).json<{
    id: string
  }>()
  await submit('portal.users.integration', admin, `?id=${integration.id}`, 'createToken')
  const { integrationUsers } = (await admin.call('GET', '/v1/view-controller/user')).json<{
    integrationUsers: { tokens: { id: string }[] }[]
  }>()
  const { secretId, code } = (await admin.call('GET', '/v1/account/auth-token')).json<{
    secretId: string
    code: string
  }>()

  const stranger = await visitors.stranger()
  await stranger.submit('/login/forgot-password', 'forgotPassword', { email })
  await readCode(admin, email)
  const reset = secrets.findLast(({ kind }) => kind === 'createSecretToken')?.value ?? ''

  const { userCode } = (await stranger.call('POST', '/v1/account/device-code')).json<{ userCode: string }>()

  const about = (id: string, name = 'id') => `?${name}=${id}`
  const sample: Sample = {
    application: application.id,
    environment: environment.id,
    process: process.id,
    deployment,
    environmentVersion: environmentVersionId ?? '',
    deletedEnvironment: await buildDeletedEnvironment(await buildEnvironment(account, 'Gone')),
    awsAccount: account.id,
    hostedZone: zone.id,
    externalNetwork: network.id,
    integration: integration.id,
    integrationToken: integrationUsers[0]?.tokens[0]?.id ?? '',
    integrationTrust: (await buildTrust(integration.id)).id,
    person: (await buildPerson(account.teamId)).userId,
    authenticator: secretId,
  }
  const secretsIn: Record<string, string> = {
    'login.new-password': about(reset, 'token'),
    'portal.device': about(userCode, 'code'),
  }
  const all = [
    admin,
    stranger,
    await visitors.unverified(),
    await visitors['with a password to change'](),
    await visitors['with terms to accept'](),
    await visitors['asked for the second factor'](),
  ]
  await submit('portal.notifications._index', admin, '', 'createWebhook', {
    url: 'https://hooks.example.com/x',
  })
  await open('login._index', stranger, about(`/portal/device?code=${userCode}`, 'to'))
  const openEach = async (browsers: Browser[]) => {
    for (const { id } of leaves)
      for (const browser of browsers) {
        const name = nameOf(id)
        const path = secretsIn[name] === undefined ? addressOf(id, sample) : pathOf(id) + secretsIn[name]
        keep(name, path, browser, await browser.open(path))
      }
  }
  await openEach(all)
  await submit('portal.security.add-token', admin, about(secretId), 'activate', {
    code: codeAt(code, server.clock.now()),
    currentPassword: testPassword,
  })
  // With a second factor more is shown.
  await openEach([admin])
  await submit('portal.security.recovery-codes', admin, '', 'create', { currentPassword: testPassword })
  for (const visit of [...visits]) if (visit.answer.status === 200) await typeWrongSecrets(visit)
  secrets.push({ kind: 'password', value: testPassword })
  for (const browser of all)
    secrets.push({ kind: 'cross-site token', value: browser.cookies.get('XSRF-TOKEN') ?? '' })
}

beforeAll(openAll, 120_000)

const isPage = ({ answer }: Visit) => (answer.headers.get('content-type') ?? '').startsWith('text/html')
const seen = () => visits.filter((visit) => isPage(visit) && visit.answer.location === undefined)
const mayBeRecorded = ({ name, path }: Visit) =>
  isRecorded(new URL(path, 'http://portal.test').search, handlesOf(name))

describe('the secrets on pages', () => {
  it('are looked for on every page', () => {
    const opened = new Set(
      seen()
        .filter(({ answer: { status } }) => status === 200)
        .map(({ name }) => name),
    )
    const missing = leaves
      .map(({ id }) => nameOf(id))
      .filter((name) => !opened.has(name) && !isWithoutPage(name))
    // They say with 404 that nothing is there.
    expect(missing.sort()).toEqual(['$', 'portal.$'])
  })

  it('are really there: each kind is shown somewhere', () => {
    const shown = new Set(
      secrets
        .filter(({ value }) => seen().some(({ answer }) => isIn(answer.text, value)))
        .map(({ kind }) => kind),
    )
    expect([...shown].sort()).toEqual([
      'createAuthenticatorSecret',
      'createRecoveryCode',
      'createSecretToken',
      'createUserCode',
      'createVerificationCode',
      'createWebhookSecret',
      'cross-site token',
      'external ID',
    ])
  })

  it('are masked wherever they are shown', () => {
    const exposed = seen().flatMap((visit) => {
      const { name, path, answer } = visit
      // What stands in the address of a page that is not recorded stands in its form as well.
      const looked = secrets.filter(({ value }) => mayBeRecorded(visit) || !isIn(path, value))
      return unmaskedSecrets(answer.text, looked).map(({ kind, place }) => `${name}: ${kind} in ${place}`)
    })
    expect([...new Set(exposed)]).toEqual([])
  })

  it('are on no page that is recorded, masked or not, in no script either, but the token of its forms', () => {
    const recorded = seen().filter(mayBeRecorded)
    expect(recorded.length).toBeGreaterThan(50)
    const shown = recorded.flatMap(({ name, answer }) =>
      secrets
        .filter(({ kind, value }) => kind !== 'cross-site token' && isIn(answer.text, value))
        .map(({ kind }) => `${name}: ${kind}`),
    )
    expect([...new Set(shown)]).toEqual([])
  })
})

describe('what looks for them', () => {
  const secret: Secret[] = [{ kind: 'secret', value: 'a-long-secret/value' }]
  it.each([
    ['<p>a-long-secret/value</p>', 'html > body > p'],
    ['<a href="/x?token=a-long-secret%2Fvalue">here</a>', 'html > body > a[href]'],
    ['<img src="data:,a-long-secret/value" data-public>', 'html > body > img[src]'],
    ['<input type=hidden value="a-long-secret&#x2F;value">', 'html > body > input[value]'],
    ['<!-- a-long-secret/value -->', ' > comment'],
  ])('finds it in %s', (html, place) => {
    expect(unmaskedSecrets(html, secret)).toEqual([{ kind: 'secret', place }])
  })

  it('finds none that is masked, around it or at it, also in an image', () => {
    expect(unmaskedSecrets('<div data-private><p>a-long-secret/value</p></div>', secret)).toEqual([])
    const image = renderToStaticMarkup(
      createElement(QrDrawing, { address: 'data:image/png;base64,a-long-secret/value', label: 'Image' }),
    )
    expect(image).toContain('a-long-secret/value')
    expect(unmaskedSecrets(image, secret)).toEqual([])
  })
})
