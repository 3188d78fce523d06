import type { Instance, LaunchRequest } from '../../controller/cloud/cloud'
import { ownerTags } from '../../core/aws/ownership'
import type { SimulatedAwsBench } from './simulated-aws'

const tags = (purpose: string) => ownerTags('environment', purpose)

/** A network in a simulated account, and what it takes to launch instances and balance load there. */
export async function buildSimulatedEnvironment({ account, clock }: SimulatedAwsBench) {
  const { network } = account
  const { id: vpcId } = await network.createVpc({ cidr: '10.0.0.0/16', tags: tags('vpc') })
  const zones = ['us-east-1a', 'us-east-1b'] as const
  const subnetIds = await Promise.all(
    zones.map(async (zone, index) => {
      const cidr = `10.0.${index * 16}.0/20`
      return (await network.createSubnet({ vpcId, zone, cidr, tags: tags(`subnet/${zone}`) })).id
    }),
  )
  const gateway = await network.createInternetGateway({ tags: tags('internet-gateway') })
  const routeTable = await network.createRouteTable({ vpcId, tags: tags('route-table') })
  await network.connectInternetGateway({
    gatewayId: gateway.id,
    vpcId,
    routeTableId: routeTable.id,
    subnetIds,
  })
  const group = { vpcId, name: 'instances', description: 'Instances', tags: tags('instances') }
  const securityGroupIds = [(await network.createSecurityGroup(group)).id]

  const launchRequest = (clientToken: string, changes: Partial<LaunchRequest> = {}): LaunchRequest => ({
    clientToken,
    instanceType: 'c6g.medium',
    zone: zones[0],
    market: 'spot',
    subnetId: subnetIds[0] ?? '',
    securityGroupIds,
    bootstrap: { instance: clientToken, key: 'a2V5' },
    tags: tags('instance'),
    ...changes,
  })
  const listInstances = () => account.instances.list(tags('instance'))
  const findInstance = async (id: string) => (await listInstances()).find((instance) => instance.id === id)
  const launchRunning = async (clientToken: string): Promise<Instance> => {
    const { id } = await account.instances.launch(launchRequest(clientToken))
    await clock.advanceUntil(async () => (await findInstance(id))?.state === 'running', {
      what: `${id} runs`,
    })
    const instance = await findInstance(id)
    if (!instance) throw new Error(`${id} is gone`)
    return instance
  }
  const createLoadBalancer = async (name: string) => {
    const { loadBalancers } = account
    const loadBalancer = await loadBalancers.create({
      name,
      subnetIds,
      securityGroupIds,
      tags: tags('load-balancer'),
    })
    const { id: targetGroupId } = await loadBalancers.createTargetGroup({
      name,
      vpcId,
      healthCheck: { path: '/health', statuses: '200-299', intervalSeconds: 5 },
      tags: tags('target-group'),
    })
    await loadBalancers.setDrainSeconds(targetGroupId, 30)
    await loadBalancers.ensureListener({ loadBalancerId: loadBalancer.id, port: 80, targetGroupId })
    return { loadBalancer, targetGroupId }
  }
  return {
    vpcId,
    subnetIds,
    securityGroupIds,
    launchRequest,
    listInstances,
    findInstance,
    launchRunning,
    createLoadBalancer,
  }
}
