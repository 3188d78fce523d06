import { listEnvironments as readEnvironments } from '../../../db/queries/environments'
import type { HumanActor } from '../actor/actor'
import { byName } from '../answers/sorting'
import { loadBalancerPerHour } from '../../../core/catalogue/load-balancer-price'
import type { Dependencies } from '../dependencies'
import type { EnvironmentList } from './environment-views'
import { toEnvironmentStatusJson } from './to-environment-status-json'

/** The team's environments, by name. */
export async function listEnvironments(
  { sequelize }: Dependencies,
  { teamId }: HumanActor,
): Promise<EnvironmentList> {
  const environments = await readEnvironments(sequelize, teamId)
  return {
    environments: environments.sort(byName).map((environment) => {
      const { statusType, statusMessage, refusal } = toEnvironmentStatusJson(environment)
      const { id, name, awsAccountName, numHealthy, numProcesses, numLoadBalancers, costPerHour } =
        environment
      return {
        ...{ id, name, awsAccountName, statusType, statusMessage, ...(refusal && { refusal }) },
        numHealthy: numHealthy ?? 0,
        numProcesses: numProcesses ?? 0,
        costPerHour: (costPerHour ?? 0) + (numLoadBalancers ?? 0) * loadBalancerPerHour,
      }
    }),
  }
}
