import { describe, expect, it } from 'vitest'
import { createServices } from '../services'
import { AwsAccount } from '../../../db/models/aws-account'
import { Environment } from '../../../db/models/environment'
import { HostedZone, HostedZoneLink } from '../../../db/models/hosted-zone'
import {
  buildAccountNumber,
  buildReadyAccount,
  buildTeam,
  buildTeamAtWork,
} from '../../../tests/builders/deployment-core'
import { buildEnvironmentStatus } from '../../../tests/builders/resource-status'
import { buildHostedZone, buildZoneId, linkZone } from '../../../tests/builders/hosted-zones'
import { buildEnvironment } from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { messages } from '../../messages/messages'
import { buildDependencies } from '../../../tests/builders/dependencies'

const database = useTestDatabase()

const setUp = () => buildTeamAtWork(database.sequelize)

describe('associating a hosted zone', () => {
  it.each([
    ['Z0123456789ABC', 'Z0123456789ABC'],
    [' /hostedzone/Z0123456789ABC ', 'Z0123456789ABC'],
    ['hostedzone/z0123456789abc', 'Z0123456789ABC'],
    ['arn:aws:route53:::hostedzone/Z0123456789ABC', 'Z0123456789ABC'],
  ])('takes the id %j for %s', async (hostedZoneId, awsId) => {
    const { hostedZones, team, account } = await setUp()
    const made = await hostedZones.createHostedZone(team.admin, {
      hostedZoneId,
      existingAwsAccountId: account.id,
    })
    expect(made).toEqual({ id: expect.any(String), awsAccountId: account.id })
    expect(await HostedZone.findByPk(made.id)).toMatchObject({ awsId, state: 'INITIAL_SETUP' })
  })

  it('says of each field what is wrong with it, all at once', async () => {
    const { hostedZones, team } = await setUp()
    await expect(
      hostedZones.createHostedZone(team.admin, { hostedZoneId: 'example.com' }),
    ).rejects.toMatchObject({
      code: 'invalid',
      fields: {
        hostedZoneId: messages.hostedZoneIdWrong.text,
        existingAwsAccountId: messages.externalAccountMissing.text,
      },
    })
    const fresh = { hostedZoneId: ' ', newAwsAccountName: 'DNS', newAwsAccountNumber: '12' }
    await expect(hostedZones.createHostedZone(team.admin, fresh)).rejects.toMatchObject({
      fields: { hostedZoneId: messages.hostedZoneIdMissing.text, newAwsAccountNumber: expect.any(String) },
    })
  })

  it('adds the AWS account with it, which holds no environments', async () => {
    const { hostedZones, team } = await setUp()
    const newAwsAccountNumber = buildAccountNumber()
    const input = { hostedZoneId: buildZoneId(), newAwsAccountName: 'DNS', newAwsAccountNumber }
    const { awsAccountId } = await hostedZones.createHostedZone(team.admin, input)
    expect(await AwsAccount.findByPk(awsAccountId)).toMatchObject({
      name: 'DNS',
      accountNumber: newAwsAccountNumber,
      isEnvironmentHolder: false,
    })
  })

  it('says what is there already, and adds nothing then', async () => {
    const { hostedZones, team, account } = await setUp()
    const { awsId } = await buildHostedZone(account)
    const add = (input: object) =>
      hostedZones.createHostedZone(team.admin, { hostedZoneId: buildZoneId(), ...input })
    expect(await add({ hostedZoneId: awsId, existingAwsAccountId: account.id })).toEqual({
      errorMessage: messages.hostedZoneDuplicate.text,
      refusal: messages.hostedZoneDuplicate,
    })
    const other = { newAwsAccountName: 'Other', newAwsAccountNumber: buildAccountNumber() }
    expect(await add({ ...other, newAwsAccountNumber: account.accountNumber })).toEqual({
      errorMessage: messages.awsAccountDuplicate.text,
      refusal: messages.awsAccountDuplicate,
    })
    expect(await add({ ...other, newAwsAccountName: account.name })).toEqual({
      errorMessage: messages.awsAccountNameDuplicate.text,
      refusal: messages.awsAccountNameDuplicate,
    })
    expect(await add({ ...other, hostedZoneId: awsId })).toEqual({
      errorMessage: messages.hostedZoneDuplicate.text,
      refusal: messages.hostedZoneDuplicate,
    })
    expect(await AwsAccount.count({ where: { teamId: team.teamId } })).toBe(1)
  })

  it('offers a new account only while the team may have one more', async () => {
    const { dependencies } = buildDependencies(database.sequelize)
    const team = await buildTeam()
    const { id, name, accountNumber } = await buildReadyAccount(team)
    const indexWith = (awsAccounts: number) =>
      createServices({
        ...dependencies,
        quotas: { ...dependencies.quotas, awsAccounts },
      }).hostedZones.getHostedZoneCreateIndex(team.admin)
    const awsAccounts = [{ id, name, accountNumber }]
    expect(await indexWith(2)).toEqual({ awsAccounts, canCreateAwsAccounts: true })
    expect(await indexWith(1)).toEqual({ awsAccounts, canCreateAwsAccounts: false })
  })
})

describe('deleting a hosted zone', () => {
  it('names the environments that are linked to it, or have names in it still', async () => {
    const { hostedZones, team, account } = await setUp()
    const zone = await buildHostedZone(account)
    await linkZone(await buildEnvironment(account, 'Staging'), zone)
    const leaving = await buildEnvironment(account, 'Leaving')
    const record = {
      hostedZone: zone.id,
      name: 'api.example.com',
      applicationId: 'a',
      port: 80,
      target: { dnsName: 'lb', zoneId: 'Z1' },
      phase: 'Removing' as const,
    }
    await leaving.update({ status: buildEnvironmentStatus({ dns: { records: [record] } }) })
    expect(await hostedZones.deleteHostedZone(team.admin, zone.id)).toEqual({
      success: false,
      dependentEnvironmentNames: ['Leaving', 'Staging'],
    })
    expect((await zone.reload()).deletingAt).toBeNull()
  })

  it('begins when no environment needs it, and keeps its account until it is gone', async () => {
    const { hostedZones, awsAccounts, team, account } = await setUp()
    const zone = await buildHostedZone(account)
    expect(await hostedZones.deleteHostedZone(team.admin, zone.id)).toMatchObject({ success: true })
    expect(await zone.reload()).toMatchObject({ state: 'DELETING', deletingAt: expect.any(Date) })
    expect(await awsAccounts.deleteAwsAccount(team.admin, { id: account.id })).toMatchObject({
      success: false,
      dependentHostedZones: ['example.com'],
    })
  })
})

describe('linking', () => {
  it('queues each link behind the others, and does the same one once', async () => {
    const { hostedZones, environments, team, account } = await setUp()
    const [one, two] = [
      await buildHostedZone(account),
      await buildHostedZone(account, { zone: { name: 'example.org', nameServers: [], readEpoch: 0 } }),
    ]
    const { id: environmentId } = await buildEnvironment(account)
    const link = (hostedZoneId: string, subdomain?: string) =>
      hostedZones.linkHostedZone(team.member, { environmentId, hostedZoneId, subdomain })
    await link(one.id)
    await link(two.id, 'Staging')
    await link(two.id, 'staging')
    await link(one.id, 'b')
    const { hostedZones: views } = await environments.getEnvironment(team.member, environmentId)
    expect(views.map(({ name, subdomain, status }) => [name, subdomain, status])).toEqual([
      ['example.com', undefined, 'QUEUED'],
      ['example.org', 'staging', 'QUEUED'],
      ['example.com', 'b', 'QUEUED'],
    ])
  })

  it('shows what is associated, in progress and going', async () => {
    const { environments, team, account } = await setUp()
    const zones = [
      await buildHostedZone(account),
      await buildHostedZone(account),
      await buildHostedZone(account),
    ]
    const environment = await buildEnvironment(account)
    const [past, present, next] = [
      await linkZone(environment, zones[0] as HostedZone),
      await linkZone(environment, zones[0] as HostedZone, 'a'),
      await linkZone(environment, zones[1] as HostedZone),
    ]
    expect(Number(past.position)).toBeLessThan(Number(present.position))
    const order = (link: HostedZoneLink) => ({ order: Number(link.position), hostedZone: link.hostedZoneId })
    const record = {
      hostedZone: zones[2]?.id ?? '',
      name: 'api.example.com',
      applicationId: 'a',
      port: 80,
      target: { dnsName: 'lb', zoneId: 'Z1' },
      phase: 'Removing' as const,
    }
    const dns = { associated: order(present), inProgress: order(next), records: [record] }
    await environment.update({ status: buildEnvironmentStatus({ dns }) })
    const { hostedZones } = await environments.getEnvironment(team.member, environment.id)
    expect(hostedZones.map(({ id, status }) => [id, status]).sort()).toEqual(
      [
        [zones[0]?.id, 'ASSOCIATED'],
        [zones[1]?.id, 'IN_PROGRESS'],
        [zones[2]?.id, 'REMOVING'],
      ].sort(),
    )
    expect(hostedZones.at(-1)?.status).toBe('IN_PROGRESS')
  })

  it('refuses a zone to which DNS does not lead, with the reason', async () => {
    const { hostedZones, team, account } = await setUp()
    const message = 'The name is delegated to other name servers.'
    const zone = await buildHostedZone(account, { phase: 'DNS_MISSMATCH', message })
    const { id: environmentId } = await buildEnvironment(account)
    await expect(
      hostedZones.linkHostedZone(team.member, { environmentId, hostedZoneId: zone.id }),
    ).rejects.toMatchObject({ code: 'conflict', message: `${messages.hostedZoneLinkFailed.text} ${message}` })
  })

  it.each(['a-', 'a--b', 'x'.repeat(56), 'a.b', 'ü'])('refuses the subdomain %j', async (subdomain) => {
    const { hostedZones, team, account } = await setUp()
    const [zone, environment] = [await buildHostedZone(account), await buildEnvironment(account)]
    const input = { environmentId: environment.id, hostedZoneId: zone.id, subdomain }
    await expect(hostedZones.linkHostedZone(team.member, input)).rejects.toMatchObject({
      code: 'invalid',
      fields: { subdomain: expect.any(String) },
    })
  })

  it('unlinks what is there and what waits', async () => {
    const { hostedZones, team, account } = await setUp()
    const [zone, environment] = [await buildHostedZone(account), await buildEnvironment(account)]
    await linkZone(environment, zone)
    await linkZone(environment, zone, 'b')
    const { desiredRevision } = await environment.reload()
    await hostedZones.unlinkHostedZone(team.member, environment.id)
    expect(await HostedZoneLink.count({ where: { environmentId: environment.id } })).toBe(0)
    const after = await Environment.findByPk(environment.id, { rejectOnEmpty: true })
    expect(Number(after.desiredRevision)).toBe(Number(desiredRevision) + 1)
  })
})
