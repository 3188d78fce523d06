import { describe, expect, it } from 'vitest'
import { messages } from '../../messages/messages'
import { nameMessages } from '../../input/names'
import { requiredRoles } from '../../../core/roles/required-roles'
import { missingRole } from '../../../core/roles/role-diffs'
import { AwsAccount } from '../../../db/models/aws-account'
import {
  buildAccountNumber,
  refusalsOf,
  buildReadyAccount,
  buildServices,
  buildTeam,
} from '../../../tests/builders/deployment-core'
import { buildAwsAccountStatus } from '../../../tests/builders/resource-status'
import { buildEnvironment } from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'

const database = useTestDatabase()
const setUp = async () => ({ ...buildServices(database.sequelize), team: await buildTeam() })
const reload = (id: string) => AwsAccount.findByPk(id, { rejectOnEmpty: true })
const newAccount = (name = 'Main') => ({ name, awsAccountNumber: buildAccountNumber() })

describe('people who are no admins', () => {
  it('see the list and nothing more', async () => {
    const { awsAccounts, team } = await setUp()
    const { id } = await buildReadyAccount(team)
    const list = await awsAccounts.listExternalResources(team.member)
    expect(list.awsAccount).toHaveLength(1)
    expect(list.showAdminControls).toBe(false)
    const refusals = await refusalsOf([
      awsAccounts.createAwsAccount(team.member, newAccount()),
      awsAccounts.renameAwsAccount(team.member, { id, newName: 'Other' }),
      awsAccounts.getAwsAccountRoles(team.member, id),
      awsAccounts.getAwsAccountStatus(team.member, id),
      awsAccounts.getCloudformationTemplate(team.member, id),
      awsAccounts.verifyAwsAccount(team.member, id),
      awsAccounts.setEnvironmentHolder(team.member, { id, isEnvironmentHolder: false }),
      awsAccounts.deleteAwsAccount(team.member, { id }),
    ])
    expect(new Set(refusals)).toEqual(new Set(['forbidden']))
  })
})

describe('accounts of other teams, and ids that are none', () => {
  it('are not found, and answered alike', async () => {
    const { awsAccounts, team } = await setUp()
    const others = await buildReadyAccount(await buildTeam())
    for (const id of [others.id, team.teamId, 'no-uuid', '']) {
      const refusals = await refusalsOf([
        awsAccounts.renameAwsAccount(team.admin, { id, newName: 'Other' }),
        awsAccounts.getAwsAccountRoles(team.admin, id),
        awsAccounts.getAwsAccountStatus(team.admin, id),
        awsAccounts.getCloudformationTemplate(team.admin, id),
        awsAccounts.verifyAwsAccount(team.admin, id),
        awsAccounts.setEnvironmentHolder(team.admin, { id, isEnvironmentHolder: false }),
        awsAccounts.deleteAwsAccount(team.admin, { id, force: true }),
      ])
      expect(new Set(refusals)).toEqual(new Set(['not-found']))
    }
    expect(await reload(others.id)).toMatchObject({ state: 'SUCCESS', deletingAt: null })
  })
})

describe('renameAwsAccount', () => {
  it('renames, and has the controller told', async () => {
    const { awsAccounts, team } = await setUp()
    const { id } = await buildReadyAccount(team)
    await expect(awsAccounts.renameAwsAccount(team.admin, { id, newName: ' New ' })).resolves.toEqual({
      isDuplicate: false,
    })
    expect(await reload(id)).toMatchObject({ name: 'New', desiredRevision: '2' })
  })

  it('says so when another account has the name, and changes nothing', async () => {
    const { awsAccounts, team } = await setUp()
    await buildReadyAccount(team, 'Taken')
    const { id } = await buildReadyAccount(team, 'Mine')
    await expect(awsAccounts.renameAwsAccount(team.admin, { id, newName: 'taken' })).resolves.toEqual({
      isDuplicate: true,
    })
    expect(await reload(id)).toMatchObject({ name: 'Mine', desiredRevision: '1' })
    await expect(awsAccounts.renameAwsAccount(team.admin, { id, newName: ' ' })).rejects.toThrow(
      messages.awsAccountNameMissing.text,
    )
    await expect(awsAccounts.renameAwsAccount(team.admin, { id, newName: 'two\nlines' })).rejects.toThrow(
      nameMessages.notOneLine.text,
    )
  })
})

describe('getAwsAccountRoles', () => {
  it('shows every required role, with its differences once the account was examined', async () => {
    const { awsAccounts, team } = await setUp()
    const row = await buildReadyAccount(team)
    const environment = await buildEnvironment(row)
    const { accountNumber, externalId } = row
    const required = requiredRoles({
      accountNumber,
      externalId,
      isEnvironmentHolder: true,
      platformAccountNumber: '000000000001',
    })
    const before = await awsAccounts.getAwsAccountRoles(team.admin, row.id)
    expect(before).toMatchObject({
      name: row.name,
      accountNumber,
      status: 'SUCCESS',
      isEnvironmentHolder: true,
    })
    expect(before.environments).toEqual([{ id: environment.id, name: environment.name }])
    expect(before.roles.map(({ name }) => name)).toEqual(required.map(({ name }) => name))
    expect(before.roles.every(({ diffs }) => diffs === undefined)).toBe(true)

    const name = required[0]?.name ?? ''
    const policy = 'arn:aws:iam::aws:policy/ReadOnlyAccess'
    await row.update({
      status: buildAwsAccountStatus({
        phase: 'Failure',
        message: 'Roles differ.',
        isExaminationRoleIncorrect: true,
        roles: [{ name, diffs: { ...missingRole, extraManagedPolicies: [policy] } }],
      }),
    })
    const after = await awsAccounts.getAwsAccountRoles(team.admin, row.id)
    expect(after.isExaminationRoleIncorrect).toBe(true)
    expect(after.statusMessage).toBe('Roles differ.')
    expect(after.roles[0]?.diffs).toMatchObject({
      roleMissing: true,
      extraManagedPolicies: ['ReadOnlyAccess'],
    })
  })

  it('asks for fewer roles where no environments may be created', async () => {
    const { awsAccounts, team } = await setUp()
    const row = await buildReadyAccount(team)
    const holder = await awsAccounts.getAwsAccountRoles(team.admin, row.id)
    await row.update({ isEnvironmentHolder: false })
    const other = await awsAccounts.getAwsAccountRoles(team.admin, row.id)
    expect(other.roles.length).toBeLessThan(holder.roles.length)
  })
})

describe('getCloudformationTemplate', () => {
  it('installs exactly the roles that the roles page shows, and trusts this platform with the external id', async () => {
    const { awsAccounts, team } = await setUp()
    const row = await buildReadyAccount(team)
    const template = await awsAccounts.getCloudformationTemplate(team.admin, row.id)
    const { roles } = await awsAccounts.getAwsAccountRoles(team.admin, row.id)
    const text = JSON.stringify(template)
    for (const { name } of roles) expect(text).toContain(`"RoleName":"${name}"`)
    expect(text).toContain('000000000001')
    expect(text).toContain(row.externalId)
  })
})

describe('verifyAwsAccount', () => {
  it('asks for one examination however often it is pressed until it is answered', async () => {
    const { awsAccounts, team } = await setUp()
    const row = await buildReadyAccount(team)
    await Promise.all([1, 2, 3].map(() => awsAccounts.verifyAwsAccount(team.admin, row.id)))
    expect(await reload(row.id)).toMatchObject({
      state: 'UPDATING_STATUS',
      verifyRequest: 1,
      desiredRevision: '2',
    })
    await row.update({ state: 'FAILURE' })
    await expect(awsAccounts.verifyAwsAccount(team.admin, row.id)).resolves.toEqual({
      result: 'SUCCESS',
      status: 'UPDATING_STATUS',
    })
    expect(await reload(row.id)).toMatchObject({ verifyRequest: 2 })
  })

  it('is ignored while the account is being deleted', async () => {
    const { awsAccounts, team } = await setUp()
    const { id } = await buildReadyAccount(team)
    await awsAccounts.deleteAwsAccount(team.admin, { id })
    await expect(awsAccounts.verifyAwsAccount(team.admin, id)).resolves.toMatchObject({ status: 'DELETING' })
    expect(await reload(id)).toMatchObject({ state: 'DELETING', verifyRequest: 0 })
  })
})

describe('setEnvironmentHolder', () => {
  it('changes the flag and has the account examined', async () => {
    const { awsAccounts, team } = await setUp()
    const { id } = await buildReadyAccount(team)
    await awsAccounts.setEnvironmentHolder(team.admin, { id, isEnvironmentHolder: false })
    expect(await reload(id)).toMatchObject({
      isEnvironmentHolder: false,
      state: 'UPDATING_STATUS',
      verifyRequest: 1,
      desiredRevision: '2',
    })
  })

  it('is refused while the account holds environments, or is being deleted', async () => {
    const { awsAccounts, team } = await setUp()
    const row = await buildReadyAccount(team)
    await buildEnvironment(row, 'Production')
    await expect(
      awsAccounts.setEnvironmentHolder(team.admin, { id: row.id, isEnvironmentHolder: false }),
    ).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('Production') })
    const { id } = await buildReadyAccount(team, 'Second')
    await awsAccounts.deleteAwsAccount(team.admin, { id })
    await expect(
      awsAccounts.setEnvironmentHolder(team.admin, { id, isEnvironmentHolder: true }),
    ).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('deleteAwsAccount', () => {
  it('starts the deletion, and forces it when asked again with force', async () => {
    const { awsAccounts, team, clock } = await setUp()
    const { id } = await buildReadyAccount(team)
    await expect(awsAccounts.deleteAwsAccount(team.admin, { id })).resolves.toEqual({
      success: true,
      dependentEnvironmentNames: [],
      dependentHostedZones: [],
      dependentExternalNetworks: [],
    })
    const started = await reload(id)
    expect(started).toMatchObject({ state: 'DELETING', forceDelete: false, desiredRevision: '2' })
    expect(started.deletingAt?.getTime()).toBe(clock.now())
    await started.update({ state: 'FAILURE' })
    await awsAccounts.deleteAwsAccount(team.admin, { id, force: true })
    expect(await reload(id)).toMatchObject({ state: 'DELETING', forceDelete: true, desiredRevision: '3' })
    await expect(awsAccounts.getAwsAccountStatus(team.admin, id)).resolves.toMatchObject({
      status: 'DELETING',
    })
  })

  it('lists the environments that depend on the account and leaves it, also with force', async () => {
    const { awsAccounts, team } = await setUp()
    const row = await buildReadyAccount(team)
    await buildEnvironment(row, 'staging')
    await buildEnvironment(row, 'Production')
    for (const force of [false, true]) {
      await expect(awsAccounts.deleteAwsAccount(team.admin, { id: row.id, force })).resolves.toMatchObject({
        success: false,
        dependentEnvironmentNames: ['Production', 'staging'],
      })
    }
    expect(await reload(row.id)).toMatchObject({ state: 'SUCCESS', deletingAt: null })
    await expect(awsAccounts.getAwsAccountDependents(team.admin, row.id)).resolves.toEqual({
      dependentEnvironmentNames: ['Production', 'staging'],
      dependentHostedZones: [],
      dependentExternalNetworks: [],
    })
    await expect(awsAccounts.getAwsAccountDependents(team.member, row.id)).rejects.toMatchObject({
      code: 'forbidden',
    })
  })
})
