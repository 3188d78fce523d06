import { findCondition } from '../../../core/resources/find-condition'
import type { PeeringStatus } from '../../../core/resources/environment'
import type { Environment } from '../../../db/models/environment'
import { ExternalNetworkLink } from '../../../db/models/external-network'
import { listExternalNetworks } from '../../../db/queries/external-networks'
import type { Dependencies } from '../dependencies'
import type { ExternalNetworkLinkView } from './environment-views'
import { whyLinkingMoves } from './why-linking-moves'
import { remedyOfReason } from '../../messages/remedies'
import type { Condition } from '../../../core/resources/metadata'

const connectionByPhase: Record<PeeringStatus['phase'], ExternalNetworkLinkView['connection']> = {
  Connecting: 'CONNECTING',
  Connected: 'CONNECTED',
  Removing: 'DISCONNECTING',
}

/** The external networks of the team, by account number, region and VPC, each with how far it is at the environment. */
export async function listExternalNetworkLinks(
  { sequelize }: Pick<Dependencies, 'sequelize'>,
  environment: Environment,
): Promise<ExternalNetworkLinkView[]> {
  const { id: environmentId, teamId, status } = environment
  const [networks, links] = await Promise.all([
    listExternalNetworks(sequelize, teamId),
    ExternalNetworkLink.findAll({ where: { environmentId } }),
  ])
  if (networks.length === 0) return []
  const moves = await whyLinkingMoves({ sequelize }, environment)
  const linked = new Set(links.map(({ externalNetworkId }) => externalNetworkId))
  const condition = findCondition(status?.conditions ?? [], 'NetworksConnected')
  const obstacle = condition?.status === 'True' ? undefined : condition
  return networks.map(({ id, vpcId, region, accountNumber, statusType }) => {
    const isSelected = linked.has(id)
    const peerings = (status?.peerings ?? []).filter(({ network }) => network === id)
    // An environment that moves is connected from two networks.
    const peering = peerings.find(({ ownVpcId }) => ownVpcId === status?.network.vpcId) ?? peerings[0]
    const moving = isSelected ? undefined : moves.get(id)
    const connection = peering ? connectionByPhase[peering.phase] : isSelected ? 'CONNECTING' : undefined
    const said =
      peering?.phase === 'Connected'
        ? toldOf(peering)
        : connection && obstacle && { message: obstacle.message, documentation: docsOf(obstacle) }
    return {
      id,
      vpcId,
      region,
      statusType,
      isSelected,
      awsAccountNumber: accountNumber,
      ...(connection && { connection }),
      ...said,
      ...(moving !== undefined && { moving }),
    }
  })
}

const inTheWay = '/docs/external-networks#if-something-is-in-the-way'

const docsOf = ({ reason }: Condition): string => remedyOfReason(reason) ?? inTheWay

/** What stands in the way of a connection, or is the customer's to do: SDO changes no security group of theirs. */
const toldOf = ({ message, ownRange }: PeeringStatus) =>
  message === undefined
    ? { message: `Let ${ownRange} in by the security groups of what applications are to reach.` }
    : { message, documentation: inTheWay }
