import type { Sequelize } from 'sequelize'
import { buildReadyAccount, buildServices, buildTeam } from './deployment-core'
import { buildApplication, buildEnvironment, buildVersion } from './team-rows'

const day = 24 * 60 * 60 * 1_000

/** An application of a team with an environment, whose one version is two days old, and what people do with it. */
export async function buildApplicationBench(sequelize: Sequelize) {
  const services = buildServices(sequelize)
  const team = await buildTeam()
  const environment = await buildEnvironment(await buildReadyAccount(team))
  const application = await buildApplication(team.teamId)
  const version = await buildVersion(application)
  await version.update({ createdAt: new Date(services.clock.now() - 2 * day) })
  return { ...services, team, environment, application, version, id: application.id }
}
