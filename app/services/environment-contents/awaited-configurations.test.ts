import { describe, expect, it } from 'vitest'
import { deploymentStates } from '../../../core/resources/wire-states'
import { messages } from '../../messages/messages'
import { ApplicationOverride } from '../../../db/models/application-override'
import { Deployment } from '../../../db/models/deployment'
import {
  buildDeployment,
  buildReadyAccount,
  buildServices,
  buildTeam,
} from '../../../tests/builders/deployment-core'
import { buildApplication, buildEnvironment, buildVersion } from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'

const database = useTestDatabase()
const config = {
  cpuCount: 0.5,
  memoryMb: 300,
  dockerBaseUrl: 'sdo/sample',
  numProcesses: 2,
  exposedPortsV2: [{ port: 80 }],
}

async function setUp() {
  const { applications, environments, deployments } = buildServices(database.sequelize)
  const team = await buildTeam()
  const account = await buildReadyAccount(team)
  const environment = await buildEnvironment(account)
  const application = await buildApplication(team.teamId)
  const version = await buildVersion(application)
  await applications.editApplicationConfig(team.member, { ...config, id: application.id })
  await application.reload()
  await buildDeployment(environment, [version])
  const applicationId = application.id
  return {
    team,
    account,
    environment,
    application,
    version,
    edit: (change: object) =>
      applications.editApplicationConfig(team.member, { ...config, ...change, id: applicationId }),
    override: (change: object) =>
      environments.overrideApplication(team.member, {
        environmentId: environment.id,
        applicationId,
        override: false,
        ...change,
      }),
    /** As the application's page and the environment's page say it: they say the same. */
    awaited: async () => {
      const ofApplication = await applications.listApplicationDeployments(team.member, applicationId)
      const ofEnvironment = await environments.listEnvironmentProcesses(team.member, environment.id)
      const here = ofApplication.deployments.find(({ environmentId }) => environmentId === environment.id)
      expect(ofEnvironment.deployedApplications[0]?.awaitedConfiguration).toEqual(here?.awaitedConfiguration)
      return here?.awaitedConfiguration
    },
    deploy: (versionId = version.id, onlyWhileDeployed = true) =>
      deployments.patchDeployment(team.member, {
        environmentId: environment.id,
        applicationVersionIdToDeploy: versionId,
        onlyWhileDeployed,
        firstDeployWarningApproved: true,
      }),
  }
}

describe('what was configured since a deployment', () => {
  it('is said of each environment that runs what was before, with the version that brings it', async () => {
    const { awaited, edit, override, version } = await setUp()
    expect(await awaited()).toBeUndefined()
    await edit({ memoryMb: 400, environmentVariables: { LOG_LEVEL: 'debug' } })
    await override({ environmentVariables: { REGION: 'eu' } })
    expect(await awaited()).toEqual({
      versionId: version.id,
      versionName: 'v1',
      facts: [
        { fact: 'Memory', before: '300 MB', after: '400 MB' },
        { fact: 'Variable LOG_LEVEL', after: 'debug' },
        { fact: 'Variable REGION', after: 'eu' },
      ],
      lostPorts: [],
    })
  })

  it('names the ports whose addresses go', async () => {
    const { awaited, edit } = await setUp()
    await edit({ exposedPortsV2: [{ port: 8080 }] })
    expect((await awaited())?.facts).toEqual([{ fact: 'Ports', before: '80', after: '8080' }])
    expect((await awaited())?.lostPorts).toEqual([80])
  })

  it('does not wait where the environment has it otherwise, or where it counts at once', async () => {
    const { awaited, edit, environment, application } = await setUp()
    await ApplicationOverride.create({
      environmentId: environment.id,
      applicationId: application.id,
      count: 5,
      maxSpotPercentage: null,
      roles: {},
    })
    await edit({ numProcesses: 3 })
    expect(await awaited()).toBeUndefined()
  })

  it('waits no more once it was asked for, as long as that is not over', async () => {
    const { awaited, edit, deploy } = await setUp()
    await edit({ memoryMb: 400 })
    expect(await deploy()).toMatchObject({ result: 'SUCCESS' })
    expect(await awaited()).toBeUndefined()
    await Deployment.update({ state: deploymentStates.FAILED }, { where: { state: deploymentStates.QUEUED } })
    expect(await awaited()).toMatchObject({ facts: [{ fact: 'Memory' }] })
  })

  it('is compared with what is being deployed, and not said of a version that is no longer kept', async () => {
    const { awaited, edit, environment, version } = await setUp()
    await edit({ memoryMb: 400 })
    await buildDeployment(environment, [version], deploymentStates.DEPLOYING)
    expect(await awaited()).toBeUndefined()
    await edit({ memoryMb: 500 })
    expect(await awaited()).toMatchObject({ facts: [{ before: '400 MB', after: '500 MB' }] })
    await version.destroy()
    expect(await awaited()).toBeUndefined()
  })

  it('is deployed with the version that is there, and never goes back to another', async () => {
    const { deploy, edit, environment, application, version } = await setUp()
    await edit({ memoryMb: 400 })
    const newer = await buildVersion(application, 'v2')
    await expect(deploy(newer.id)).rejects.toMatchObject({
      code: 'conflict',
      message: messages.deployedMeanwhile('Production').text,
    })
    await deploy(newer.id, false)
    await expect(deploy(version.id)).rejects.toMatchObject({ code: 'conflict' })
    await Deployment.destroy({ where: { environmentId: environment.id } })
    await expect(deploy(version.id)).rejects.toMatchObject({ code: 'conflict' })
  })
})
