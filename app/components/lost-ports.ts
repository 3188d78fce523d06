import type { DifferenceView } from '../services/deployments/difference-views'

/** Sentences on the addresses that go with a deployment, one for each application: a changed port gets a new load balancer. */
export const lostPortSentences = ({ applications }: Pick<DifferenceView, 'applications'>): string[] =>
  applications
    .filter(({ lostPorts }) => lostPorts.length > 0)
    .map(({ applicationName, lostPorts, type }) => {
      const ports = `${lostPorts.length === 1 ? 'port' : 'ports'} ${lostPorts.join(', ')}`
      return type === 'remove'
        ? `${applicationName} goes, and its addresses (${ports}) stop answering.`
        : `The load balancers of ${ports} of ${applicationName} are deleted: their addresses stop answering, and other ports get new addresses.`
    })
