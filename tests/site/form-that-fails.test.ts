import { describe, expect, it } from 'vitest'
import { useAppServer } from '../builders/app-server'
import { readForms, shownValue } from '../builders/html-forms'
import { refuseWrites } from '../builders/refuse-writes'
import { buildApplication } from '../builders/team-rows'
import { useTestDatabase } from '../postgres/test-database'

const database = useTestDatabase()
const server = useAppServer(database)
const path = '/portal/users/create-integration'
const broken = 'Something went wrong on our side. Please try again later.'

describe('a form that fails for a fault of ours', () => {
  it('is shown again as it was typed, with the request to ask about, and is taken later', async () => {
    const browser = await server.signUp('ada@example.com')
    const restore = await refuseWrites(database.sequelize, 'integration_users', 'true')
    const [form] = readForms((await browser.open(path)).text).filter(
      ({ name }) => name === 'createIntegration',
    )
    const failed = await browser.post(path, { ...form?.hidden, name: 'Robot <i>' })
    expect(failed.status).toBe(500)
    expect(failed.text).toContain(broken)
    expect(failed.text).toContain(failed.headers.get('x-request-id') ?? 'no id')
    const shown = readForms(failed.text).find(({ name }) => name === form?.name)
    expect(shown && shownValue(shown, 'name')).toBe('Robot <i>')
    await restore()
    expect((await browser.post(path, { ...shown?.hidden, name: 'Robot' })).status).toBe(302)
  })

  it('whose page fails as well can be sent again without typing anything', async () => {
    const browser = await server.signUp('bob@example.com')
    const [teams] = await database.sequelize.query(
      `SELECT team_id AS "teamId" FROM users WHERE email = 'bob@example.com'`,
    )
    const { id } = await buildApplication((teams as { teamId: string }[])[0]?.teamId ?? '')
    const path = `/portal/applications/delete?id=${id}`
    const [form] = readForms((await browser.open(path)).text).filter(({ name }) => name === 'delete')
    const rename = (from: string, to: string) =>
      database.sequelize.query(`ALTER TABLE ${from} RENAME TO ${to}`)
    await rename('applications', 'elsewhere')
    const failed = await browser.post(path, { ...form?.hidden, remark: 'Robot <i>' })
    await rename('elsewhere', 'applications')
    expect(failed.status).toBe(503)
    const again = readForms(failed.text).find(({ name }) => name === 'delete')
    expect(again?.hidden).toEqual({ ...form?.hidden, remark: 'Robot <i>' })
    expect(failed.text).toMatch(/<a [^>]*href="\/portal\/applications">Go to /)
    expect((await browser.post(again?.action ?? '', again?.hidden ?? {})).status).toBe(302)
  })
})
