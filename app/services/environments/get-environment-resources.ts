import type { DnsStatus } from '../../../core/resources/environment'
import { Application } from '../../../db/models/application'
import { requireEnvironment } from '../access/require-environment'
import type { HumanActor } from '../actor/actor'
import { byText } from '../answers/sorting'
import type { Dependencies } from '../dependencies'
import type { EnvironmentResources } from './environment-views'
import { listHostedZoneLinks } from './list-hosted-zone-links'

/** What an environment consists of in the customer's account, as far as the controller has said. */
export async function getEnvironmentResources(
  _dependencies: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<EnvironmentResources> {
  const environment = await requireEnvironment(actor, id)
  const { status } = environment
  const { loadBalancers = [], instances = [], processes = [], costPerHour = 0 } = status ?? {}
  const applications = await Application.findAll({
    where: { id: loadBalancers.map(({ applicationId }) => applicationId) },
  })
  const nameById = new Map(applications.map(({ id, name }) => [id, name]))
  return {
    hostedZones: await listHostedZoneLinks(environment),
    externalNetworks: [],
    loadBalancers: loadBalancers
      .flatMap(({ applicationId, port, url }) =>
        url === undefined
          ? []
          : [
              {
                applicationId,
                applicationName: nameById.get(applicationId) ?? applicationId,
                port,
                url,
                namedUrls: namedUrlsOf(status?.dns, { applicationId, port, url }),
              },
            ],
      )
      .sort((a, b) => byApplicationName(a, b) || a.port - b.port),
    instances: instances.map(
      ({ clientToken, instanceId, instanceType, zone, market, phase, pricePerHour }) => ({
        instanceId,
        instanceType,
        zone,
        market,
        phase,
        pricePerHour,
        numProcesses: processes.filter((process) => process.clientToken === clientToken).length,
      }),
    ),
    costPerHour,
  }
}

/** The address of a load balancer with each of its names in the place of its own. */
function namedUrlsOf(
  dns: DnsStatus | undefined,
  { applicationId, port, url }: { applicationId: string; port: number; url: string },
): string[] {
  return (dns?.records ?? [])
    .filter((one) => one.applicationId === applicationId && one.port === port && one.phase === 'Present')
    .map(({ name }) => url.replace(/^http:\/\/[^/:]+/, `http://${name}`))
    .sort()
}

const byApplicationName = byText((row: { applicationName: string }) => row.applicationName)
