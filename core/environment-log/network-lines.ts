import type { LoadBalancing } from '../resources/environment'
import { declareLines } from './declare-lines'

/** What is made, and found gone, of the network and of the environment as a whole. */
export const networkLines = declareLines('network', {
  ready: { type: 'network', text: () => 'The network is ready.' },
  vpcMade: {
    type: 'network',
    text: ({ id, cidr }: { id: string; cidr: string }) => `Created VPC ${id} (${cidr}).`,
  },
  subnetMade: {
    type: 'network',
    text: ({ id, zone }: { id: string; zone: string }) => `Created subnet ${id} in ${zone}.`,
  },
  gatewayMade: { type: 'network', text: ({ id }: { id: string }) => `Created internet gateway ${id}.` },
  groupMade: {
    type: 'network',
    text: ({ id, purpose }: { id: string; purpose: string }) =>
      `Created security group ${id} for ${purpose}.`,
  },
  groupOpened: {
    type: 'network',
    severity: 'ERROR',
    text: ({ id, ports }: { id: string; ports: string }) =>
      `The security group ${id} blocked required traffic. SDO opened it again: ${ports}.`,
  },
  partGone: {
    type: 'network',
    severity: 'ERROR',
    text: ({ what, id }: { what: string; id: string }) =>
      `The ${what} ${id} is gone from the account. SDO creates a new one.`,
  },
  untagged: {
    type: 'network',
    severity: 'ERROR',
    docs: '/docs/external-resources#tags',
    text: ({ what, id }: { what: string; id: string }) =>
      `The ${what} ${id} has lost its tags. SDO uses it, but may no longer change or delete it. Put the tags back.`,
  },
  refused: {
    type: 'network',
    severity: 'ERROR',
    docs: '/docs/deployments#when-a-deployment-fails',
    text: ({ message }: { message: string }) => message,
  },
  obstructed: {
    type: 'network',
    severity: 'ERROR',
    docs: '/docs/environments#rename-and-delete',
    text: ({ message }: { message: string }) => message,
  },
  allowed: { type: 'network', text: () => "AWS accepts SDO's requests again." },
  deleting: { type: 'network', text: () => 'Deleting the environment.' },
  nothingLeft: { type: 'network', text: () => 'The environment is removed.' },
})

const kindNames: Record<LoadBalancing, string> = {
  OWN: 'a load balancer for each exposed port',
  SHARED: 'one load balancer that all exposed ports share',
}

/** How load balancers come, go and answer. */
export const balancerLines = declareLines('balancers', {
  made: {
    type: 'network',
    costCause: 'loadBalancer',
    text: ({ application, port, url }: { application: string; port: number; url: string | undefined }) =>
      `Created the load balancer of ${application} for port ${port}: ${url}`,
  },
  shared: {
    type: 'network',
    text: ({ application, port, url }: { application: string; port: number; url: string }) =>
      `Port ${port} of ${application} is behind the shared load balancer: ${url}`,
  },
  sharedMade: {
    type: 'network',
    costCause: 'loadBalancer',
    text: () => 'Created the load balancer that all exposed ports share.',
  },
  unshared: {
    type: 'network',
    text: ({ port }: { port: number }) => `Port ${port} is no longer behind the shared load balancer.`,
  },
  sharedDeleted: {
    type: 'network',
    costCause: 'loadBalancer',
    text: () => 'Deleted the load balancer that all exposed ports shared.',
  },
  changing: {
    type: 'network',
    text: ({ kind }: { kind: LoadBalancing }) =>
      `The environment changes to ${kindNames[kind]}. Until nobody knows the former addresses, it has both.`,
  },
  leading: {
    type: 'network',
    text: ({ kind }: { kind: LoadBalancing }) =>
      `People are sent to ${kindNames[kind]} now. The former addresses answer until nobody knows them.`,
  },
  changed: {
    type: 'network',
    text: ({ kind }: { kind: LoadBalancing }) =>
      `The environment has ${kindNames[kind]}. The others are deleted.`,
  },
  notChanging: {
    type: 'network',
    text: ({ kind }: { kind: LoadBalancing }) => `The environment keeps ${kindNames[kind]}.`,
  },
  partGone: {
    type: 'network',
    severity: 'ERROR',
    text: ({ what, port }: { what: string; port: number }) =>
      `The ${what} for port ${port} is gone from the account. SDO creates a new one.`,
  },
  targetsGone: {
    type: 'network',
    severity: 'ERROR',
    text: ({ port }: { port: number }) => `The target group for port ${port} is gone. SDO creates a new one.`,
  },
  deleted: {
    type: 'network',
    costCause: 'loadBalancer',
    text: ({ port }: { port: number }) => `Deleted the load balancer for port ${port}.`,
  },
  httpsOpen: {
    type: 'network',
    text: ({ port }: { port: number }) =>
      `The load balancer for port ${port} answers on HTTPS and redirects HTTP to it.`,
  },
  httpsClosed: {
    type: 'network',
    text: ({ port }: { port: number }) => `The load balancer for port ${port} answers on HTTP only.`,
  },
  listenersRighted: {
    type: 'network',
    severity: 'ERROR',
    text: ({ port }: { port: number }) =>
      `The listeners for port ${port} were changed manually. SDO restored them.`,
  },
})

/** How an environment moves to another range of addresses. */
export const moveLines = declareLines('move', {
  announced: {
    type: 'network',
    costCause: 'move',
    text: ({ because, cost }: { because: string; cost: string }) =>
      `The environment moves to another range of addresses, because ${because}. ${cost}`,
  },
  networkReady: {
    type: 'network',
    text: ({ cidr }: { cidr: string | undefined }) =>
      `The network with the range ${cidr} is ready beside the current one.`,
  },
  filling: {
    type: 'network',
    text: () => 'Starting everything in the new network too.',
  },
  leading: {
    type: 'network',
    text: () => 'Everything serves in the new network too. Names now change to it.',
  },
  waits: {
    type: 'network',
    severity: 'ERROR',
    docs: '/docs/external-networks#ranges',
    text: ({ why }: { why: string }) => `The move waits. ${why}`,
  },
  givenUp: {
    type: 'network',
    text: ({ why }: { why: string }) => `The environment stays where it is. ${why}`,
  },
  settled: {
    type: 'network',
    costCause: 'move',
    text: ({ cidr }: { cidr: string | undefined }) =>
      `The environment has the range ${cidr} now. The old network is removed.`,
  },
  formerGone: {
    type: 'network',
    costCause: 'move',
    text: ({ cidr = 'that was to be' }: { cidr: string | undefined }) =>
      `The network with the range ${cidr} is gone, and all that was in it.`,
  },
})

/** How connections with external networks come and go. */
export const peeringLines = declareLines('peerings', {
  asked: {
    type: 'network',
    text: ({ id, vpcId }: { id: string; vpcId: string }) => `Requested the connection ${id} with ${vpcId}.`,
  },
  connected: {
    type: 'network',
    text: ({ vpcId, ranges, ownRange }: { vpcId: string; ranges: string[]; ownRange: string }) =>
      `Connected with ${vpcId}: routes lead to ${ranges.join(', ')}, and from there to ${ownRange}.`,
  },
  obstructed: {
    type: 'network',
    severity: 'ERROR',
    docs: '/docs/external-networks#if-something-is-in-the-way',
    text: ({ message }: { message: string }) => message,
  },
  gone: {
    type: 'network',
    severity: 'ERROR',
    text: ({ id, vpcId }: { id: string; vpcId: string }) =>
      `The connection ${id} with ${vpcId} is gone. SDO requests a new one.`,
  },
  disconnected: {
    type: 'network',
    text: ({ vpcId }: { vpcId: string }) => `Disconnected from ${vpcId}: routes and connection are removed.`,
  },
})
