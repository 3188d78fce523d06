import {
  DescribeInstancesCommand,
  DescribeRouteTablesCommand,
  DescribeSecurityGroupRulesCommand,
  DescribeVolumesCommand,
  EC2Client,
} from '@aws-sdk/client-ec2'
import {
  DisableRuleCommand,
  EventBridgeClient,
  PutEventsCommand,
  RemoveTargetsCommand,
} from '@aws-sdk/client-eventbridge'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AccountAccess } from '../../../controller/cloud/cloud'
import { clientTokenTag } from '../../../core/aws/ownership'
import { region } from '../../../core/aws/region'
import { interruptionQueueName } from '../../../core/roles/names'
import { requiredRoles } from '../../../core/roles/required-roles'
import { diffRole, hasDiffs } from '../../../core/roles/role-diffs'
import { faultsByModels, recordRequests } from '../../moto/aws-models'
import { enterAccount } from '../../moto/install-stack'
import { openMotoCloud, type MotoCloud } from '../../moto/moto-cloud'
import { platformAccountNumber } from '../../moto/moto-server'
import { motoPython } from '../../moto/moto-python'
import { putConsumed, putServed } from '../../moto/put-metrics'
import type { CloudHarness } from './harness'
import { putLines, readRetention } from '../../moto/read-logs'
import { buildEnvironment } from './environment'

/** What only the AWS side has to get right, beyond what both sides promise; aws.test.ts says it when moto is missing. */
describe.skipIf(motoPython.missing() !== undefined)('AWS, on moto', () => {
  let moto: MotoCloud
  const requests = recordRequests()
  const operations: string[] = []
  beforeAll(async () => {
    moto = await openMotoCloud({ observe: ({ operation }) => operations.push(operation) })
  })
  afterAll(() => moto?.close())

  const harness = () => ({
    ...moto,
    retentionOf: (accountNumber: string, group: string) => readRetention(moto.endpoint, accountNumber, group),
    putLines: (...[accountNumber, stream, lines]: Parameters<CloudHarness['putLines']>) =>
      putLines(moto.endpoint, accountNumber, stream, lines),
    consumeCapacity: (accountNumber: string, consumed: Parameters<typeof putConsumed>[2]) =>
      putConsumed(moto.endpoint, accountNumber, consumed),
    serveRequests: (accountNumber: string, served: Parameters<typeof putServed>[2]) =>
      putServed(moto.endpoint, accountNumber, served),
    async eventually<T>(what: string, condition: () => Promise<T | undefined | false>) {
      const outcome = await condition()
      if (outcome) return outcome
      throw new Error(`${what} is not so at once`)
    },
  })
  const ownerOf = async <Client>(
    Client: new (config: object) => Client,
    { accountNumber }: AccountAccess,
  ): Promise<Client> =>
    new Client({
      region,
      endpoint: moto.endpoint,
      credentials: await enterAccount(moto.endpoint, accountNumber),
    })

  it('finds the roles of the template as required, through the examination role', async () => {
    const access = await moto.newAccount()
    const { roles } = moto.cloud.account(access)
    for (const role of requiredRoles({
      ...access,
      isEnvironmentHolder: true,
      isNetworkHolder: true,
      platformAccountNumber,
    }))
      expect(hasDiffs(diffRole(role, await roles.get(role.name)))).toBe(false)
  })

  it('routes subnets to the gateway, also one that came later', async () => {
    const { access, account, vpc, subnets, gateway, routeTable, tags } = await buildEnvironment(harness())
    const { network } = account
    const late = await network.createSubnet({
      vpcId: vpc.id,
      zone: subnets[0].zone,
      cidr: '10.20.32.0/20',
      tags: tags('subnet/late'),
    })
    const subnetIds = [...subnets, late].map(({ id }) => id).sort()
    await network.connectInternetGateway({
      gatewayId: gateway.id,
      vpcId: vpc.id,
      routeTableId: routeTable.id,
      subnetIds,
    })
    const ec2 = await ownerOf(EC2Client, access)
    const { RouteTables } = await ec2.send(new DescribeRouteTablesCommand({}))
    const ours = RouteTables?.filter(({ Tags }) => Tags?.some(({ Value }) => Value === 'route-table'))
    expect(ours).toHaveLength(1)
    expect(ours?.[0]?.Routes).toContainEqual(
      expect.objectContaining({ DestinationCidrBlock: '0.0.0.0/0', GatewayId: gateway.id }),
    )
    expect(ours?.[0]?.Associations?.map(({ SubnetId }) => SubnetId).sort()).toEqual(subnetIds)
  })

  it('leads the route to a new gateway when the old one was deleted', async () => {
    const { account, access, gateway, connect, tags } = await buildEnvironment(harness())
    await account.network.deleteInternetGateway(gateway.id)
    const { id: gatewayId } = await account.network.createInternetGateway({ tags: tags('internet-gateway') })
    for (let time = 0; time < 2; time++) await connect(gatewayId)
    const ec2 = await ownerOf(EC2Client, access)
    const { RouteTables } = await ec2.send(new DescribeRouteTablesCommand({}))
    const gatewayIds = RouteTables?.flatMap(({ Routes }) => Routes ?? [])
      .filter(({ DestinationCidrBlock }) => DestinationCidrBlock === '0.0.0.0/0')
      .map(({ GatewayId }) => GatewayId)
    expect(gatewayIds).toEqual([gatewayId])
  })

  it('adds each rule of a security group once', async () => {
    const { account, access, securityGroup } = await buildEnvironment(harness())
    const rules = [
      { fromPort: 80, toPort: 80, cidr: '0.0.0.0/0' },
      { fromPort: 80, toPort: 80, cidr: '10.0.0.0/8' },
      { fromPort: 49555, toPort: 65535, securityGroupId: securityGroup.id },
    ]
    await account.network.allowIngress(securityGroup.id, rules.slice(0, 1))
    for (let time = 0; time < 2; time++) await account.network.allowIngress(securityGroup.id, rules)
    const ec2 = await ownerOf(EC2Client, access)
    const listRules = async () => {
      const { SecurityGroupRules } = await ec2.send(
        new DescribeSecurityGroupRulesCommand({
          Filters: [{ Name: 'group-id', Values: [securityGroup.id] }],
        }),
      )
      return SecurityGroupRules?.filter(({ IsEgress }) => !IsEgress)
    }
    expect(await listRules()).toHaveLength(rules.length)
    await account.network.revokeIngress(securityGroup.id, rules.slice(1))
    expect(await listRules()).toMatchObject([{ FromPort: 80, CidrIpv4: '0.0.0.0/0' }])
  })

  it('leaves nothing of a network behind, its route table included', async () => {
    const environment = await buildEnvironment(harness())
    const { network } = environment.account
    await expect(network.deleteVpc(environment.vpc.id)).rejects.toMatchObject({
      kind: 'dependency-violation',
    })
    for (const { id } of environment.subnets) await network.deleteSubnet(id)
    await network.deleteInternetGateway(environment.gateway.id)
    await network.deleteSecurityGroup(environment.securityGroup.id)
    await network.deleteVpc(environment.vpc.id)
    const ec2 = await ownerOf(EC2Client, environment.access)
    const { RouteTables } = await ec2.send(new DescribeRouteTablesCommand({}))
    expect(RouteTables?.filter(({ VpcId }) => VpcId === environment.vpc.id)).toEqual([])
    expect(await network.listVpcs({ 'sdo:owner': 'sdo' })).toEqual([])
  })

  it('launches instances whose metadata needs a token, with marked and encrypted disks and the role of processes', async () => {
    const { access, launchRunning } = await buildEnvironment(harness())
    const { id, clientToken } = await launchRunning()
    const ec2 = await ownerOf(EC2Client, access)
    const { Reservations } = await ec2.send(new DescribeInstancesCommand({ InstanceIds: [id] }))
    const instance = Reservations?.[0]?.Instances?.[0]
    expect(instance?.MetadataOptions).toMatchObject({ HttpTokens: 'required', HttpPutResponseHopLimit: 1 })
    expect(instance?.IamInstanceProfile?.Arn).toContain('instance-profile/sdo/sdo-process-runner')
    const { Volumes } = await ec2.send(
      new DescribeVolumesCommand({ Filters: [{ Name: 'attachment.instance-id', Values: [id] }] }),
    )
    expect(Volumes).toHaveLength(1)
    expect(Volumes?.[0]).toMatchObject({ Encrypted: true, Size: 30 })
    expect(Volumes?.[0]?.Tags).toContainEqual({ Key: clientTokenTag, Value: clientToken })
  })

  it('names the port of a load balancer that is not the usual one', async () => {
    const { account, createLoadBalancer, createTargetGroup, tags } = await buildEnvironment(harness())
    const { id: loadBalancerId, url } = await createLoadBalancer('ported')
    const { id: targetGroupId } = await createTargetGroup('ported')
    await account.loadBalancers.ensureListener({ loadBalancerId, port: 8080, targetGroupId })
    const [listed] = await account.loadBalancers.list(tags('load-balancer'))
    expect(listed?.url).toBe(`${url}:8080`)
  })

  it('finds what is ours among more load balancers than AWS tells the tags of at once', async () => {
    const { account, createLoadBalancer, tags } = await buildEnvironment(harness())
    const names = Array.from({ length: 25 }, (_, index) => `many-${index}`)
    for (const name of names) await createLoadBalancer(name)
    const listed = await account.loadBalancers.list(tags('load-balancer'))
    expect(listed.map(({ name }) => name).sort()).toEqual(names.sort())
  })

  it('ensures the parts of a network that is whole without a write', async () => {
    const { account, connect, securityGroup } = await buildEnvironment(harness())
    const rules = [{ fromPort: 80, toPort: 80, cidr: '0.0.0.0/0' }]
    const ensure = async () => {
      await connect()
      await account.network.allowIngress(securityGroup.id, rules)
    }
    await ensure()
    operations.length = 0
    await ensure()
    expect(operations.filter((operation) => !operation.startsWith('Describe'))).toEqual([])
  })

  it('reads whether it is subscribed to Spot warnings, and writes only what is not so', async () => {
    const access = await moto.newAccount()
    const { interruptions } = moto.cloud.account(access)
    const isWriting = (operation: string) => /^(Create|Put|Set)/.test(operation)
    const writesOf = async () => {
      operations.length = 0
      await interruptions.ensureSubscription()
      return operations.filter(isWriting)
    }
    expect(await writesOf()).toEqual(['CreateQueue', 'SetQueueAttributes', 'PutRule', 'PutTargets'])
    expect(await writesOf()).toEqual([])
    const eventBridge = await ownerOf(EventBridgeClient, access)
    await eventBridge.send(new DisableRuleCommand({ Name: interruptionQueueName }))
    expect(await writesOf()).toEqual(['PutRule'])
    await eventBridge.send(new RemoveTargetsCommand({ Rule: interruptionQueueName, Ids: ['queue'] }))
    expect(await writesOf()).toEqual(['PutTargets'])
    expect(await writesOf()).toEqual([])
    await interruptions.removeSubscription()
  })

  it('hears of a Spot interruption once, until it is acknowledged', async () => {
    const access = await moto.newAccount()
    const { interruptions } = moto.cloud.account(access)
    await interruptions.ensureSubscription()
    const eventBridge = await ownerOf(EventBridgeClient, access)
    const time = new Date('2026-01-01T00:00:00Z')
    const entry = {
      Source: 'aws.ec2',
      DetailType: 'EC2 Spot Instance Interruption Warning',
      Detail: JSON.stringify({ 'instance-id': 'i-0123456789abcdef0', 'instance-action': 'terminate' }),
      Time: time,
    }
    await eventBridge.send(
      new PutEventsCommand({
        Entries: [entry, { ...entry, DetailType: 'EC2 Instance State-change Notification' }],
      }),
    )
    const received = await interruptions.receive()
    expect(received).toEqual([
      {
        instanceId: 'i-0123456789abcdef0',
        terminateEpoch: time.getTime() + 120_000,
        receipt: expect.any(String),
      },
    ])
    await interruptions.acknowledge(received.map(({ receipt }) => receipt))
    expect(await interruptions.receive()).toEqual([])
    await interruptions.removeSubscription()
  })

  it('makes no request that AWS’s own models refuse', async () => {
    expect(await faultsByModels(requests)).toEqual([])
  })
})
