import { Application } from '../../../db/models/application'
import { requireEnvironment } from '../access/require-environment'
import type { HumanActor } from '../actor/actor'
import { byText } from '../answers/sorting'
import type { Dependencies } from '../dependencies'
import type { EnvironmentResources } from './environment-views'

/** What an environment consists of in the customer's account, as far as the controller has said. */
export async function getEnvironmentResources(
  _dependencies: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<EnvironmentResources> {
  const { status } = await requireEnvironment(actor, id)
  const { loadBalancers = [], instances = [], processes = [], costPerHour = 0 } = status ?? {}
  const applications = await Application.findAll({
    where: { id: loadBalancers.map(({ applicationId }) => applicationId) },
  })
  const nameById = new Map(applications.map(({ id, name }) => [id, name]))
  return {
    hostedZones: [],
    externalNetworks: [],
    loadBalancers: loadBalancers
      .flatMap(({ applicationId, port, url }) =>
        url === undefined
          ? []
          : [{ applicationId, applicationName: nameById.get(applicationId) ?? applicationId, port, url }],
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

const byApplicationName = byText((row: { applicationName: string }) => row.applicationName)
