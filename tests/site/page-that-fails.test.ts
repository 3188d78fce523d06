import { expect, it, onTestFinished } from 'vitest'
import { messages } from '../../app/messages/messages'
import { useAppServer } from '../builders/app-server'
import { buildApplication } from '../builders/team-rows'
import { useTestDatabase } from '../postgres/test-database'

const database = useTestDatabase()
const server = useAppServer(database)

it.each([
  ['/portal/applications', 'applications', 500, messages.pageFailed.text],
  ['/portal/environments/create', 'aws_accounts', 500, messages.awsAccountsFailed.text],
  ['/portal/applications/detail?tab=versions', 'application_versions', 503, messages.versionsFailed.text],
  ['/portal/applications/detail?tab=deployments', 'deployments', 503, messages.deploymentsFailed.text],
])(
  'the page %s without %s says in the words of the catalogue that it could not be loaded',
  async (...given) => {
    const [page, table, status, message] = given
    const email = `${table}@example.com`
    const browser = await server.signUp(email)
    const [teams] = await database.sequelize.query(
      `SELECT team_id AS "teamId" FROM users WHERE email = '${email}'`,
    )
    const { id } = await buildApplication((teams as { teamId: string }[])[0]?.teamId ?? '')
    await database.sequelize.query(`ALTER TABLE ${table} RENAME TO elsewhere`)
    onTestFinished(() => database.sequelize.query(`ALTER TABLE elsewhere RENAME TO ${table}`).then(() => {}))
    const failed = await browser.open(`${page}${page.includes('?') ? '&' : '?'}id=${id}`)
    expect(failed.status).toBe(status)
    expect(failed.text).toContain(message)
  },
)
