import { isOurs, type Tags } from '../../../core/aws/ownership'
import type { Draft } from '../draft'
import type {
  Instance,
  InternetGateway,
  LoadBalancer,
  SecurityGroup,
  Peering,
  Subnet,
  Tagged,
  TargetGroup,
  Vpc,
} from '../../cloud/cloud'
import type { Pass } from '../pass'
import { isAlive } from '../peering/disconnect'

/** Everything in the account that carries the environment's tags, as far as the cloud shows it. */
export interface Remains {
  instances: Instance[]
  loadBalancers: LoadBalancer[]
  targetGroups: TargetGroup[]
  securityGroups: SecurityGroup[]
  subnets: Subnet[]
  internetGateways: InternetGateway[]
  vpcs: Vpc[]
  peerings: Peering[]
}

/** Whether connections with external networks are recorded, which keep the network until they are gone. */
export const isConnected = ({ status }: Draft): boolean => (status.peerings?.length ?? 0) > 0

export async function listRemains({ account, environmentTags, environment }: Pass): Promise<Remains> {
  const { instances, loadBalancers, network, peerings } = account
  const ours = async <T extends Tagged>(list: (tags: Tags) => Promise<T[]>) =>
    (await list(environmentTags)).filter(({ tags }) => isOurs(tags))
  const [running, balancers, targetGroups, securityGroups, subnets, internetGateways, vpcs, connections] =
    await Promise.all([
      ours((tags) => instances.list(tags)),
      ours((tags) => loadBalancers.list(tags)),
      ours((tags) => loadBalancers.listTargetGroups(tags)),
      ours((tags) => network.listSecurityGroups(tags)),
      ours((tags) => network.listSubnets(tags)),
      ours((tags) => network.listInternetGateways(tags)),
      ours((tags) => network.listVpcs(tags)),
      // Who never linked a network may have a role that cannot see connections.
      (environment.spec.linkedNetworks ?? []).length > 0 ? ours((tags) => peerings.list(tags)) : [],
    ])
  return {
    instances: running.filter(({ state }) => state !== 'terminated'),
    loadBalancers: balancers,
    targetGroups,
    securityGroups,
    subnets,
    internetGateways,
    vpcs,
    peerings: connections.filter(isAlive),
  }
}

const names: Record<keyof Remains, [one: string, many: string]> = {
  instances: ['instance', 'instances'],
  loadBalancers: ['load balancer', 'load balancers'],
  targetGroups: ['target group', 'target groups'],
  securityGroups: ['security group', 'security groups'],
  subnets: ['subnet', 'subnets'],
  internetGateways: ['internet gateway', 'internet gateways'],
  vpcs: ['VPC', 'VPCs'],
  peerings: ['connection', 'connections'],
}

/** For people: `2 instances, 1 VPC`; empty if nothing is left. */
export const describeRemains = (remains: Remains): string =>
  (Object.keys(names) as (keyof Remains)[])
    .filter((kind) => remains[kind].length > 0)
    .map((kind) => `${remains[kind].length} ${names[kind][remains[kind].length === 1 ? 0 : 1]}`)
    .join(', ')
