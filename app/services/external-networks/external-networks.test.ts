import { describe, expect, it } from 'vitest'
import { AwsAccount } from '../../../db/models/aws-account'
import { Environment } from '../../../db/models/environment'
import { ExternalNetwork } from '../../../db/models/external-network'
import {
  buildAccountNumber,
  buildReadyAccount,
  buildTeam,
  buildTeamAtWork,
} from '../../../tests/builders/deployment-core'
import { buildExternalNetwork, buildVpcId, linkNetwork } from '../../../tests/builders/external-networks'
import { buildEnvironmentStatus } from '../../../tests/builders/resource-status'
import { buildEnvironment } from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { messages } from '../../messages/messages'

const database = useTestDatabase()

const setUp = () => buildTeamAtWork(database.sequelize)

const region = 'us-east-1'

describe('associating an external network', () => {
  it('takes the id as it was copied, and asks for the role in its account from then on', async () => {
    const { externalNetworks, awsAccounts, team, account } = await setUp()
    const { desiredRevision } = await account.reload()
    const vpcId = buildVpcId()
    const made = await externalNetworks.createExternalNetwork(team.admin, {
      vpcId: ` ${vpcId.toUpperCase().replace('VPC', 'vpc')} `,
      region,
      existingAwsAccountId: account.id,
    })
    expect(made).toEqual({ id: expect.any(String), awsAccountId: account.id })
    expect(await ExternalNetwork.findByPk(made.id)).toMatchObject({ vpcId, region, state: 'INITIAL_SETUP' })
    expect(Number((await account.reload()).desiredRevision)).toBe(Number(desiredRevision) + 1)
    const { roles } = await awsAccounts.getAwsAccountRoles(team.admin, account.id)
    expect(roles.map(({ name }) => name)).toContain('sdo-network-manager')
  })

  it('asks for no such role where no network is', async () => {
    const { awsAccounts, team, account } = await setUp()
    const { roles } = await awsAccounts.getAwsAccountRoles(team.admin, account.id)
    expect(roles.map(({ name }) => name)).not.toContain('sdo-network-manager')
  })

  it('says of each field what is wrong with it, all at once', async () => {
    const { externalNetworks, team } = await setUp()
    const create = (input: { vpcId: string; region: string }) =>
      externalNetworks.createExternalNetwork(team.admin, input)
    await expect(create({ vpcId: ' ', region: '' })).rejects.toMatchObject({
      code: 'invalid',
      fields: {
        vpcId: messages.vpcIdMissing.text,
        region: messages.regionMissing.text,
        existingAwsAccountId: messages.externalAccountMissing.text,
      },
    })
    await expect(create({ vpcId: 'vpc-xyz', region: 'eu-west-1' })).rejects.toMatchObject({
      fields: { vpcId: messages.vpcIdWrong.text, region: messages.regionWrong(region).text },
    })
  })

  it('adds the AWS account with it, and says what is there already', async () => {
    const { externalNetworks, team, account } = await setUp()
    const vpcId = buildVpcId()
    const fresh = { newAwsAccountName: 'Data', newAwsAccountNumber: buildAccountNumber() }
    const { awsAccountId } = await externalNetworks.createExternalNetwork(team.admin, {
      vpcId,
      region,
      ...fresh,
    })
    expect(await AwsAccount.findByPk(awsAccountId)).toMatchObject({
      name: 'Data',
      isEnvironmentHolder: false,
      isNetworkHolder: true,
    })
    const again = { vpcId, region, existingAwsAccountId: account.id }
    expect(await externalNetworks.createExternalNetwork(team.admin, again)).toEqual({
      errorMessage: messages.externalNetworkDuplicate.text,
      refusal: messages.externalNetworkDuplicate,
    })
    expect((await account.reload()).isNetworkHolder).toBe(false)
  })

  it('offers the one region in which SDO runs', async () => {
    const { externalNetworks, team } = await setUp()
    expect(await externalNetworks.getExternalNetworkCreateIndex(team.admin)).toMatchObject({
      validRegions: [region],
      canCreateAwsAccounts: true,
    })
  })

  it('lists networks by account number, region and VPC', async () => {
    const { awsAccounts, team, account } = await setUp()
    const networks = [await buildExternalNetwork(account), await buildExternalNetwork(account)]
    const { externalNetwork } = await awsAccounts.listExternalResources(team.member)
    expect(externalNetwork.map(({ vpcId }) => vpcId)).toEqual(networks.map(({ vpcId }) => vpcId).sort())
    expect(externalNetwork[0]).toMatchObject({ accountNumber: account.accountNumber, statusType: 'HEALTHY' })
  })
})

const peering = (network: ExternalNetwork, phase: 'Connecting' | 'Connected' | 'Removing') => ({
  network: network.id,
  awsAccount: network.awsAccountId,
  vpcId: network.vpcId,
  ownVpcId: 'vpc-0a',
  ownRange: '10.1.0.0/16',
  ranges: ['10.20.0.0/16'],
  phase,
})

describe('linking external networks', () => {
  it('sets all links at once, and says how far each is', async () => {
    const { externalNetworks, environments, team, account } = await setUp()
    const ranges = [1, 2, 3, 4].map((second) => ({
      vpc: { cidrs: [`10.${second}.0.0/16`], readEpoch: 0 },
    }))
    const networks = await Promise.all(ranges.map((range) => buildExternalNetwork(account, range)))
    const [one, two, three] = networks as [ExternalNetwork, ExternalNetwork, ExternalNetwork]
    const environment = await buildEnvironment(account)
    await linkNetwork(environment, one)
    await externalNetworks.setLinkedNetworks(team.member, {
      environmentId: environment.id,
      newLinks: [two.id, three.id, two.id],
    })
    const peerings = [peering(one, 'Removing'), peering(two, 'Connected')]
    await Environment.update(
      { status: buildEnvironmentStatus({ peerings }) },
      { where: { id: environment.id } },
    )
    const found = await environments.getEnvironment(team.member, environment.id)
    expect(
      Object.fromEntries(
        found.externalNetworks.map(({ id, isSelected, connection }) => [id, [isSelected, connection]]),
      ),
    ).toEqual({
      [one.id]: [false, 'DISCONNECTING'],
      [two.id]: [true, 'CONNECTED'],
      [three.id]: [true, 'CONNECTING'],
      [networks[3]?.id ?? '']: [false, undefined],
    })
    expect(found.externalNetworks.find(({ id }) => id === two.id)?.message).toBe(
      'Let 10.1.0.0/16 in by the security groups of what applications are to reach.',
    )
  })

  it('asks for nothing when nothing changes', async () => {
    const { externalNetworks, team, account } = await setUp()
    const [environment, network] = [await buildEnvironment(account), await buildExternalNetwork(account)]
    const set = (...newLinks: string[]) =>
      externalNetworks.setLinkedNetworks(team.member, { environmentId: environment.id, newLinks })
    await set(network.id)
    const { desiredRevision } = await environment.reload()
    await set(network.id)
    expect((await environment.reload()).desiredRevision).toBe(desiredRevision)
    await set()
    expect(Number((await environment.reload()).desiredRevision)).toBe(Number(desiredRevision) + 1)
  })

  it('says before what linking does to an environment with the same addresses, and takes the link', async () => {
    const { externalNetworks, environments, team, account } = await setUp()
    const environment = await buildEnvironment(account)
    const network = { vpcId: 'vpc-0a', cidr: '10.20.128.0/17', subnets: [] }
    const loadBalancers = [{ applicationId: 'web', port: 80, loadBalancerId: 'lb' }]
    await environment.update({
      status: buildEnvironmentStatus({ network, loadBalancers, costPerHour: 0.01 }),
    })
    const range = (cidr: string) => ({ vpc: { cidrs: [cidr], readEpoch: 0 } })
    const own = await buildExternalNetwork(account)
    const shared = await buildExternalNetwork(account, range('10.30.0.0/16'))
    const free = await buildExternalNetwork(account, range('10.31.0.0/16'))
    const rival = await buildEnvironment(account, 'Rival')
    const peerings = [{ ...peering(shared, 'Connected'), ownRange: '10.20.0.0/16' }]
    await rival.update({ status: buildEnvironmentStatus({ peerings }) })
    const movingOf = async () => {
      const found = (await environments.getEnvironment(team.member, environment.id)).externalNetworks
      return [own, shared, free].map(({ id }) => found.find((one) => one.id === id)?.moving)
    }
    const cost =
      'It runs twice until the new network serves, for about $0.0475/h more. Load balancers are made anew: names of a linked hosted zone follow, the addresses that AWS gave them change.'
    const moves = 'Linking it moves this environment to another range of addresses: 10.20.128.0/17 overlaps'
    expect(await movingOf()).toEqual([
      `${moves} 10.20.0.0/16 of the network. ${cost}`,
      `${moves} 10.20.0.0/16 of the environment Rival, which is linked to it. ${cost}`,
      undefined,
    ])
    const newLinks = [own.id, shared.id]
    await externalNetworks.setLinkedNetworks(team.member, { environmentId: environment.id, newLinks })
    expect(await movingOf()).toEqual([undefined, undefined, undefined])
  })

  it('refuses networks that overlap one another, and says which', async () => {
    const { externalNetworks, team, account } = await setUp()
    const environment = await buildEnvironment(account)
    const set = (...newLinks: string[]) =>
      externalNetworks.setLinkedNetworks(team.member, { environmentId: environment.id, newLinks })
    const range = (cidr: string) => ({ vpc: { cidrs: [cidr], readEpoch: 0 } })
    const two = await buildExternalNetwork(account, range('10.30.0.0/16'))
    const three = await buildExternalNetwork(account, range('10.30.64.0/20'))
    await expect(set(two.id, three.id)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('overlaps 10.30'),
    })
  })

  it('refuses a network that was never seen, with the reason, and one of another team', async () => {
    const { externalNetworks, team, account } = await setUp()
    const { id: environmentId } = await buildEnvironment(account)
    const lost = await buildExternalNetwork(account, { phase: 'INITIAL_SETUP_FAILURE', message: 'No VPC.' })
    const set = (id: string) =>
      externalNetworks.setLinkedNetworks(team.member, { environmentId, newLinks: [id] })
    await expect(set(lost.id)).rejects.toMatchObject({
      code: 'conflict',
      message: `${messages.linkedNetworksFailed.text} No VPC.`,
    })
    const foreign = await buildExternalNetwork(await buildReadyAccount(await buildTeam()))
    await expect(set(foreign.id)).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('deleting an external network', () => {
  it('names the environments that are linked to it, or still connected with it', async () => {
    const { externalNetworks, team, account } = await setUp()
    const network = await buildExternalNetwork(account)
    await linkNetwork(await buildEnvironment(account, 'Staging'), network)
    const leaving = await buildEnvironment(account, 'Leaving')
    await leaving.update({ status: buildEnvironmentStatus({ peerings: [peering(network, 'Removing')] }) })
    expect(await externalNetworks.deleteExternalNetwork(team.admin, network.id)).toEqual({
      success: false,
      dependentEnvironmentNames: ['Leaving', 'Staging'],
    })
    expect((await network.reload()).deletingAt).toBeNull()
  })

  it('keeps its account until it is gone', async () => {
    const { externalNetworks, awsAccounts, team, account } = await setUp()
    const network = await buildExternalNetwork(account)
    expect(await externalNetworks.deleteExternalNetwork(team.admin, network.id)).toMatchObject({
      success: true,
    })
    expect(await awsAccounts.deleteAwsAccount(team.admin, { id: account.id })).toMatchObject({
      success: false,
      dependentExternalNetworks: [{ vpcId: network.vpcId, region }],
    })
  })

  it('is refused to another team, as if it were not there', async () => {
    const { externalNetworks, team } = await setUp()
    const foreign = await buildExternalNetwork(await buildReadyAccount(await buildTeam()))
    await expect(externalNetworks.deleteExternalNetwork(team.admin, foreign.id)).rejects.toMatchObject({
      code: 'not-found',
    })
  })
})
