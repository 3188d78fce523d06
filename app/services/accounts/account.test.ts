import { beforeAll, describe, expect, it } from 'vitest'
import { AuditEntry } from '../../../db/models/audit-entry'
import { AwsAccount } from '../../../db/models/aws-account'
import { Environment } from '../../../db/models/environment'
import { Team } from '../../../db/models/team'
import { anonymous, buildAccountServices } from '../../../tests/builders/accounts'
import { buildReadyAccount } from '../../../tests/builders/deployment-core'
import { buildApplication, buildEnvironment } from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'

const database = useTestDatabase()
let bench: ReturnType<typeof buildAccountServices>

beforeAll(() => {
  bench = buildAccountServices(database.sequelize)
})

describe('the mailing list', () => {
  it('is everybody’s own choice', async () => {
    const admin = await bench.registerVerified('reader@example.com')
    for (const choice of [false, true]) {
      await bench.accounts.setMailingList(admin, choice)
      expect((await bench.accounts.getAccount(admin)).shouldReceiveAnnouncements).toBe(choice)
    }
  })
})

describe('the name of a team', () => {
  it('is what an admin says, in one short line, for all of the team and on the record, until it is taken away', async () => {
    const admin = await bench.registerVerified('names@example.com')
    const { accounts, navigation } = bench
    expect(await navigation.getPortalFrame(admin)).toMatchObject({ teamName: null })
    await accounts.setTeamName(admin, ' Acme & Söhne ')
    expect(await accounts.getAccount(admin)).toMatchObject({ teamName: 'Acme & Söhne' })
    expect(await navigation.getPortalFrame(admin)).toMatchObject({ teamName: 'Acme & Söhne' })
    for (const wrong of ['x'.repeat(61), 'two\nlines', 'a\u202Eb'])
      await expect(accounts.setTeamName(admin, wrong)).rejects.toMatchObject({
        code: 'invalid',
        fields: { name: expect.any(String) as string },
      })
    await expect(accounts.setTeamName({ ...admin, isAdmin: false }, 'Mine')).rejects.toMatchObject({
      code: 'forbidden',
    })
    await accounts.setTeamName(admin, ' ')
    expect(await accounts.getAccount(admin)).not.toHaveProperty('teamName')
    const where = { teamId: admin.teamId, action: 'account.rename' }
    expect(
      (await AuditEntry.findAll({ where, order: ['id'] })).map(({ before, after }) => [before, after]),
    ).toEqual([
      [{ name: null }, { name: 'Acme & Söhne' }],
      [{ name: 'Acme & Söhne' }, { name: null }],
    ])
  })
})

describe('deleting the account', () => {
  it('is refused until the last environment and the last AWS account are gone', async () => {
    const admin = await bench.registerVerified('blocked@example.com')
    const awsAccount = await buildReadyAccount(admin)
    const environment = await buildEnvironment(awsAccount)
    const refusal = {
      code: 'conflict',
      message:
        'Before deleting your account you will first need to remove all environments and AWS accounts.',
    }
    await expect(bench.accounts.deleteAccount(admin)).rejects.toMatchObject(refusal)
    await Environment.destroy({ where: { id: environment.id } })
    await expect(bench.accounts.deleteAccount(admin)).rejects.toMatchObject(refusal)
    await AwsAccount.destroy({ where: { id: awsAccount.id } })
    await expect(bench.accounts.deleteAccount(admin)).resolves.toEqual({ result: 'SUCCESS' })
    expect(await Team.findByPk(admin.teamId)).toBeNull()
  })

  it('takes everybody and everything of the team along, the audit log too, and nothing of others', async () => {
    const email = 'goodbye@example.com'
    const admin = await bench.registerVerified(email)
    const other = await bench.registerVerified('stays@example.com')
    const integration = await bench.users.createIntegrationUser(admin, { name: 'CI' })
    const { token } = await bench.users.createIntegrationToken(admin, integration.id)
    await buildApplication(admin.teamId)
    const { session } = await bench.signingIn.logIn(anonymous, { email, password: 'correct-horse' })
    const entriesOfOther = await AuditEntry.count({ where: { teamId: other.teamId } })
    await bench.accounts.deleteAccount(admin)
    expect(await bench.sessions.findActor(session?.token)).toEqual(anonymous)
    expect((await bench.signingIn.logIn(anonymous, { integrationToken: token })).result).toBe(
      'PASSWORD_INVALID',
    )
    expect(await AuditEntry.count({ where: { teamId: admin.teamId } })).toBe(0)
    expect(await AuditEntry.count({ where: { teamId: other.teamId } })).toBe(entriesOfOther)
    expect((await bench.register(email)).state).toBe('VERIFICATION_NEEDED')
  })

  it('is for admins only', async () => {
    const admin = await bench.registerVerified('member@example.com')
    await expect(bench.accounts.deleteAccount({ ...admin, isAdmin: false })).rejects.toMatchObject({
      code: 'forbidden',
    })
  })
})
