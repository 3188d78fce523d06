import {
  CloudError,
  type Listener,
  type Listeners,
  type ListenerSettings,
} from '../../controller/cloud/cloud'
import type { AccountApi } from '../api'
import type { AccountState, ListenerState, LoadBalancerState } from '../state'
import { refusal } from '../refusal'
import { requireThing } from '../things'
import type { LoadBalancerPorts } from './load-balancer-ports'
import { loadBalancingResource } from './load-balancing-rules'
import { groupsOf } from './route-request'
import type { TargetGroups } from './target-groups'

/** Listeners of load balancers. */
export function listenersOf(
  api: AccountApi,
  ports: LoadBalancerPorts,
  targetGroups: TargetGroups,
): Listeners {
  const { world } = api
  const balancer = (id: string) =>
    loadBalancingResource(id, world.state.accounts[api.accountNumber]?.loadBalancers ?? {}, world)

  async function createListener({
    loadBalancerId,
    port,
    ...settings
  }: Parameters<Listeners['createListener']>[0]): Promise<void> {
    await api.call('elasticloadbalancing:CreateListener', { on: [balancer(loadBalancerId)] }, (account) => {
      const loadBalancer = requireThing(account.loadBalancers, loadBalancerId, 'load balancer')
      const made = settled(account, loadBalancer, settings)
      if (loadBalancer.listeners.some((listener) => listener.port === port)) return
      loadBalancer.listeners.push({ port, ...made })
      targetGroups.sync()
    })
    await ports.sync(loadBalancerId)
  }

  /** Changes one listener and nothing else. @throws CloudError not-found */
  async function change(
    action: string,
    id: string,
    effect: (listener: ListenerState, loadBalancer: LoadBalancerState, account: AccountState) => void,
  ): Promise<void> {
    const [loadBalancerId, port] = placeOf(id)
    await api.call(action, { on: [{ arn: id, tags: {} }] }, (account) => {
      const loadBalancer = account.loadBalancers[loadBalancerId]
      const listener = loadBalancer?.listeners.find((one) => one.port === port)
      if (!loadBalancer || !listener) throw refusal('ListenerNotFound', `The listener '${id}' does not exist`)
      effect(listener, loadBalancer, account)
      targetGroups.sync()
    })
    await ports.sync(loadBalancerId)
  }

  return {
    createListener,

    async ensureListener({ loadBalancerId, port, targetGroupId }) {
      await createListener({ loadBalancerId, port, protocol: 'HTTP', action: 'forward', targetGroupId })
    },

    listListeners: (loadBalancerId) =>
      api.call(
        'elasticloadbalancing:DescribeListeners',
        { alsoNeeds: [{ action: 'elasticloadbalancing:DescribeListenerCertificates' }] },
        (account): Listener[] =>
          requireThing(account.loadBalancers, loadBalancerId, 'load balancer').listeners.map(
            ({ localPort: _localPort, url: _url, rules: _rules, ...listener }) => ({
              ...listener,
              id: idOf(loadBalancerId, listener.port),
            }),
          ),
      ),

    changeListener: (id, settings) =>
      change('elasticloadbalancing:ModifyListener', id, (listener, loadBalancer, account) => {
        const { targetGroupId, ...made } = settled(account, loadBalancer, settings)
        const further = listener.protocol === 'HTTPS' ? listener.certificateIds.slice(1) : []
        delete listener.targetGroupId
        Object.assign(listener, made, targetGroupId && { targetGroupId })
        if (made.protocol === 'HTTPS')
          listener.certificateIds = [...new Set([...made.certificateIds, ...further])]
      }),

    async deleteListener(id) {
      try {
        await change('elasticloadbalancing:DeleteListener', id, (listener, { listeners }) => {
          listeners.splice(listeners.indexOf(listener), 1)
        })
      } catch (error) {
        if (!(error instanceof CloudError && error.kind === 'not-found')) throw error
      }
    },

    addCertificate: (id, certificateId) =>
      change('elasticloadbalancing:AddListenerCertificates', id, (listener, _loadBalancer, account) => {
        requireHttps(listener)
        requireIssued(account, certificateId)
        listener.certificateIds = [...new Set([...listener.certificateIds, certificateId])]
      }),

    removeCertificate: (id, certificateId) =>
      change('elasticloadbalancing:RemoveListenerCertificates', id, (listener) => {
        requireHttps(listener)
        if (certificateId === listener.certificateIds[0])
          throw refusal('OperationNotPermitted', 'The default certificate of a listener cannot be removed.')
        listener.certificateIds = listener.certificateIds.filter((one) => one !== certificateId)
      }),
  }
}

const idOf = (loadBalancerId: string, port: number): string =>
  `${loadBalancerId.replace(':loadbalancer/', ':listener/')}/${port.toString(16).padStart(16, '0')}`

/** Where a listener is, by its ARN. */
export function placeOf(id: string): [loadBalancerId: string, port: number] {
  const end = id.lastIndexOf('/')
  return [id.slice(0, end).replace(':listener/', ':loadbalancer/'), parseInt(id.slice(end + 1), 16)]
}

/** @throws CloudError if Elastic Load Balancing would refuse */
function settled(
  account: AccountState,
  loadBalancer: LoadBalancerState,
  { protocol, action, targetGroupId, certificateId }: ListenerSettings,
): Omit<ListenerState, 'port'> {
  if (action === 'forward') requireTargetGroup(account, loadBalancer, targetGroupId ?? '')
  if (protocol === 'HTTPS') requireIssued(account, certificateId ?? '')
  return {
    protocol,
    action,
    ...(action === 'forward' && { targetGroupId }),
    certificateIds: protocol === 'HTTPS' && certificateId ? [certificateId] : [],
  }
}

/** @throws CloudError if Elastic Load Balancing would not let the load balancer send anybody to the target group */
export function requireTargetGroup(account: AccountState, loadBalancer: LoadBalancerState, id: string): void {
  requireThing(account.targetGroups, id, 'target group')
  const rival = Object.values(account.loadBalancers).find(
    (other) => other !== loadBalancer && other.listeners.some((listener) => groupsOf(listener).includes(id)),
  )
  if (rival)
    throw refusal('TargetGroupAssociationLimit', `The target group ${id} belongs to ${rival.name} already.`)
}

function requireIssued({ certificates }: AccountState, id: string): void {
  if (requireThing(certificates, id, 'certificate').status !== 'ISSUED')
    throw refusal('UnsupportedCertificate', `The certificate '${id}' is not issued`)
}

function requireHttps({ protocol }: ListenerState): void {
  if (protocol !== 'HTTPS') throw refusal('ValidationError', 'Only listeners of HTTPS have certificates.')
}
