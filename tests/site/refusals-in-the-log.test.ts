import { beforeEach, expect, it } from 'vitest'
import { createLogger } from '../../core/logging/logger'
import { testPassword, useAppServer } from '../builders/app-server'
import type { Browser } from '../builders/browser'
import { useTestDatabase } from '../postgres/test-database'

interface Line {
  level: number
  time: number
  msg: string
  [field: string]: unknown
}

const warn = 40
const info = 30
const database = useTestDatabase()
const { openBrowser, signUp } = useAppServer(database)

let written: string[] = []
const log = createLogger('app', 'info', { write: (text: string) => void written.push(text) })
let browser: Browser
beforeEach(async () => {
  browser = await openBrowser({ log })
  written = []
})

const refusals = (): Line[] =>
  written
    .join('')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
    .filter(({ msg }) => msg === 'request refused')

async function logInMember(email: string): Promise<{ userId: string }> {
  await signUp(email)
  await database.sequelize.query('UPDATE users SET is_admin = false WHERE email = $1', { bind: [email] })
  await browser.call('POST', '/v1/account/login', { email, password: testPassword })
  const [[user]] = await database.sequelize.query('SELECT id FROM users WHERE email = $1', { bind: [email] })
  return { userId: (user as { id: string }).id }
}

it('has who was refused what, when and from where', async () => {
  const { userId } = await logInMember('member@example.com')
  const call = await browser.call('POST', '/v1/user/integration', { name: 'CI' })
  expect(refusals()).toEqual([
    expect.objectContaining({
      level: warn,
      time: expect.any(Number) as number,
      code: 'forbidden',
      userId,
      teamId: expect.any(String) as string,
      source: '127.0.0.1',
      method: 'POST',
      path: '/v1/user/integration',
      requestId: call.headers.get('X-Request-Id'),
    }),
  ])
  await browser.open('/portal/users/create?token=of-a-mail')
  expect(refusals()[1]).toMatchObject({ code: 'forbidden', path: '/portal/users/create', userId })
  expect(written.join('')).not.toContain('of-a-mail')
})

it('has writes that another site may have caused', async () => {
  await browser.post('/login', { form: 'login', email: 'a@b.cc', password: 'typed-password' })
  expect(refusals()).toMatchObject([{ level: warn, code: 'cross-site', path: '/login', source: '127.0.0.1' }])
})

it('has guessing that was slowed down, by page and by call, and nothing of what was typed', async () => {
  const guess = { email: 'victim@example.com', password: 'typed-password' }
  for (let guesses = 0; guesses < 6; guesses++) await browser.call('POST', '/v1/account/login', guess)
  await browser.submit('/login', 'login', guess)
  expect(refusals().filter(({ code }) => code === 'throttled')).toMatchObject([
    { level: warn, path: '/v1/account/login' },
    { level: warn, path: '/login' },
  ])
  expect(written.join('')).not.toMatch(/typed-password|victim@/)
})

it('has input that does not fit, by the names of its fields alone', async () => {
  await browser.call('POST', '/v1/account', { name: 'typed-name', email: 7 })
  const [line] = refusals()
  expect(line).toMatchObject({ level: info, code: 'invalid', fields: expect.any(Array) as string[] })
  expect(written.join('')).not.toContain('typed-name')
})

it('is one line for each, whatever the address is made of', async () => {
  await browser.send('/v1/",%22level%22:60,"%5Cn')
  expect(refusals()).toMatchObject([
    { level: info, code: 'not-found', path: expect.stringMatching(/^\/v1\//) as string },
  ])
  expect(written).toHaveLength(1)
})
