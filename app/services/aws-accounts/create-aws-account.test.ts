import { describe, expect, it } from 'vitest'
import { messages } from '../../../core/messages'
import { AwsAccount } from '../../../db/models/aws-account'
import { buildAccountNumber, buildServices, buildTeam } from '../../../tests/builders/deployment-core'
import { useTestDatabase } from '../../../tests/postgres/test-database'

const database = useTestDatabase()
const setUp = async () => ({ ...buildServices(database.sequelize), team: await buildTeam() })
const reload = (id: string) => AwsAccount.findByPk(id, { rejectOnEmpty: true })
const newAccount = (name = 'Main') => ({ name, awsAccountNumber: buildAccountNumber() })

describe('createAwsAccount', () => {
  it('adds an account that the controller has yet to see, with an external id of its own', async () => {
    const { awsAccounts, team } = await setUp()
    const { id } = await awsAccounts.createAwsAccount(team.admin, {
      name: ' Main ',
      awsAccountNumber: '0123-4567-8901',
    })
    const row = await reload(id)
    expect(row).toMatchObject({ name: 'Main', accountNumber: '012345678901', state: 'INITIALIZING' })
    expect(row.externalId).toMatch(/^[0-9a-f-]{36}$/)
    const { awsAccount, showAdminControls } = await awsAccounts.listExternalResources(team.admin)
    expect(awsAccount).toEqual([
      {
        id,
        name: 'Main',
        accountNumber: '012345678901',
        isEnvironmentHolder: true,
        statusType: 'INITIALIZING',
      },
    ])
    expect(showAdminControls).toBe(true)
  })

  it('refuses a number that any team of the platform has', async () => {
    const { awsAccounts, team } = await setUp()
    const account = newAccount()
    await awsAccounts.createAwsAccount(team.admin, account)
    const other = await buildTeam()
    for (const actor of [team.admin, other.admin]) {
      await expect(awsAccounts.createAwsAccount(actor, { ...account, name: 'Other' })).rejects.toMatchObject({
        code: 'conflict',
        message: messages.awsAccountDuplicate,
      })
    }
  })

  it('lets one of two teams that add a number at once have it', async () => {
    const { awsAccounts, team } = await setUp()
    const other = await buildTeam()
    const account = newAccount()
    const outcomes = await Promise.allSettled(
      [team.admin, other.admin].map((actor) => awsAccounts.createAwsAccount(actor, account)),
    )
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await AwsAccount.count({ where: { accountNumber: account.awsAccountNumber } })).toBe(1)
  })

  it('refuses a name that the team has, in whatever case, but not one that another team has', async () => {
    const { awsAccounts, team } = await setUp()
    await awsAccounts.createAwsAccount(team.admin, newAccount('Main'))
    await expect(awsAccounts.createAwsAccount(team.admin, newAccount('MAIN'))).rejects.toMatchObject({
      message: messages.awsAccountNameDuplicate,
      fields: { name: messages.awsAccountNameDuplicate },
    })
    const other = await buildTeam()
    await expect(awsAccounts.createAwsAccount(other.admin, newAccount('Main'))).resolves.toHaveProperty('id')
  })

  it('refuses a blank name and a number that has not 12 digits', async () => {
    const { awsAccounts, team } = await setUp()
    await expect(awsAccounts.createAwsAccount(team.admin, newAccount(' '))).rejects.toThrow(
      messages.awsAccountNameMissing,
    )
    await expect(
      awsAccounts.createAwsAccount(team.admin, { name: 'Main', awsAccountNumber: '123' }),
    ).rejects.toMatchObject({ code: 'invalid', fields: { awsAccountNumber: expect.any(String) } })
  })

  it('makes one account of a form that is sent twice at once', async () => {
    const { awsAccounts, team } = await setUp()
    const form = { ...newAccount(), submissionId: 'form-1' }
    const [first, second] = await Promise.all([
      awsAccounts.createAwsAccount(team.admin, form),
      awsAccounts.createAwsAccount(team.admin, form),
    ])
    expect(first).toEqual(second)
  })
})
