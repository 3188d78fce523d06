import type { Sequelize } from 'sequelize'
import { buildDeployment, buildReadyAccount } from './deployment-core'
import { buildShop } from './shop'
import { buildApplication, buildEnvironment, buildVersion } from './team-rows'

/** Version 2 of the shop is live in staging, version 1 of it and the worker in production, which is of another account. */
export async function buildTwoEnvironments(sequelize: Sequelize) {
  const { environment: staging, shop, ...rest } = await buildShop(sequelize)
  const { team, deployments } = rest
  await staging.update({ name: 'Staging' })
  const next = await buildVersion(shop, 'v2')
  const worker = await buildApplication(team.teamId, 'Worker')
  const workerVersion = await buildVersion(worker, 'w1')
  const other = await buildReadyAccount(team, 'Other account')
  const production = await buildEnvironment(other)
  await buildDeployment(staging, [next])
  await buildDeployment(production, [rest.version, workerVersion])
  /** What somebody sends who looks now, and selects staging. */
  const look = async () => {
    const view = await deployments.getPromoteView(team.member, production.id)
    const [candidate] = view.promoteCandidates
    return {
      environmentVersionId: candidate?.environmentVersionId ?? '',
      expectedEnvironmentVersionState: view.environmentVersionsState,
      targetEnvironmentId: production.id,
      firstDeployWarningApproved: true,
    }
  }
  return { ...rest, staging, production, shop, next, worker, workerVersion, look }
}
