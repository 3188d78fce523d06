import type { Tags } from '../../../core/aws/ownership'
import type { AliasTarget } from './dns'
import type { Tagged } from './network'

export interface LoadBalancer extends Tagged {
  name: string
  state: 'provisioning' | 'active' | 'failed'
  /** Address for people, without a trailing slash. */
  url: string
  /** Address on HTTPS; absent while nothing answers there. */
  httpsUrl?: string
  /** Ports of its listeners. */
  listenerPorts: number[]
  /** Addresses for people of those that forward HTTP, by port. */
  addresses: { port: number; url: string }[]
  /** Target of DNS records that lead to it. */
  alias: AliasTarget
}

/** The port of HTTPS, and the one from which people are sent there. */
export const httpsPort = 443
export const httpPort = 80

/** A listener's action on requests. */
export interface ListenerSettings {
  protocol: 'HTTP' | 'HTTPS'
  /** `redirect` answers 301 with the same address on HTTPS, `not-found` answers 404. */
  action: 'forward' | 'redirect' | 'not-found'
  /** Target group that it forwards to. */
  targetGroupId?: string
  /** Of HTTPS: what it shows to whom none of its other certificates fits. */
  certificateId?: string
}

export interface Listener extends Omit<ListenerSettings, 'action' | 'certificateId'> {
  id: string
  port: number
  /** `other` is nothing that we ever ask for. */
  action: ListenerSettings['action'] | 'other'
  /** The default certificate first, which clients get that none of the others fits. */
  certificateIds: string[]
}

/** What a listener does with requests for some hosts, before what it does with all others. */
export interface HostRuleSettings {
  /** 1 to 50,000; the lowest that fits a request counts. */
  priority: number
  /** Five at most, of 128 characters at most, in lower case; `*` stands for any characters. */
  hosts: string[]
  action: 'forward' | 'redirect'
  /** Target group that it forwards to. */
  targetGroupId?: string
}

export interface HostRule extends Omit<HostRuleSettings, 'action'> {
  id: string
  /** `other` is nothing that we ever ask for. */
  action: HostRuleSettings['action'] | 'other'
}

export interface TargetGroup extends Tagged {
  name: string
  vpcId: string
}
/** How a load balancer asks its targets: GET `path` every so often, with statuses such as `200-299` taken as healthy. */
export interface TargetHealthCheck {
  path: string
  statuses: string
  intervalSeconds: number
}

/** A process behind a load balancer: its instance and the port it is reached by there. */
export interface Target {
  instanceId: string
  port: number
}
export interface TargetHealth extends Target {
  state: 'initial' | 'healthy' | 'unhealthy' | 'draining' | 'unused'
  /** Why it is not healthy, in the words of Elastic Load Balancing, such as `Target.ResponseCodeMismatch`. */
  reason?: string
  /** The same as a sentence, with the codes of the answers where there were any. */
  description?: string
}

/** Listeners of load balancers, one for each port. */
export interface Listeners {
  /** Forwards HTTP on `port` to the target group; if there is a listener on that port it stays. */
  ensureListener(input: { loadBalancerId: string; port: number; targetGroupId: string }): Promise<void>
  /** @throws CloudError not-found without the load balancer */
  listListeners(loadBalancerId: string): Promise<Listener[]>
  /** If there is a listener on that port it stays as it is. */
  createListener(input: { loadBalancerId: string; port: number } & ListenerSettings): Promise<void>
  /** In one step: whoever connects meets the listener as it was or as it is to be. Its further certificates stay, unless it is no more HTTPS. */
  changeListener(id: string, settings: ListenerSettings): Promise<void>
  deleteListener(id: string): Promise<void>
  /** For names that the listener's other certificates do not fit. AWS takes one certificate a call. */
  addCertificate(listenerId: string, certificateId: string): Promise<void>
  removeCertificate(listenerId: string, certificateId: string): Promise<void>
}

/** Rules of listeners, by which one load balancer serves several hosts. */
export interface HostRules {
  /** All but what the listener does with hosts that no rule names. @throws CloudError not-found without the listener */
  listRules(listenerId: string): Promise<HostRule[]>
  /** If there is a rule of that priority it stays as it is. */
  createRule(listenerId: string, rule: HostRuleSettings): Promise<void>
  /** In one step; the priority stays. @throws CloudError not-found without the rule */
  changeRule(id: string, rule: Omit<HostRuleSettings, 'priority'>): Promise<void>
  deleteRule(id: string): Promise<void>
}

/** Target groups and their targets. */
export interface TargetGroups {
  listTargetGroups(tags: Tags): Promise<TargetGroup[]>
  /** The same name gives the same one. */
  createTargetGroup(input: {
    name: string
    vpcId: string
    healthCheck: TargetHealthCheck
    tags: Tags
  }): Promise<TargetGroup>
  /** How long a leaving target keeps its open requests; five minutes to begin with. @throws CloudError not-found without the target group */
  setDrainSeconds(id: string, seconds: number): Promise<void>
  /** Targets keep their health until they are asked anew. @throws CloudError not-found without the target group */
  changeHealthCheck(id: string, healthCheck: TargetHealthCheck): Promise<void>
  deleteTargetGroup(id: string): Promise<void>
  registerTargets(targetGroupId: string, targets: Target[]): Promise<void>
  deregisterTargets(targetGroupId: string, targets: Target[]): Promise<void>
  /** Registered and still draining targets. */
  listTargets(targetGroupId: string): Promise<TargetHealth[]>
}

export interface LoadBalancers extends Listeners, HostRules, TargetGroups {
  list(tags: Tags): Promise<LoadBalancer[]>
  /** A load balancer that faces the internet. `name` at most 32 characters, unique in the account; the same name gives the same one. */
  create(input: {
    name: string
    subnetIds: string[]
    securityGroupIds: string[]
    tags: Tags
  }): Promise<LoadBalancer>
  delete(id: string): Promise<void>
}
