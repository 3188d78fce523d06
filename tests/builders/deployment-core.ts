import { randomInt, randomUUID } from 'node:crypto'
import type { Sequelize } from 'sequelize'
import type { HumanActor, IntegrationActor } from '../../app/services/actor/actor'
import { createServices } from '../../app/services/services'
import { deploymentStates, type DeploymentState } from '../../core/resources/wire-states'
import { DomainError } from '../../core/errors'
import { applicationSpecOf } from '../../db/application-spec'
import { Application } from '../../db/models/application'
import type { ApplicationVersion } from '../../db/models/application-version'
import { AwsAccount } from '../../db/models/aws-account'
import { Deployment } from '../../db/models/deployment'
import type { Environment } from '../../db/models/environment'
import { keepDeleted } from '../../db/queries/deleted-environments'
import { EnvironmentVersion } from '../../db/models/environment-version'
import { Team } from '../../db/models/team'
import { buildAutomation, buildPerson } from './actors'
import { buildDependencies } from './dependencies'

/** All services, and a team with an account that is ready for environments. */
export async function buildTeamAtWork(sequelize: Sequelize) {
  const services = createServices(buildDependencies(sequelize).dependencies)
  const team = await buildTeam()
  return { ...services, team, account: await buildReadyAccount(team) }
}

/** The services of the deployment core. */
export function buildServices(sequelize: Sequelize) {
  const { dependencies, clock } = buildDependencies(sequelize)
  return { ...createServices(dependencies), clock }
}

export interface TestTeam {
  teamId: string
  admin: HumanActor
  member: HumanActor
  integration: IntegrationActor
}

export async function buildTeam(): Promise<TestTeam> {
  const { id: teamId } = await Team.create({ id: randomUUID() })
  return {
    teamId,
    admin: await buildPerson(teamId, { name: 'Ada', isAdmin: true }),
    member: await buildPerson(teamId, { name: 'Max' }),
    integration: await buildAutomation(teamId),
  }
}

export const buildAccountNumber = (): string =>
  String(randomInt(0, 281_474_976_710_655)).padStart(12, '0').slice(-12)

/** An account in which environments can be created. */
export const buildReadyAccount = (
  { teamId }: Pick<TestTeam, 'teamId'>,
  name = 'Main account',
): Promise<AwsAccount> =>
  AwsAccount.create({
    id: randomUUID(),
    teamId,
    name,
    accountNumber: buildAccountNumber(),
    externalId: randomUUID(),
    state: 'SUCCESS',
    claimedAt: new Date(0),
  })

/** What the mirror notes when the controller has found every role as it must be. */
export const answerExamination = (id: string) => AwsAccount.update({ state: 'SUCCESS' }, { where: { id } })

/** A deployment after which an environment runs exactly `versions`, in the given state. */
export async function buildDeployment(
  environment: Environment,
  versions: ApplicationVersion[],
  state: DeploymentState = deploymentStates.LIVE,
  finishedAt = new Date(),
): Promise<Deployment> {
  const sequence = 1 + (await Deployment.count({ where: { environmentId: environment.id } }))
  const applications = await Promise.all(
    versions.map(async (version) => {
      const application = await Application.findByPk(version.applicationId, { rejectOnEmpty: true })
      return applicationSpecOf(application, version, undefined)
    }),
  )
  const snapshot = await EnvironmentVersion.create({
    id: randomUUID(),
    environmentId: environment.id,
    number: sequence,
    applications,
  })
  return Deployment.create({
    id: randomUUID(),
    environmentId: environment.id,
    sequence,
    state,
    changes: versions.map(({ id, applicationId }) => ({ type: 'add', applicationId, versionId: id })),
    environmentVersionId: snapshot.id,
    startedAt: finishedAt,
    finishedAt: state === deploymentStates.DEPLOYING ? null : finishedAt,
  })
}

/** As many deployments more like one of an environment, numbered on from it. */
export const copyDeployment = ({ id, sequelize }: Deployment, times: number) =>
  sequelize.query(
    `INSERT INTO deployments SELECT (jsonb_populate_record(d, jsonb_build_object(
       'id', gen_random_uuid(), 'sequence', d.sequence + number, 'environment_version_id', NULL))).*
     FROM deployments d, generate_series(1, $2::int) AS number WHERE d.id = $1`,
    { bind: [id, times] },
  )

/** Why each attempt was refused, as the code of its error; `undefined` for one that was not. */
export const refusalsOf = async (attempts: Promise<unknown>[]): Promise<(string | undefined)[]> =>
  (await Promise.allSettled(attempts)).map((outcome) => {
    if (outcome.status === 'fulfilled') return undefined
    if (outcome.reason instanceof DomainError) return outcome.reason.code
    throw outcome.reason
  })

/** Has an environment gone, as once nothing is left of it. @returns its id */
export async function buildDeletedEnvironment(environment: Environment, at = new Date()): Promise<string> {
  await keepDeleted(environment.sequelize, environment.id, at)
  await environment.destroy()
  return environment.id
}
