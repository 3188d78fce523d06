import type { ExternalNetworkStatus } from '../../core/resources/external-network'
import type { ExternalNetworkState } from '../../core/resources/wire-states'
import { bigint, date, json, key, nullable, optional, table, text, uuid } from './table'

/** A VPC of the customer's, in an AWS account of a team. */
export class ExternalNetwork extends table('external_networks', {
  id: key(uuid()),
  teamId: uuid(),
  awsAccountId: uuid(),
  vpcId: text(),
  region: text(),
  deletingAt: optional(nullable(date())),
  state: optional(text<ExternalNetworkState>()),
  status: optional(nullable(json<ExternalNetworkStatus>())),
  desiredRevision: optional(bigint()),
  mirroredRevision: optional(bigint()),
  createdAt: optional(date()),
}) {}

/** Wish to connect an environment with an external network. */
export class ExternalNetworkLink extends table('external_network_links', {
  environmentId: key(uuid()),
  externalNetworkId: key(uuid()),
}) {}
