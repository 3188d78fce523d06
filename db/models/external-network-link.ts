import { key, table, uuid } from './table'

/** That an environment is to be connected with an external network. */
export class ExternalNetworkLink extends table('external_network_links', {
  environmentId: key(uuid()),
  externalNetworkId: key(uuid()),
}) {}
