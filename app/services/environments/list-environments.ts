import type { Sequelize } from 'sequelize'
import { billOf } from '../../../core/charges/bill'
import { Deployment } from '../../../db/models/deployment'
import {
  listEnvironments as readEnvironments,
  type ListedEnvironment,
} from '../../../db/queries/environments'
import { deploymentSentence } from '../../messages/deployment-sentence'
import type { HumanActor } from '../actor/actor'
import { byName, byText } from '../answers/lists'
import type { Dependencies } from '../dependencies'
import { toDeploymentsJson } from '../deployments/to-deployments-json'
import type { EnvironmentList } from './environment-list-views'
import { toEnvironmentStatusJson } from './to-environment-status-json'

/** The team's environments, by name. */
export async function listEnvironments(
  { sequelize }: Dependencies,
  { teamId }: HumanActor,
): Promise<EnvironmentList> {
  const environments = await readEnvironments(sequelize, teamId)
  const summaries = await readSummaries(sequelize, environments)
  return {
    environments: environments.sort(byName).map((environment) => {
      const { isDeleting, ...status } = toEnvironmentStatusJson(environment, environment)
      const { id, name, awsAccountName, numHealthy, count } = environment
      const { applications } = environment
      return {
        id,
        name,
        awsAccountName,
        ...status,
        applications: applications.sort(byText((name) => name)),
        ...toLastDeployment(environment, summaries),
        numHealthy,
        numProcesses: count,
        costPerHour: billOf(environment).total,
      }
    }),
  }
}

/** What the last deployment of each environment changes, by its id. */
async function readSummaries(
  sequelize: Sequelize,
  environments: ListedEnvironment[],
): Promise<Map<string, string>> {
  const ids = environments.flatMap(({ deploymentId }) => deploymentId ?? [])
  const deployments = await toDeploymentsJson(sequelize, await Deployment.findAll({ where: { id: ids } }))
  return new Map(deployments.map((deployment) => [deployment.id, deploymentSentence(deployment)]))
}

function toLastDeployment(
  { deploymentId: id, sequence, state, askedAt, isStopped, askedBy }: ListedEnvironment,
  summaries: Map<string, string>,
) {
  if (id === null || sequence === null || state === null || askedAt === null) return {}
  return {
    lastDeployment: {
      id,
      sequence,
      state,
      askedEpoch: askedAt.getTime(),
      isStopped: isStopped === true,
      summary: summaries.get(id) ?? '',
      ...(askedBy !== null && { askedBy }),
    },
  }
}
