import { key, table, uuid } from './table'

/** Wish to connect an environment with an external network. */
export class ExternalNetworkLink extends table('external_network_links', {
  environmentId: key(uuid()),
  externalNetworkId: key(uuid()),
}) {}
