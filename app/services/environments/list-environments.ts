import {
  listEnvironments as readEnvironments,
  type ListedEnvironment,
} from '../../../db/queries/environments'
import type { HumanActor } from '../actor/actor'
import { byName, byText } from '../answers/sorting'
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
      const { isDeleting: _isDeleting, ...status } = toEnvironmentStatusJson(environment)
      const { id, name, awsAccountName, numHealthy, numProcesses, numLoadBalancers, costPerHour } =
        environment
      const { applications } = environment
      return {
        ...{ id, name, awsAccountName, ...status },
        applications: applications.sort(byText((name) => name)),
        ...toLastDeployment(environment),
        numHealthy: numHealthy ?? 0,
        numProcesses: numProcesses ?? 0,
        costPerHour: (costPerHour ?? 0) + (numLoadBalancers ?? 0) * loadBalancerPerHour,
      }
    }),
  }
}

function toLastDeployment({ deploymentId: id, sequence, state, askedAt, ...last }: ListedEnvironment) {
  if (id === null || sequence === null || state === null || askedAt === null) return {}
  const { isStopped, numChanges, askedBy, applicationName, versionName } = last
  return {
    lastDeployment: {
      ...{ id, sequence, state, askedEpoch: askedAt.getTime() },
      ...{ isStopped: isStopped === true, numChanges: numChanges ?? 0 },
      ...(askedBy !== null && { askedBy }),
      ...(applicationName !== null && { applicationName }),
      ...(versionName !== null && { versionName }),
    },
  }
}
