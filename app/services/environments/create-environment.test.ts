import type { AwsAccountStatus } from '../../../core/resources/aws-account'
import { describe, expect, it } from 'vitest'
import { messages } from '../../messages/messages'
import { Environment } from '../../../db/models/environment'
import { buildReadyAccount, buildServices, buildTeam } from '../../../tests/builders/deployment-core'
import { useTestDatabase } from '../../../tests/postgres/test-database'

const database = useTestDatabase()

async function setUp() {
  const team = await buildTeam()
  const account = await buildReadyAccount(team)
  const input = { environmentName: 'Production', awsAccountId: account.id, firstDeployMessageApproved: true }
  return { ...buildServices(database.sequelize), team, account, input }
}

describe('createEnvironment', () => {
  it('creates an environment that the controller has yet to see', async () => {
    const { environments, team, account, input } = await setUp()
    const { id = '' } = await environments.createEnvironment(team.member, {
      ...input,
      environmentName: ' Production ',
    })
    expect(await Environment.findByPk(id)).toMatchObject({
      name: 'Production',
      teamId: team.teamId,
      awsAccountId: account.id,
      spotStrategy: 'ALL',
      goesOnWithout: 'INSTANCE',
      desiredRevision: '1',
      mirroredRevision: '0',
    })
    expect(await environments.getEnvironmentStatus(team.member, id)).toEqual({
      statusType: 'INITIAL',
      statusMessage: 'Creating environment...',
      isDeleting: false,
    })
  })

  it('creates one that goes on without nothing where that is asked for', async () => {
    const { environments, team, input } = await setUp()
    const { id = '' } = await environments.createEnvironment(team.member, {
      ...input,
      goesOnWithout: 'NOTHING',
    })
    expect(await Environment.findByPk(id)).toMatchObject({ goesOnWithout: 'NOTHING' })
  })

  it('warns the team of the cost until somebody has approved once', async () => {
    const { environments, team, input } = await setUp()
    const unapproved = { ...input, firstDeployMessageApproved: false, submissionId: 'form-1' }
    await expect(environments.createEnvironment(team.admin, unapproved)).resolves.toEqual({
      showFirstEnvironmentDeployWarning: true,
    })
    expect(await Environment.count({ where: { teamId: team.teamId } })).toBe(0)
    const approved = { ...input, submissionId: 'form-1' }
    await expect(environments.createEnvironment(team.admin, approved)).resolves.toMatchObject({
      showFirstEnvironmentDeployWarning: false,
    })
    const second = { ...input, environmentName: 'Staging', firstDeployMessageApproved: undefined }
    await expect(environments.createEnvironment(team.member, second)).resolves.toHaveProperty('id')
  })

  it('lets one of two people who take a name at once have it, in whatever case', async () => {
    const { environments, team, input } = await setUp()
    const outcomes = await Promise.allSettled([
      environments.createEnvironment(team.admin, input),
      environments.createEnvironment(team.member, { ...input, environmentName: 'PRODUCTION' }),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'conflict', message: messages.environmentDuplicate.text },
    })
  })

  it('makes one environment of a form that is sent several times at once', async () => {
    const { environments, team, input } = await setUp()
    const answers = await Promise.all(
      [1, 2, 3].map(() => environments.createEnvironment(team.admin, { ...input, submissionId: 'form-1' })),
    )
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  })

  it.each(['', ' ', '1st', 'a-b'])('refuses the name %j', async (environmentName) => {
    const { environments, team, input } = await setUp()
    await expect(
      environments.createEnvironment(team.admin, { ...input, environmentName }),
    ).rejects.toMatchObject({
      message: messages.invalidName.text,
      fields: { environmentName: messages.invalidName.text },
    })
  })

  it('refuses accounts that are not ready, hold no environments, or are being deleted', async () => {
    const { environments, team, account, input } = await setUp()
    await account.update({ state: 'INITIAL_SETUP' })
    await expect(environments.createEnvironment(team.admin, input)).rejects.toThrow('not ready')
    await account.update({ state: 'SUCCESS', isEnvironmentHolder: false })
    await expect(environments.createEnvironment(team.admin, input)).rejects.toThrow('does not allow')
    await account.update({ isEnvironmentHolder: true, deletingAt: new Date() })
    await expect(environments.createEnvironment(team.admin, input)).rejects.toThrow('being deleted')
  })

  it('does not find accounts of other teams', async () => {
    const { environments, input } = await setUp()
    const other = await buildTeam()
    for (const awsAccountId of [input.awsAccountId, 'no-uuid']) {
      await expect(
        environments.createEnvironment(other.admin, { ...input, awsAccountId }),
      ).rejects.toMatchObject({
        code: 'not-found',
      })
    }
    await expect(
      environments.createEnvironment(other.admin, { ...input, awsAccountId: '' }),
    ).rejects.toMatchObject({ code: 'invalid', fields: { awsAccountId: 'AWS account must be selected.' } })
  })

  it('never creates an environment in an account whose deletion has started', async () => {
    const { environments, awsAccounts, team, account, input } = await setUp()
    const [created, deleted] = await Promise.allSettled([
      environments.createEnvironment(team.admin, input),
      awsAccounts.deleteAwsAccount(team.admin, { id: account.id }),
    ])
    const isDeleting = deleted.status === 'fulfilled' && deleted.value.success
    expect(isDeleting).toBe(created.status === 'rejected')
  })
})

const initialStatus: AwsAccountStatus = {
  observedGeneration: 1,
  phase: 'Ready',
  message: '',
  conditions: [],
  answeredVerifyRequest: 0,
  isExaminationRoleIncorrect: false,
  roles: [],
}

describe('getEnvironmentCreateIndex', () => {
  it('says beforehand where AWS would refuse the network', async () => {
    const { environments, team, account } = await setUp()
    const shortageWith = async (used: number) => {
      const quotas = [{ name: 'vpcs' as const, limit: 5, used }]
      const preflight = { checkedEpoch: 0, refusedWrites: [], quotas, zones: [], unanswered: [] }
      await account.update({ status: { ...initialStatus, preflight } })
      return (await environments.getEnvironmentCreateIndex(team.member)).awsAccounts[0]?.vpcShortage
    }
    expect(await shortageWith(4)).toBeUndefined()
    expect(await shortageWith(5)).toMatch(
      /^5 of 5 VPCs of the AWS account are in use. Ask AWS for more: https/,
    )
  })

  it('offers the accounts that hold environments, by name, and says how they are', async () => {
    const { environments, team, account } = await setUp()
    const second = await buildReadyAccount(team, 'Another')
    await second.update({ state: 'INITIAL_SETUP' })
    const third = await buildReadyAccount(team, 'Zone only')
    await third.update({ isEnvironmentHolder: false })
    await buildReadyAccount(await buildTeam())
    const { awsAccounts } = await environments.getEnvironmentCreateIndex(team.member)
    expect(awsAccounts).toEqual([
      { id: second.id, name: 'Another', accountNumber: second.accountNumber, statusType: 'INITIAL_SETUP' },
      { id: account.id, name: account.name, accountNumber: account.accountNumber, statusType: 'SUCCESS' },
    ])
  })
})
