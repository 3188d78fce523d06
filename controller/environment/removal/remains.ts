import { isOurs, type Tags } from '../../../core/aws/ownership'
import type {
  Instance,
  InternetGateway,
  LoadBalancer,
  SecurityGroup,
  Subnet,
  Tagged,
  TargetGroup,
  Vpc,
} from '../../cloud/cloud'
import type { Pass } from '../pass'

/** Everything in the account that carries the environment's tags, as far as the cloud shows it. */
export interface Remains {
  instances: Instance[]
  loadBalancers: LoadBalancer[]
  targetGroups: TargetGroup[]
  securityGroups: SecurityGroup[]
  subnets: Subnet[]
  internetGateways: InternetGateway[]
  vpcs: Vpc[]
}

export async function listRemains({ account, environmentTags }: Pass): Promise<Remains> {
  const { instances, loadBalancers, network } = account
  const ours = async <T extends Tagged>(list: (tags: Tags) => Promise<T[]>) =>
    (await list(environmentTags)).filter(({ tags }) => isOurs(tags))
  const [running, balancers, targetGroups, securityGroups, subnets, internetGateways, vpcs] =
    await Promise.all([
      ours((tags) => instances.list(tags)),
      ours((tags) => loadBalancers.list(tags)),
      ours((tags) => loadBalancers.listTargetGroups(tags)),
      ours((tags) => network.listSecurityGroups(tags)),
      ours((tags) => network.listSubnets(tags)),
      ours((tags) => network.listInternetGateways(tags)),
      ours((tags) => network.listVpcs(tags)),
    ])
  return {
    instances: running.filter(({ state }) => state !== 'terminated'),
    loadBalancers: balancers,
    targetGroups,
    securityGroups,
    subnets,
    internetGateways,
    vpcs,
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
}

/** For people: `2 instances, 1 VPC`; empty if nothing is left. */
export const describeRemains = (remains: Remains): string =>
  (Object.keys(names) as (keyof Remains)[])
    .filter((kind) => remains[kind].length > 0)
    .map((kind) => `${remains[kind].length} ${names[kind][remains[kind].length === 1 ? 0 : 1]}`)
    .join(', ')
