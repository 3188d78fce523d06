import type { ApplicationOverride as OverrideSpec, EnvironmentSpec } from '../../core/resources/environment'
import { ApplicationOverride } from '../../db/models/application-override'
import type { Environment } from '../../db/models/environment'
import { HostedZoneLink } from '../../db/models/hosted-zone-link'

/** The spec of an environment's resource as its rows say now. */
export async function loadEnvironmentSpec(row: Environment): Promise<EnvironmentSpec> {
  const overrides = await ApplicationOverride.findAll({
    where: { environmentId: row.id },
    order: [['applicationId', 'ASC']],
  })
  const links = await HostedZoneLink.findAll({
    where: { environmentId: row.id },
    order: [['position', 'ASC']],
  })
  return {
    displayName: row.name,
    awsAccount: row.awsAccountId,
    spotStrategy: row.spotStrategy,
    overrides: overrides.map(toOverrideSpec),
    hostedZoneLinks: links.length > 0 ? links.map(toLinkSpec) : undefined,
    examineRequestedEpoch: row.examineRequestedAt?.getTime(),
  }
}

const toLinkSpec = ({ position, hostedZoneId, subdomain }: HostedZoneLink) => ({
  order: Number(position),
  hostedZone: hostedZoneId,
  subdomain: subdomain === '' ? undefined : subdomain,
})

const toOverrideSpec = (override: ApplicationOverride): OverrideSpec => ({
  applicationId: override.applicationId,
  count: override.numProcesses ?? undefined,
  maxSpotPercentage: override.maxSpotPercentage ?? undefined,
  roles: Object.keys(override.roles).length > 0 ? override.roles : undefined,
})
