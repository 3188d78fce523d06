import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { overridesAtOnce } from '../../app/services/environments/page-of-overrides'
import { User } from '../../db/models/user'
import { useAppServer } from '../builders/app-server'
import type { Browser } from '../builders/browser'
import { buildReadyAccount } from '../builders/deployment-core'
import { useTestDatabase } from '../postgres/test-database'
import { buildEnvironment } from '../builders/team-rows'

const database = useTestDatabase()
const app = useAppServer(database)
const long = 450

/** Fills what the person with `email` sees: more than fits on two pages, of everything that can be so long. */
async function fill(email: string): Promise<{ applicationId: string }> {
  const run = (sql: string, values: unknown[]) => database.sequelize.query(sql, { bind: values })
  const applicationId = randomUUID()
  const team = '(SELECT team_id FROM users WHERE email = $1)'
  await run(
    `INSERT INTO applications (id, team_id, name, cpu_count, memory_mb, docker_base_url, num_processes, integration_id)
     SELECT CASE n WHEN 1 THEN $2::uuid ELSE gen_random_uuid() END, ${team}, 'app_' || n, 1, 256, 'a/b', 1, gen_random_uuid()
     FROM generate_series(1, $3::integer) n`,
    [email, applicationId, long],
  )
  await run(
    `INSERT INTO users (id, team_id, name, email, password_hash, is_admin)
     SELECT gen_random_uuid(), ${team}, 'Person ' || n, 'app_' || n || '-' || $1, '', false FROM generate_series(1, $2::integer) n`,
    [email, long],
  )
  await run(
    `INSERT INTO application_versions (id, application_id, name, docker_tag, created_at)
     SELECT gen_random_uuid(), $1::uuid, 'app_' || n, 'tag', now() - n * interval '1 minute' FROM generate_series(1, $2::integer) n`,
    [applicationId, long],
  )
  return { applicationId }
}

/** Where a link of the page leads, as somebody without JavaScript would follow it. */
function findLink(text: string, word: string, address: string): string | undefined {
  const href = new RegExp(`<a href="([^"]+)"[^>]*>${word}</a>`).exec(text)?.[1]?.replaceAll('&amp;', '&')
  return href === undefined ? undefined : address.split('?')[0] + href
}

/** The rows of the list at `address`, by following `word` as long as there is one. */
async function follow(browser: Browser, address: string, word: string) {
  const pages: string[][] = []
  let last = address
  for (let next: string | undefined = address; next !== undefined;) {
    const { status, text } = await browser.open(next)
    expect(status).toBe(200)
    pages.push([...new Set(text.match(/\bapp_\d+\b/g))])
    last = next
    next = findLink(text, word, address)
  }
  return { pages, last }
}

describe('a long list', () => {
  it('is shown a page at a time, with links to the next and the previous one that need no JavaScript', async () => {
    const email = 'long@example.com'
    const browser = await app.signUp(email)
    const { applicationId } = await fill(email)
    const { teamId } = await User.findOne({ where: { email }, rejectOnEmpty: true })
    const { id: environmentId } = await buildEnvironment(await buildReadyAccount({ teamId }))
    const addresses: [string, number][] = [
      ['/portal/applications', 3],
      ['/portal/users', 3],
      [`/portal/applications/detail?id=${applicationId}&name=app&tab=versions`, 3],
      [`/portal/environments/detail?id=${environmentId}&tab=overrides`, long / overridesAtOnce],
    ]
    for (const [address, count] of addresses) {
      const { pages, last } = await follow(browser, address, 'Next')
      expect(pages.length, address).toBe(count)
      expect(new Set(pages.flat()).size, address).toBe(long)
      const back = await follow(browser, last, 'Previous')
      expect(new Set(back.pages.flat()).size, address).toBe(long)
    }
  }, 30_000)

  it('has a filter by what is in a name, on every page with a list, and says when it leaves nothing', async () => {
    const email = 'filtered@example.com'
    const browser = await app.signUp(email)
    const { applicationId } = await fill(email)
    const { teamId } = await User.findOne({ where: { email }, rejectOnEmpty: true })
    for (let index = 1; index <= 12; index++) await buildReadyAccount({ teamId }, `app_${index}`)
    const { id: environmentId } = await buildEnvironment(await buildReadyAccount({ teamId }))
    for (const address of [
      '/portal/applications?',
      '/portal/users?',
      '/portal/external-resources?',
      `/portal/applications/detail?id=${applicationId}&name=app&tab=versions&`,
      `/portal/environments/detail?id=${environmentId}&name=Production&tab=overrides&`,
    ]) {
      const whole = await browser.open(address)
      expect(whole.text, address).toMatch(/role="search"/)
      const { status, text } = await browser.open(`${address}filter=APP_12`)
      expect(status, address).toBe(200)
      const shown = new Set(text.match(/\bapp_\d+\b/g))
      expect([shown.has('app_12'), shown.has('app_2')], address).toEqual([true, false])
      expect((await browser.open(`${address}filter=nobody`)).text, address).toMatch(/has this in/)
    }
  })

  it('does not break the page on which a cursor is nonsense', async () => {
    const browser = await app.signUp('nonsense@example.com')
    expect((await browser.open('/portal/applications?cursor=nonsense')).status).toBe(400)
  })
})
