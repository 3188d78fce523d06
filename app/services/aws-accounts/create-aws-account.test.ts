import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { messages } from '../../messages/messages'
import { nameMessages } from '../../input/names'
import { AwsAccount } from '../../../db/models/aws-account'
import {
  buildAccountNumber,
  buildServices,
  buildTeam,
  refusalsOf,
} from '../../../tests/builders/deployment-core'
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
        statusMessage: '',
        refusedEnvironments: [],
      },
    ])
    expect(showAdminControls).toBe(true)
  })

  it('lets several teams enter a number, none of which learns of the others, until it is shown to be one team’s', async () => {
    const { awsAccounts, team } = await setUp()
    const account = newAccount()
    const other = await buildTeam()
    const answers = await Promise.all(
      [team.admin, other.admin].map((actor) => awsAccounts.createAwsAccount(actor, account)),
    )
    const views = await Promise.all(
      [team.admin, other.admin].map((actor) => awsAccounts.listExternalResources(actor)),
    )
    expect(answers.map(({ duplicateOnPlatform }) => duplicateOnPlatform)).toEqual([false, false])
    expect(views.map(({ awsAccount }) => awsAccount.map(({ id }) => id))).toEqual(
      answers.map(({ id }) => [id]),
    )
    expect(views.map(({ awsAccount }) => awsAccount[0]?.statusType)).toEqual(['INITIALIZING', 'INITIALIZING'])
  })

  it('refuses a number that was shown to be another team’s until that team deletes it', async () => {
    const { awsAccounts, team } = await setUp()
    const account = newAccount()
    const { id } = await awsAccounts.createAwsAccount(team.admin, account)
    await AwsAccount.update({ claimedAt: new Date() }, { where: { id } })
    const other = await buildTeam()
    await expect(awsAccounts.createAwsAccount(other.admin, account)).rejects.toMatchObject({
      code: 'conflict',
      message: messages.awsAccountDuplicate.text,
      fields: { awsAccountNumber: messages.awsAccountDuplicate.text },
    })
    await AwsAccount.destroy({ where: { id } })
    await expect(awsAccounts.createAwsAccount(other.admin, account)).resolves.toHaveProperty('id')
  })

  it('slows down a team that tries many numbers, whether or not they are another team’s', async () => {
    const { awsAccounts } = await setUp()
    const owner = await buildTeam()
    const taken = newAccount()
    const { id } = await awsAccounts.createAwsAccount(owner.admin, taken)
    await AwsAccount.update({ claimedAt: new Date() }, { where: { id } })
    const triesUntilThrottled = async (attempt: () => ReturnType<typeof newAccount>) => {
      const { admin } = await buildTeam()
      const codes = []
      for (let tries = 0; tries < 60 && codes.at(-1) !== 'throttled'; tries++)
        codes.push(...(await refusalsOf([awsAccounts.createAwsAccount(admin, attempt())])))
      return codes.indexOf('throttled')
    }
    expect(await triesUntilThrottled(() => taken)).toBe(20)
    expect(await triesUntilThrottled(() => ({ ...newAccount(), name: randomUUID() }))).toBe(20)
  })

  it('refuses a number that the team has', async () => {
    const { awsAccounts, team } = await setUp()
    const account = newAccount()
    await awsAccounts.createAwsAccount(team.admin, account)
    const again = awsAccounts.createAwsAccount(team.admin, { ...account, name: 'Other' })
    await expect(again).rejects.toMatchObject({
      code: 'conflict',
      message: messages.awsAccountDuplicate.text,
    })
  })

  it('lets one of two people of a team who add a number at once have it', async () => {
    const { awsAccounts, team } = await setUp()
    const account = newAccount()
    const outcomes = await Promise.allSettled(
      ['Main', 'Other'].map((name) => awsAccounts.createAwsAccount(team.admin, { ...account, name })),
    )
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await AwsAccount.count({ where: { accountNumber: account.awsAccountNumber } })).toBe(1)
  })

  it('refuses a name that the team has, in whatever case, but not one that another team has', async () => {
    const { awsAccounts, team } = await setUp()
    await awsAccounts.createAwsAccount(team.admin, newAccount('Main'))
    await expect(awsAccounts.createAwsAccount(team.admin, newAccount('MAIN'))).rejects.toMatchObject({
      message: messages.awsAccountNameDuplicate.text,
      fields: { name: messages.awsAccountNameDuplicate.text },
    })
    const other = await buildTeam()
    await expect(awsAccounts.createAwsAccount(other.admin, newAccount('Main'))).resolves.toHaveProperty('id')
  })

  it('refuses a blank name and a number that has not 12 digits', async () => {
    const { awsAccounts, team } = await setUp()
    await expect(awsAccounts.createAwsAccount(team.admin, newAccount(' '))).rejects.toThrow(
      messages.awsAccountNameMissing.text,
    )
    await expect(
      awsAccounts.createAwsAccount(team.admin, { name: 'Main', awsAccountNumber: '123' }),
    ).rejects.toMatchObject({ code: 'invalid', fields: { awsAccountNumber: expect.any(String) } })
  })

  it('refuses a name that is not one line that can be seen', async () => {
    const { awsAccounts, team } = await setUp()
    for (const name of ['two\nlines', 'a\u202eturn'])
      await expect(awsAccounts.createAwsAccount(team.admin, newAccount(name))).rejects.toMatchObject({
        fields: { name: nameMessages.notOneLine.text },
      })
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
