import { DomainError, invalid } from '../../../core/errors'
import { most } from '../../../core/text/longest'
import { nextRevision } from '../../../db/desired-revision'
import { HostedZoneLink, type HostedZone } from '../../../db/models/hosted-zone'
import { subdomainFault } from '../../input/exposed-ports'
import { messages } from '../../messages/messages'
import { authorizedWrite } from '../access/authorized-write'
import { lockEnvironment } from '../access/lock-environment'
import type { HumanActor } from '../actor/actor'
import { success, type Success } from '../answers/success'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { requireListeners } from '../deployments/require-listeners'
import { readSnapshotAhead } from '../deployments/snapshot-ahead'
import { shareOwn } from '../access/own'
import { zoneNameOf } from '../answers/readable-domain'
import { deploymentMessages } from '../../messages/deployment-messages'
import { messageIn, type Told } from '../../../core/messages/declare-messages'

interface LinkHostedZoneInput {
  environmentId: string
  hostedZoneId: string
  /** Label before the zone's name; empty or absent for none. */
  subdomain?: string
}

/**
 * Has an environment's names made in a zone, in the place of those it has in another one. While another link is being carried out, this
 * one waits for it.
 *
 * @throws DomainError `invalid`, `not-found`; `conflict` for a zone to which DNS does not lead
 */
export function linkHostedZone(
  dependencies: Dependencies,
  actor: HumanActor,
  input: LinkHostedZoneInput,
): Promise<Success> {
  const subdomain = requireSubdomain(input.subdomain)
  return authorizedWrite(dependencies, actor, { access: 'member' }, async (actor) => {
    const zone = await shareOwn('hostedZone', actor, input.hostedZoneId)
    requireLinkable(zone)
    const environment = await lockEnvironment(actor, input.environmentId, 'refused')
    await requireListeners(environment, (await readSnapshotAhead(environment)).applications, true)
    const where = { environmentId: environment.id }
    const links = await HostedZoneLink.findAll({ where, order: [['position', 'ASC']] })
    const last = links.at(-1)
    if (last?.hostedZoneId === zone.id && last.subdomain === subdomain) return success
    const done = environment.status?.dns?.associated?.order ?? 0
    const past = links.filter(({ position }) => Number(position) < done)
    await HostedZoneLink.destroy({ where: { position: past.map(({ position }) => position) } })
    if (links.length - past.length >= most.zoneLinks)
      throw conflict(`${most.zoneLinks} changes wait already. Try again when the next one is through.`)
    await HostedZoneLink.create({ ...where, hostedZoneId: zone.id, subdomain })
    await environment.update({ desiredRevision: nextRevision })
    await recordAudit(dependencies, actor, {
      action: 'environment.link-hosted-zone',
      target: environment,
      after: { hostedZone: zoneNameOf(zone), subdomain },
    })
    return success
  })
}

const conflict = (reason: Told) =>
  new DomainError(
    'conflict',
    (messageIn(reason) ?? messages.hostedZoneLinkFailed).as(
      `${messages.hostedZoneLinkFailed.text} ${String(reason)}`,
    ),
  )

/** @throws DomainError `invalid` */
function requireSubdomain(typed: string | undefined): string {
  const subdomain = (typed ?? '').trim().toLowerCase()
  const fault = subdomain === '' ? undefined : subdomainFault(subdomain)
  if (fault) throw invalid(fault, { subdomain: fault })
  return subdomain
}

/** @throws DomainError `conflict` */
function requireLinkable({ state, status, deletingAt }: HostedZone): void {
  if (deletingAt) throw conflict(deploymentMessages.zoneDeleting)
  if (state !== 'HEALTHY') throw conflict(status?.message || deploymentMessages.zoneUnseen)
}
