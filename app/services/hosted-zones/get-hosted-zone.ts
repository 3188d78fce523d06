import { listEnvironmentsOfZone } from '../../../db/queries/hosted-zones'
import { requireAccess } from '../access/access'
import type { HumanActor } from '../actor/actor'
import { readableDomain, zoneNameOf } from '../answers/readable-domain'
import { byText } from '../answers/lists'
import type { Dependencies } from '../dependencies'
import { requireOwn } from '../access/own'

interface HostedZoneView {
  id: string
  name: string
  /** The zone's name as people read it. */
  displayName: string
  dependentEnvironmentNames: string[]
}

/** A zone, and the environments from which it must be disassociated before it can go. */
export async function getHostedZone(
  { sequelize }: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<HostedZoneView> {
  requireAccess(actor, 'admin')
  const zone = await requireOwn('hostedZone', actor, id)
  const environments = await listEnvironmentsOfZone(sequelize, zone.id)
  return {
    id: zone.id,
    name: zoneNameOf(zone),
    displayName: readableDomain(zoneNameOf(zone)),
    dependentEnvironmentNames: environments.sort(byText((name: string) => name)),
  }
}
