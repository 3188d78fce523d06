import {
  CreateLoadBalancerCommand,
  DeleteLoadBalancerCommand,
  paginateDescribeLoadBalancers,
  type ElasticLoadBalancingV2Client,
  type Listener as AwsListener,
  type LoadBalancer as AwsLoadBalancer,
} from '@aws-sdk/client-elastic-load-balancing-v2'
import { CloudError, httpPort, httpsPort, type LoadBalancer, type LoadBalancers } from '../cloud'
import { everyItem } from './bounded-answers'
import { hasCode, unlessGone } from './aws-errors'
import { areOurs, hasTags, toAwsTags } from './aws-tags'
import { readElbTags } from './elb-tags'
import { describeListeners } from './listeners'
import { requireAnswer } from './answers'
import type { ClientsOf } from './role-sessions'

export const createLoadBalancers = (
  clientsOf: ClientsOf,
): Pick<LoadBalancers, 'list' | 'create' | 'delete'> => ({
  async list(tags) {
    const { elb } = await clientsOf()
    const marked = await readMarked(elb, await describeLoadBalancers(elb))
    return withPorts(
      elb,
      marked.filter((candidate) => hasTags(candidate.tags, tags)),
    )
  },

  async create({ name, subnetIds, securityGroupIds, tags }) {
    const { elb } = await clientsOf()
    try {
      const { LoadBalancers } = await elb.send(
        new CreateLoadBalancerCommand({
          Name: name,
          Type: 'application',
          Scheme: 'internet-facing',
          IpAddressType: 'ipv4',
          Subnets: subnetIds,
          SecurityGroups: securityGroupIds,
          Tags: toAwsTags(tags),
        }),
      )
      return toLoadBalancer(requireAnswer(LoadBalancers?.[0], 'which load balancer it made'), tags)
    } catch (error) {
      // AWS gives the present one only if everything about it is as asked.
      if (!hasCode(error, 'DuplicateLoadBalancerNameException', 'DuplicateLoadBalancerName')) throw error
      const named = (await describeLoadBalancers(elb)).filter(
        ({ LoadBalancerName }) => LoadBalancerName === name,
      )
      const [ours] = await withPorts(elb, (await readMarked(elb, named)).filter(areOurs))
      if (!ours) throw error
      return ours
    }
  },

  async delete(id) {
    const { elb } = await clientsOf()
    await unlessGone(elb.send(new DeleteLoadBalancerCommand({ LoadBalancerArn: id })))
  },
})

const describeLoadBalancers = (elb: ElasticLoadBalancingV2Client): Promise<AwsLoadBalancer[]> =>
  everyItem(paginateDescribeLoadBalancers({ client: elb }, {}), ({ LoadBalancers }) => LoadBalancers)

async function readMarked(
  elb: ElasticLoadBalancingV2Client,
  found: AwsLoadBalancer[],
): Promise<LoadBalancer[]> {
  const tags = await readElbTags(
    elb,
    found.flatMap(({ LoadBalancerArn }) => LoadBalancerArn ?? []),
  )
  return found.map((loadBalancer) =>
    toLoadBalancer(loadBalancer, tags.get(loadBalancer.LoadBalancerArn ?? '') ?? {}),
  )
}

async function withPorts(
  elb: ElasticLoadBalancingV2Client,
  loadBalancers: LoadBalancer[],
): Promise<LoadBalancer[]> {
  const complete: LoadBalancer[] = []
  for (const loadBalancer of loadBalancers) {
    const listeners = await listenersOf(elb, loadBalancer.id)
    const port = plainPortOf(listeners)
    const isHttps = listeners.some(({ Port, Protocol }) => Port === httpsPort && Protocol === 'HTTPS')
    complete.push({
      ...loadBalancer,
      url: port === httpPort ? loadBalancer.url : `${loadBalancer.url}:${port}`,
      ...(isHttps && { httpsUrl: loadBalancer.url.replace(/^http:/, 'https:') }),
      listenerPorts: listeners.flatMap(({ Port }) => Port ?? []),
      addresses: addressesOf(loadBalancer.url, listeners),
    })
  }
  return complete
}

/** The port that answers on HTTP: people must name it unless it is the usual one. */
function plainPortOf(listeners: AwsListener[]): number {
  const ports = listeners.filter(({ Protocol }) => Protocol === 'HTTP').flatMap(({ Port }) => Port ?? [])
  return ports.find((port) => port !== httpPort) ?? httpPort
}

const addressesOf = (base: string, listeners: AwsListener[]): LoadBalancer['addresses'] =>
  listeners.flatMap(({ Port: port, Protocol, DefaultActions = [] }) =>
    port !== undefined && Protocol === 'HTTP' && DefaultActions[0]?.Type === 'forward'
      ? [{ port, url: port === httpPort ? base : `${base}:${port}` }]
      : [],
  )

/** Listeners of a load balancer; none if it was deleted since it was listed. */
async function listenersOf(
  elb: ElasticLoadBalancingV2Client,
  loadBalancerArn: string,
): Promise<AwsListener[]> {
  try {
    return await describeListeners(elb, loadBalancerArn)
  } catch (error) {
    if (!(error instanceof CloudError && error.kind === 'not-found')) throw error
    return []
  }
}

function toLoadBalancer(loadBalancer: AwsLoadBalancer, tags: LoadBalancer['tags']): LoadBalancer {
  const state = loadBalancer.State?.Code
  const address = requireAnswer(loadBalancer.DNSName, 'the address of a load balancer')
  return {
    id: requireAnswer(loadBalancer.LoadBalancerArn, 'the ARN of a load balancer'),
    name: requireAnswer(loadBalancer.LoadBalancerName, 'the name of a load balancer'),
    tags,
    state: state === 'provisioning' || state === 'failed' ? state : 'active',
    url: `http://${address}`,
    listenerPorts: [],
    addresses: [],
    alias: {
      dnsName: address.toLowerCase(),
      zoneId: requireAnswer(loadBalancer.CanonicalHostedZoneId, 'the zone of a load balancer'),
    },
  }
}
