import { randomUUID } from 'node:crypto'
import type { AccountAccess, Instance, LaunchRequest } from '../../../controller/cloud/cloud'
import { ownerTags } from '../../../core/aws/ownership'
import type { CloudHarness } from './harness'

/** A network with two subnets in a fresh account, as an environment has it, and what goes with it. */
export async function buildEnvironment(harness: CloudHarness) {
  const access = await harness.newAccount()
  const account = harness.cloud.account(access)
  const environment = `env-${randomUUID().slice(0, 8)}`
  const tags = (purpose: string) => ownerTags(environment, purpose)
  const { network } = account
  const vpc = await network.createVpc({ cidr: '10.20.0.0/16', tags: tags('vpc') })
  const [firstZone = '', secondZone = ''] = (await network.listZones()).map(({ name }) => name)
  const subnet = (zone: string, cidr: string) =>
    network.createSubnet({ vpcId: vpc.id, zone, cidr, tags: tags(`subnet/${zone}`) })
  const subnets = [
    await subnet(firstZone, '10.20.0.0/20'),
    await subnet(secondZone, '10.20.16.0/20'),
  ] as const
  const gateway = await network.createInternetGateway({ tags: tags('internet-gateway') })
  const routeTable = await network.createRouteTable({ vpcId: vpc.id, tags: tags('route-table') })
  /** As often as it is said. */
  const connect = (gatewayId = gateway.id) =>
    network.connectInternetGateway({
      gatewayId,
      vpcId: vpc.id,
      routeTableId: routeTable.id,
      subnetIds: subnets.map(({ id }) => id),
    })
  await connect()
  const securityGroup = await network.createSecurityGroup({
    vpcId: vpc.id,
    name: `${environment}-instances`,
    description: 'Instances of an environment',
    tags: tags('instances'),
  })

  const launchRequest = (changes: Partial<LaunchRequest> = {}): LaunchRequest => {
    const clientToken = changes.clientToken ?? randomUUID()
    return {
      clientToken,
      instanceType: 'c6g.medium',
      zone: firstZone,
      market: 'on-demand',
      subnetId: subnets[0].id,
      securityGroupIds: [securityGroup.id],
      bootstrap: { instance: clientToken, key: 'a2V5' },
      tags: tags('instance'),
      ...changes,
    }
  }
  const launchRunning = async (changes: Partial<LaunchRequest> = {}): Promise<Instance> => {
    const { id } = await account.instances.launch(launchRequest(changes))
    return harness.eventually(`${id} runs`, async () =>
      (await account.instances.list(tags('instance'))).find(
        (instance) => instance.id === id && instance.state === 'running',
      ),
    )
  }
  const createLoadBalancer = (name: string) =>
    account.loadBalancers.create({
      name,
      subnetIds: subnets.map(({ id }) => id),
      securityGroupIds: [securityGroup.id],
      tags: tags('load-balancer'),
    })
  const createTargetGroup = (name: string) =>
    account.loadBalancers.createTargetGroup({
      name,
      vpcId: vpc.id,
      healthCheck: { path: '/health', statuses: '200-299', intervalSeconds: 5 },
      tags: tags('target-group'),
    })
  return {
    access: access satisfies AccountAccess,
    account,
    tags,
    vpc,
    subnets,
    gateway,
    routeTable,
    connect,
    securityGroup,
    launchRequest,
    launchRunning,
    createLoadBalancer,
    createTargetGroup,
  }
}
