import { requestMessages } from '../../messages/request-messages'
import { findOverlap } from '../../../core/aws/cidr'
import { DomainError, invalid } from '../../../core/errors'
import { most } from '../../../core/text/longest'
import { nextRevision } from '../../../db/desired-revision'
import { ExternalNetwork, ExternalNetworkLink } from '../../../db/models/external-network'
import { messages } from '../../messages/messages'
import { authorizedWrite } from '../access/authorized-write'
import { lockEnvironment } from '../access/lock-environment'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { requireRevision } from '../revisions/revision'
import { networkLinkSettings, toldNetworkLinks } from './external-network-views'
import { shareOwn } from '../access/own'
import { deploymentMessages } from '../../messages/deployment-messages'
import { messageIn, type Told } from '../../../core/messages/declare-messages'

interface SetLinkedNetworksInput {
  environmentId: string
  /** Ids of all networks with which it is to be connected; from others it is disconnected. */
  newLinks: string[]
  /** The one that the links were read at. */
  revision?: string
}

/**
 * Says with which external networks an environment is to be connected. One whose range overlaps theirs moves to another one.
 *
 * @throws DomainError `invalid`, `not-found`; `conflict` for a network that cannot be linked now, with the reason, and when somebody changed
 * the links since `revision`
 */
export function setLinkedNetworks(
  dependencies: Dependencies,
  actor: HumanActor,
  { environmentId, newLinks, revision }: SetLinkedNetworksInput,
): Promise<Success> {
  const wanted = [...new Set(newLinks)].sort()
  if (wanted.length > most.linkedNetworks) throw invalid(requestMessages.tooMany(most.linkedNetworks))
  return authorizedWrite(dependencies, actor, { access: 'member' }, async (actor) => {
    const networks: ExternalNetwork[] = []
    for (const id of wanted) networks.push(await shareOwn('externalNetwork', actor, id))
    const environment = await lockEnvironment(actor, environmentId, 'refused')
    const where = { environmentId: environment.id }
    const present = new Set(
      (await ExternalNetworkLink.findAll({ where })).map((link) => link.externalNetworkId),
    )
    const linked = await ExternalNetwork.findAll({ where: { id: [...present] } })
    requireRevision(revision, networkLinkSettings(linked), networkLinkSettings(networks), toldNetworkLinks)
    const added = networks.filter(({ id }) => !present.has(id))
    const removed = [...present].filter((id) => !wanted.includes(id))
    if (added.length + removed.length === 0) return success
    for (const network of added) requireLinkable(network, networks)
    await ExternalNetworkLink.destroy({ where: { ...where, externalNetworkId: removed } })
    await ExternalNetworkLink.bulkCreate(added.map(({ id }) => ({ ...where, externalNetworkId: id })))
    await environment.update({ desiredRevision: nextRevision })
    await recordAudit(dependencies, actor, {
      action: 'environment.set-linked-networks',
      target: environment,
      after: { networks: networks.map(({ vpcId }) => vpcId) },
    })
    return success
  })
}

const conflict = (reason: Told) =>
  new DomainError(
    'conflict',
    (messageIn(reason) ?? messages.linkedNetworksFailed).as(
      `${messages.linkedNetworksFailed.text} ${String(reason)}`,
    ),
  )
const rangesOf = ({ status }: ExternalNetwork): string[] => status?.vpc?.cidrs ?? []

/** @throws DomainError `conflict` */
function requireLinkable(network: ExternalNetwork, all: ExternalNetwork[]): void {
  const { vpcId, state, status, deletingAt } = network
  if (deletingAt) throw conflict(deploymentMessages.networkDeleting(vpcId))
  if (state !== 'HEALTHY') throw conflict(status?.message || deploymentMessages.networkUnseen(vpcId))
  for (const other of all) {
    const both = other === network ? undefined : findOverlap(rangesOf(network), rangesOf(other))
    if (both)
      throw conflict(
        deploymentMessages.networksOverlap({
          range: both.range,
          vpcId,
          otherRange: both.other,
          otherVpcId: other.vpcId,
        }),
      )
  }
}
