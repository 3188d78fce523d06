import {
  AddListenerCertificatesCommand,
  CreateListenerCommand,
  DeleteListenerCommand,
  ModifyListenerCommand,
  RemoveListenerCertificatesCommand,
  paginateDescribeListenerCertificates,
  paginateDescribeListeners,
  type ElasticLoadBalancingV2Client,
  type Listener as AwsListener,
} from '@aws-sdk/client-elastic-load-balancing-v2'
import { type Listener, type Listeners, type ListenerSettings } from '../cloud'
import { hasCode, unlessGone } from './aws-errors'
import { everyItem } from './bounded-answers'
import { requireAnswer } from './answers'
import { fromActions, toActions } from './listener-actions'
import type { ClientsOf } from './role-sessions'

/** The one that AWS recommends: TLS 1.3 and 1.2, forward secrecy only, keys that quantum computers do not break where the client can. */
const tlsPolicy = 'ELBSecurityPolicy-TLS13-1-2-Res-PQ-2025-09'

export const createListeners = (clientsOf: ClientsOf): Listeners => {
  async function createListener({
    loadBalancerId,
    port,
    ...settings
  }: Parameters<Listeners['createListener']>[0]): Promise<void> {
    const { elb } = await clientsOf()
    try {
      await elb.send(
        new CreateListenerCommand({ LoadBalancerArn: loadBalancerId, Port: port, ...toRequest(settings) }),
      )
    } catch (error) {
      if (!hasCode(error, 'DuplicateListenerException', 'DuplicateListener')) throw error
    }
  }

  return {
    createListener,

    async ensureListener({ loadBalancerId, port, targetGroupId }) {
      const { elb } = await clientsOf()
      if ((await describeListeners(elb, loadBalancerId)).some(({ Port }) => Port === port)) return
      await createListener({ loadBalancerId, port, protocol: 'HTTP', action: 'forward', targetGroupId })
    },

    async listListeners(loadBalancerId) {
      const { elb } = await clientsOf()
      const listeners: Listener[] = []
      for (const listener of await describeListeners(elb, loadBalancerId))
        listeners.push(toListener(listener, await certificatesOf(elb, listener)))
      return listeners
    },

    async changeListener(id, settings) {
      const { elb } = await clientsOf()
      await elb.send(new ModifyListenerCommand({ ListenerArn: id, ...toRequest(settings) }))
    },

    async deleteListener(id) {
      const { elb } = await clientsOf()
      await unlessGone(elb.send(new DeleteListenerCommand({ ListenerArn: id })))
    },

    async addCertificate(ListenerArn, CertificateArn) {
      const { elb } = await clientsOf()
      await elb.send(new AddListenerCertificatesCommand({ ListenerArn, Certificates: [{ CertificateArn }] }))
    },

    async removeCertificate(ListenerArn, CertificateArn) {
      const { elb } = await clientsOf()
      await elb.send(
        new RemoveListenerCertificatesCommand({ ListenerArn, Certificates: [{ CertificateArn }] }),
      )
    },
  }
}

export const describeListeners = (
  elb: ElasticLoadBalancingV2Client,
  loadBalancerArn: string,
): Promise<AwsListener[]> =>
  everyItem(
    paginateDescribeListeners({ client: elb }, { LoadBalancerArn: loadBalancerArn }),
    ({ Listeners }) => Listeners,
  )

/** A listener tells only of the one that it shows to whom none of the others fits. */
async function certificatesOf(
  elb: ElasticLoadBalancingV2Client,
  { ListenerArn, Protocol, Certificates = [] }: AwsListener,
): Promise<string[]> {
  if (Protocol !== 'HTTPS') return []
  const found = await everyItem(
    paginateDescribeListenerCertificates({ client: elb }, { ListenerArn }),
    ({ Certificates }) => Certificates,
  )
  const ids = [...Certificates, ...found].flatMap(({ CertificateArn }) => CertificateArn ?? [])
  return [...new Set(ids)]
}

const toRequest = (settings: ListenerSettings) => ({
  Protocol: settings.protocol,
  DefaultActions: toActions(settings),
  ...(settings.protocol === 'HTTPS' && {
    SslPolicy: tlsPolicy,
    Certificates: [{ CertificateArn: settings.certificateId }],
  }),
})

const toListener = (
  { ListenerArn, Port, Protocol, DefaultActions = [] }: AwsListener,
  certificateIds: string[],
): Listener => ({
  id: requireAnswer(ListenerArn, 'the ARN of a listener'),
  port: requireAnswer(Port, 'the port of a listener'),
  protocol: Protocol === 'HTTPS' ? 'HTTPS' : 'HTTP',
  ...fromActions(DefaultActions),
  certificateIds,
})
