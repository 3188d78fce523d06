import type { Message } from '../../core/messages/declare-messages'
import { describe, expect, it } from 'vitest'
import { messages } from '../../app/messages/messages'
import type { Application } from '../../db/models/application'
import { User } from '../../db/models/user'
import { useAppServer } from '../builders/app-server'
import { readForms } from '../builders/html-forms'
import { refuseWrites } from '../builders/refuse-writes'
import { buildApplication, buildEnvironment, buildVersion } from '../builders/team-rows'
import { useTestDatabase } from '../postgres/test-database'
import { AwsAccount } from '../../db/models/aws-account'
import { randomUUID } from 'node:crypto'

const database = useTestDatabase()
const server = useAppServer(database)

const config = { dockerBaseUrl: 'sdo/sample', cpuCount: '0.5', memoryMb: '300', numProcesses: '1' }

interface Team {
  application: Application
  versionId: string
  accountId: string
  environmentId: string
}

const applicationPage = ({ application }: Team) =>
  `/portal/applications/detail?id=${application.id}&name=Shop`

const forms: [
  name: string,
  path: (team: Team) => string,
  typed: (team: Team) => Record<string, string>,
  Message,
][] = [
  [
    'createApplication',
    () => '/portal/applications/create',
    () => ({ ...config, applicationName: 'Cart' }),
    messages.processCreateFailed,
  ],
  ['editConfig', applicationPage, () => ({ ...config, applicationName: 'Shop' }), messages.processEditFailed],
  [
    'setAutoDeployTarget',
    applicationPage,
    ({ environmentId }) => ({ environmentId }),
    messages.autoDeployFailed,
  ],
  [
    'renameVersion',
    applicationPage,
    ({ versionId }) => ({ subject: versionId, name: 'v2' }),
    messages.versionRenameFailed,
  ],
  [
    'declareVersion',
    ({ application }) => `/portal/applications/declare-version?id=${application.id}`,
    ({ application }) => ({
      integrationId: application.integrationId,
      id: application.id,
      name: 'Shop',
      dockerImageTag: 'v2',
    }),
    messages.versionDeclareFailed,
  ],
  [
    'createAwsAccount',
    () => '/portal/external-resources/create',
    () => ({ name: 'Other', awsAccountNumber: '123456789012' }),
    messages.awsAccountFailed,
  ],
  [
    'rename',
    ({ accountId }) => `/portal/external-resources/roles?awsAccountId=${accountId}`,
    () => ({ newName: 'Renamed' }),
    messages.awsAccountRenameFailed,
  ],
  [
    'override',
    ({ environmentId }) => `/portal/environments/detail?id=${environmentId}&tab=overrides`,
    ({ application }) => ({ subject: application.id, override: 'on', numProcesses: '3' }),
    messages.processValuesFailed,
  ],
]

describe('a form of the deployment core that fails for a fault of ours', () => {
  it.each(forms)('says so in its own words: %s', async (name, path, typed, message) => {
    const browser = await server.signUp(`${name.toLowerCase()}@example.com`)
    const team = await buildTeam(`${name.toLowerCase()}@example.com`)
    const page = await browser.open(path(team))
    const [form] = readForms(page.text).filter(({ method }) => method === 'post')
    const restore = await refuseWrites(database.sequelize, 'audit_entries', 'true')
    const failed = await browser.post(path(team), { ...form?.hidden, form: name, ...typed(team) })
    await restore()
    expect(failed.status).toBe(503)
    expect(failed.text.replaceAll('&#x27;', "'")).toContain(message.text)
  })
})

async function buildTeam(email: string): Promise<Team> {
  const { teamId } = await User.findOne({ where: { email }, rejectOnEmpty: true })
  const account = await AwsAccount.create({
    id: randomUUID(),
    teamId,
    name: 'Main',
    accountNumber: '210987654321',
    externalId: randomUUID(),
  })
  const application = await buildApplication(teamId)
  return {
    application,
    versionId: (await buildVersion(application)).id,
    accountId: account.id,
    environmentId: (await buildEnvironment(account)).id,
  }
}
