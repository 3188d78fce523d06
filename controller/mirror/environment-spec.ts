import { choiceOf, choose, otherChoices } from '../../core/environment/choices'
import type { EnvironmentSpec } from '../../core/resources/environment'
import { readEnvironmentSettings } from '../../db/environment-settings'
import type { Environment } from '../../db/models/environment'
import { ExternalNetworkLink } from '../../db/models/external-network'
import { HostedZoneLink } from '../../db/models/hosted-zone'
import { readAwaitedImages } from './awaited-images'

/** The spec of an environment's resource as its rows say now. */
export async function loadEnvironmentSpec(row: Environment): Promise<EnvironmentSpec> {
  const links = await HostedZoneLink.findAll({
    where: { environmentId: row.id },
    order: [['position', 'ASC']],
  })
  const networks = await ExternalNetworkLink.findAll({
    where: { environmentId: row.id },
    order: [['externalNetworkId', 'ASC']],
  })
  const awaitedImages = await readAwaitedImages(row.id)
  return {
    displayName: row.name,
    awsAccount: row.awsAccountId,
    ...(await readEnvironmentSettings(row)),
    // So resources of earlier releases stay as they are.
    ...choose(
      otherChoices.filter((name) => row[name] !== choiceOf(name).leftOut),
      (name) => row[name],
    ),
    settingsSequence: row.settingsSequence ?? undefined,
    hostedZoneLinks: links.length > 0 ? links.map(toLinkSpec) : undefined,
    linkedNetworks:
      networks.length > 0 ? networks.map(({ externalNetworkId }) => externalNetworkId) : undefined,
    awaitedImages: awaitedImages.length > 0 ? awaitedImages : undefined,
    examineRequestedEpoch: row.examineRequestedAt?.getTime(),
    sleep: row.sleep ?? undefined,
  }
}

const toLinkSpec = ({ position, hostedZoneId, subdomain }: HostedZoneLink) => ({
  order: Number(position),
  hostedZone: hostedZoneId,
  subdomain: subdomain === '' ? undefined : subdomain,
})
