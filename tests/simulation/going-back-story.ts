import type { Sequelize } from 'sequelize'
import { seededRandom } from '../builders/seeded-random'
import { withOverride } from '../../core/deployment/with-override'
import { DomainError } from '../../core/errors'
import { deploymentStates } from '../../core/resources/wire-states'
import { readEnvironmentSettings } from '../../db/environment-settings'
import type { Application } from '../../db/models/application'
import { Deployment } from '../../db/models/deployment'
import { Environment } from '../../db/models/environment'
import { EnvironmentVersion } from '../../db/models/environment-version'
import { buildPerson } from '../builders/actors'
import { buildVersion } from '../builders/team-rows'
import { buildLeanApplication } from './lean-application'
import { buildPlatform, type PlatformOptions } from './platform'
import { buildDependencies } from '../builders/dependencies'
import { createServices } from '../../app/services/services'

const { QUEUED, DEPLOYING, LIVE } = deploymentStates

/** An environment on a whole platform, with somebody who deploys to it, goes back, and changes settings; with `hasSource`, another one to promote from. */
export async function buildGoingBack(
  sequelize: Sequelize,
  {
    hasSource = false,
    ...options
  }: Omit<PlatformOptions, 'sequelize' | 'environments'> & { hasSource?: boolean } = {},
) {
  const platform = await buildPlatform({ ...options, sequelize, environments: hasSource ? 2 : 1 })
  const dependencies = { ...buildDependencies(sequelize).dependencies, clock: platform.clock }
  const deployments = createServices(dependencies).deployments
  const environments = createServices(dependencies).environments
  const { teamId } = platform.account
  const person = await buildPerson(teamId)
  const [{ id: environmentId }, source] = platform.rows as [Environment, Environment?]
  const applications = [
    await buildLeanApplication(teamId, 'Shop'),
    await buildLeanApplication(teamId, 'Api'),
  ] as const

  const list = () => Deployment.findAll({ where: { environmentId }, order: [['sequence', 'ASC']] })
  const isSettled = async () =>
    (await Deployment.count({ where: { environmentId, state: [QUEUED, DEPLOYING] } })) === 0
  const live = () => Deployment.findOne({ where: { environmentId, state: LIVE }, rejectOnEmpty: true })
  /** What has to serve now, as a tag for each process. */
  const wantedTags = async (): Promise<string[]> => {
    const { environmentVersionId } = await live()
    const version = await EnvironmentVersion.findByPk(environmentVersionId ?? '', { rejectOnEmpty: true })
    const row = await Environment.findByPk(environmentId, { rejectOnEmpty: true })
    const { overrides } = await readEnvironmentSettings(row)
    return version.applications
      .map((application) => withOverride(application, overrides))
      .flatMap(({ tag, count }) => Array<string>(count).fill(tag))
      .sort()
  }

  const deploy = async (application: Application, tag: string, to = environmentId): Promise<string> => {
    const { id } = await buildVersion(application, tag)
    const asked = await deployments.patchDeployment(person, {
      environmentId: to,
      applicationVersionIdToDeploy: id,
      firstDeployWarningApproved: true,
    })
    return asked.id ?? ''
  }
  const look = async (to: Deployment) => ({
    environmentVersionId: to.environmentVersionId ?? '',
    expectedEnvironmentVersionState: (
      await deployments.getRevertView(person, {
        environmentId,
        environmentVersionId: to.environmentVersionId ?? '',
      })
    ).environmentVersionsState,
    firstDeployWarningApproved: true,
  })

  /** What promoting the other environment would ask for; undefined while nothing is live there. */
  const lookAtSource = async () => {
    const { promoteCandidates, environmentVersionsState } = await deployments.getPromoteView(
      person,
      environmentId,
    )
    const [candidate] = promoteCandidates
    return (
      candidate && {
        environmentVersionId: candidate.environmentVersionId,
        expectedEnvironmentVersionState: environmentVersionsState,
        targetEnvironmentId: environmentId,
        firstDeployWarningApproved: true,
      }
    )
  }

  return {
    platform,
    person,
    source,
    lookAtSource,
    deployments,
    environmentId,
    applications,
    random: seededRandom(options.seed ?? 1),
    list,
    live,
    deploy,
    look,
    revert: async (to: Deployment) => deployments.revertDeployment(person, await look(to)),
    override: (application: Application, numProcesses: number) =>
      environments.overrideApplication(person, {
        environmentId,
        applicationId: application.id,
        override: true,
        numProcesses,
      }),
    setSpotStrategy: (value: 'ALL' | 'NONE') =>
      environments.setEnvironmentChoice(person, { id: environmentId, name: 'spotStrategy', value }),
    settle: () => platform.runUntil('everything has ended', isSettled, 6000),
    serves: () =>
      platform.runUntil(
        'what is live serves',
        async () => JSON.stringify(platform.serving(environmentId)) === JSON.stringify(await wantedTags()),
        2000,
      ),
    settings: async () =>
      readEnvironmentSettings(await Environment.findByPk(environmentId, { rejectOnEmpty: true })),
  }
}

/** Lets refusals pass: in a random story people ask for what can not be. */
export const unlessRefused = (act: Promise<unknown>): Promise<unknown> =>
  act.catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error
    return undefined
  })
