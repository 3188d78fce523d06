import { randomUUID } from 'node:crypto'
import { fillRegistration, testPassword, type useAppServer } from './app-server'
import { codeAt } from './authenticator'
import type { Browser } from './browser'

type AppServer = Pick<ReturnType<typeof useAppServer>, 'clock' | 'openBrowser' | 'signUp'>
type Database = {
  readonly sequelize: { query(statement: string, options: { bind: unknown[] }): Promise<unknown> }
}

/** Browsers of people in each state of logging in, new ones each time. `server` is where they go. */
export function buildVisitors(server: AppServer, database: Database) {
  const newEmail = () => `${randomUUID()}@example.com`

  async function changed(change: string): Promise<Browser> {
    const email = newEmail()
    const browser = await server.signUp(email)
    await database.sequelize.query(`UPDATE users SET ${change} WHERE email = $1`, { bind: [email] })
    return browser
  }

  return {
    stranger: () => server.openBrowser(),
    admin: () => server.signUp(newEmail()),
    async unverified() {
      const browser = await server.openBrowser()
      await browser.post('/register', await fillRegistration(browser, newEmail()))
      return browser
    },
    'with a password to change': () => changed('force_password_change = true'),
    async 'with terms to accept'() {
      const email = newEmail()
      const browser = await server.signUp(email)
      await database.sequelize.query(
        `WITH person AS (UPDATE users SET created_at = '2020-01-01' WHERE email = $1 RETURNING id)
         DELETE FROM terms_acceptances WHERE user_id IN (SELECT id FROM person)`,
        { bind: [email] },
      )
      return browser
    },
    async 'asked for the second factor'() {
      const email = newEmail()
      const owner = await server.signUp(email)
      const made = await owner.call('GET', '/v1/account/auth-token')
      const { secretId: id, code } = made.json<{ secretId: string; code: string }>()
      const token = codeAt(code, server.clock.now())
      await owner.call('POST', '/v1/account/auth-token/activate', { id, token })
      const browser = await server.openBrowser()
      await browser.submit('/login', 'login', { email, password: testPassword })
      return browser
    },
  } satisfies Record<string, () => Promise<Browser>>
}

export type Visitor = keyof ReturnType<typeof buildVisitors>
