import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AwsAccountStatus } from '../../core/resources/aws-account'
import { awsAccountStateOf } from '../../core/resources/wire-states'
import type { ConditionReason } from '../../core/resources/metadata'
import { testPassword, useAppServer } from '../builders/app-server'
import type { Browser } from '../builders/browser'
import { buildReadyAccount } from '../builders/deployment-core'
import { buildAwsAccountStatus, buildEnvironmentStatus } from '../builders/resource-status'
import { buildEnvironment } from '../builders/team-rows'
import { useTestDatabase } from '../postgres/test-database'

const database = useTestDatabase()
const { openBrowser, signUp } = useAppServer(database)
let admin: Browser
let member: Browser
let account: Awaited<ReturnType<typeof buildReadyAccount>>
let environment: Awaited<ReturnType<typeof buildEnvironment>>

beforeAll(async () => {
  admin = await signUp('admin@example.com')
  const [rows] = await database.sequelize.query('SELECT team_id AS "teamId" FROM users')
  const { teamId } = rows[0] as { teamId: string }
  member = await signUpMember('member@example.com')
  account = await buildReadyAccount({ teamId })
  environment = await buildEnvironment(account)
})

async function signUpMember(email: string): Promise<Browser> {
  const fields = { name: 'Max', email, password: testPassword, passwordConfirmation: testPassword }
  await admin.submit('/portal/users/create', 'createHuman', fields)
  const verified = 'UPDATE users SET verified_at = now(), force_password_change = false WHERE email = $1'
  await database.sequelize.query(verified, { bind: [email] })
  const browser = await openBrowser()
  await browser.submit('/login', 'login', { email, password: testPassword })
  return browser
}

const remedy = 'Restore the stack from the account’s page.'

const refuse = (reason: ConditionReason, status: 'True' | 'False' = 'False') =>
  environment.update({
    statusType: status === 'True' ? 'READY' : 'FAILURE',
    statusMessage: status === 'True' ? 'Healthy' : remedy,
    status: buildEnvironmentStatus({
      conditions: [
        {
          type: 'CloudAccess',
          status,
          reason,
          message: remedy,
          lastTransitionTime: '',
          observedGeneration: 1,
        },
      ],
    }),
  })

const pages = () => ({
  list: '/portal/environments',
  detail: `/portal/environments/detail?id=${environment.id}`,
  deploy: `/portal/environments/create-deployment?id=${environment.id}`,
  accounts: '/portal/external-resources',
  roles: `/portal/external-resources/roles?awsAccountId=${account.id}`,
})

const linkToRoles = () => `href="/portal/external-resources/roles?awsAccountId=${account.id}"`
const read = async (browser: Browser, page: keyof ReturnType<typeof pages>) =>
  (await browser.open(pages()[page])).text

describe('an environment whose role is refused', () => {
  it('says so in one line of the list, which leads admins to the roles of the account', async () => {
    await refuse('AccessDenied')
    for (const browser of [admin, member]) {
      const text = await read(browser, 'list')
      expect(text).toContain('SDO cannot use its role in the AWS account.')
      expect(text).toContain('Unhealthy, check the logs')
      expect(text.includes(linkToRoles())).toBe(browser === admin)
    }
  })

  it('shares that with others in one banner above the list, with one link', async () => {
    await refuse('AccessDenied')
    const other = await buildEnvironment(account, 'Staging')
    const { statusType, statusMessage, status } = environment
    await other.update({ statusType, statusMessage, status })
    for (const browser of [admin, member]) {
      const text = await read(browser, 'list')
      expect(text).toContain('This blocks 2 environments: Production, Staging.')
      expect(text.split(`>${remedy}`)).toHaveLength(2)
      expect(text.split(linkToRoles())).toHaveLength(browser === admin ? 2 : 1)
      expect(text).not.toContain('SDO cannot use its role in the AWS account.')
    }
    await other.destroy()
  })

  it.each(['detail', 'deploy'] as const)('says why and what to do on its %s page', async (page) => {
    await refuse('AccessDenied')
    for (const browser of [admin, member]) {
      const text = await read(browser, page)
      expect(text.match(new RegExp(`>${remedy}<`, 'g'))).toHaveLength(1)
      expect(text).toContain('Unhealthy, check the logs')
      expect(text.includes(linkToRoles())).toBe(browser === admin)
    }
  })

  it('leads nowhere when it is not the role', async () => {
    await refuse('QuotaExceeded')
    expect(await read(admin, 'list')).toContain('A quota of the AWS account is used up.')
    expect(await read(admin, 'detail')).toContain(remedy)
    expect(await read(admin, 'detail')).not.toContain(linkToRoles())
  })

  it('says nothing once AWS does what is asked again', async () => {
    await refuse('Ready', 'True')
    for (const page of ['list', 'detail', 'deploy'] as const) {
      expect(await read(admin, page)).not.toContain('SDO cannot use its role')
      expect(await read(admin, page)).not.toContain(`>${remedy}<`)
    }
  })
})

describe('the AWS account of such an environment', () => {
  const findIn = (phase: AwsAccountStatus['phase'], message: string) =>
    account.update({ state: awsAccountStateOf(phase), status: buildAwsAccountStatus({ phase, message }) })

  it('is red in the list and on its page, with the reason, though its roles look right', async () => {
    await refuse('AccessDenied')
    await findIn('Ready', 'The account is ready to associate with environments.')
    const list = await read(admin, 'accounts')
    expect(list).toContain('SDO cannot use its role for Production.')
    expect(list).toContain('text-bad')
    expect(list).not.toContain('Healthy')
    const page = await read(admin, 'roles')
    expect(page).toContain('SDO cannot use its role for Production.')
    expect(page).toContain(remedy)
    expect(page).not.toContain('Your account is ready')
  })

  it.each(['Failure', 'UpdateNeeded'] as const)('gives the reason when it is in %s', async (phase) => {
    const reason = `The role is missing ${randomUUID()}.`
    await refuse('AccessDenied')
    await findIn(phase, reason)
    for (const page of ['accounts', 'roles'] as const) {
      const text = await read(admin, page)
      expect(text).toContain(`>${reason}<`)
      expect(text).toContain('text-bad')
    }
    expect(await read(member, 'accounts')).toContain(`>${reason}<`)
  })

  it('is well again with the environment', async () => {
    await refuse('Ready', 'True')
    await findIn('Ready', 'The account is ready to associate with environments.')
    const list = await read(admin, 'accounts')
    expect(list).toContain('Healthy')
    expect(list).not.toContain('text-bad')
    expect(list).not.toContain('SDO cannot use')
    expect(await read(admin, 'roles')).toContain('Your account is ready')
  })
})

it('the page of an account says which roles of applications can be used, and of the others what to do', async () => {
  const problem = 'The role is missing. Create it.'
  const arn = 'arn:aws:iam::111122223333:role/mail'
  const found = (applicationRoles: object[]) =>
    account.update({
      state: 'SUCCESS',
      status: { ...buildAwsAccountStatus(), applicationRoles: applicationRoles as [] },
    })
  const used = { arn, environments: ['Production', 'Staging'] }
  const readRoles = async () => (await admin.open(pages().roles)).text.replaceAll('<!-- -->', '')
  await found([{ ...used, problem }])
  for (const words of [arn, problem, 'Used in Production, Staging'])
    expect(await readRoles()).toContain(words)
  await found([used])
  for (const words of [arn, 'Each carries the tag', 'Used in Production, Staging'])
    expect(await readRoles()).toContain(words)
  expect(await readRoles()).not.toContain('Cannot be used')
  await found([])
  expect(await read(admin, 'roles')).not.toContain('Roles of applications')
})
