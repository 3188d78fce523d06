import { describe, expect, it } from 'vitest'
import { deploymentStates } from '../../../core/resources/wire-states'
import type { Application } from '../../../db/models/application'
import { ApplicationOverride } from '../../../db/models/application-override'
import { AwsAccount } from '../../../db/models/aws-account'
import { Deployment } from '../../../db/models/deployment'
import { EnvironmentVersion } from '../../../db/models/environment-version'
import { User } from '../../../db/models/user'
import { buildDeployment, copyDeployment } from '../../../tests/builders/deployment-core'
import {
  addVersion,
  buildApplication,
  buildEnvironment,
  buildQueuedDeployment,
  buildVersion,
} from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { buildApplicationBench } from '../../../tests/builders/application-bench'

const database = useTestDatabase()
const setUp = () => buildApplicationBench(database.sequelize)
const day = 24 * 60 * 60 * 1_000

describe('listApplications', () => {
  const process = (application: Application, phase: string) => ({ applicationId: application.id, phase })

  it('says where each is live in which version, how healthy it is there, and how it was deployed last', async () => {
    const { applications, team, environment, application: shop, version } = await setUp()
    const account = await AwsAccount.findOne({ where: { teamId: team.teamId }, rejectOnEmpty: true })
    const staging = await buildEnvironment(account, 'Staging')
    const api = await buildApplication(team.teamId, 'Api')
    const idle = await buildApplication(team.teamId, 'Idle')
    const apiVersion = await buildVersion(api, 'v9')
    await buildDeployment(environment, [version, apiVersion])
    await version.update({ name: 'Renamed' })
    const status = {
      processes: [
        process(shop, 'Serving'),
        process(shop, 'Healthy'),
        process(shop, 'Starting'),
        process(api, 'Draining'),
      ],
    }
    await environment.update({ status: status as never })
    await ApplicationOverride.create({
      environmentId: environment.id,
      applicationId: shop.id,
      count: 3,
      roles: {},
    })
    const later = await buildDeployment(staging, [version], deploymentStates.FAILED)
    await Deployment.update({ createdAt: new Date(Date.now() + day) }, { where: { id: later.id } })

    const newest = await buildVersion(shop, 'Newest')

    const list = await applications.listApplications(team.member)
    expect(list).toMatchObject({ total: 3, nextCursor: null, previousCursor: null })
    const place = { environmentId: environment.id, environmentName: environment.name }
    const [first, second, third] = list.applications
    expect(first).toMatchObject({
      name: 'Api',
      live: [{ ...place, versionName: 'v9', numHealthy: 0, numWanted: 2 }],
      lastDeployment: { environmentId: environment.id, state: deploymentStates.LIVE, isRemoval: false },
    })
    expect(second).toEqual({ id: idle.id, name: 'Idle', live: [] })
    expect(third).toMatchObject({
      name: 'Shop',
      live: [{ ...place, versionName: 'Renamed', numHealthy: 2, numWanted: 3 }],
      newestVersion: { name: 'Newest', createdEpoch: newest.createdAt.getTime() },
      lastDeployment: { id: later.id, environmentId: staging.id, state: deploymentStates.FAILED },
    })
  })

  it('tells a removal as one, and nothing of other teams or of deployments that are gone', async () => {
    const { applications, team, environment, application } = await setUp()
    const stranger = await setUp()
    await buildQueuedDeployment(stranger.environment, [addVersion(stranger.version)])
    await buildQueuedDeployment(environment, [{ type: 'remove', applicationId: application.id }])
    const { applications: rows } = await applications.listApplications(team.member)
    expect(rows).toMatchObject([{ id: application.id, live: [], lastDeployment: { isRemoval: true } }])
    await Deployment.destroy({ where: { environmentId: environment.id } })
    expect((await applications.listApplications(team.member)).applications[0]).not.toHaveProperty(
      'lastDeployment',
    )
  })

  it('shows those with the filter in their name, and says how many there are besides', async () => {
    const { applications, team } = await setUp()
    await buildApplication(team.teamId, 'Workshop_2')
    await buildApplication(team.teamId, 'Api')
    const { applications: rows, total } = await applications.listApplications(team.member, {
      filter: ' shop',
    })
    expect(rows.map(({ name }) => name)).toEqual(['Shop', 'Workshop_2'])
    expect(total).toBe(3)
    expect((await applications.listApplications(team.member, { filter: '%' })).applications).toEqual([])
  })
})

describe('listApplicationDeployments', () => {
  it('says where the application is live, since when, and how many processes it is to have', async () => {
    const { applications, team, environment, application, version, id } = await setUp()
    const other = await buildVersion(await buildApplication(team.teamId, 'Other'))
    const deployedAt = new Date(1_700_000_000_000)
    const first = await buildDeployment(environment, [version], deploymentStates.RETIRED, deployedAt)
    const second = await buildDeployment(environment, [other])
    const kept = await EnvironmentVersion.findByPk(first.environmentVersionId ?? '', { rejectOnEmpty: true })
    await second.update({ environmentVersionId: kept.id })
    await applications.renameVersion(team.member, { id: version.id, name: 'First' })
    const row = {
      environmentId: environment.id,
      environmentName: 'Production',
      versionName: 'First',
      versionTag: 'v1',
      deployedAtEpoch: first.finishedAt?.getTime(),
      deployedBy: undefined,
      isAutoDeployed: false,
      targetNumProcesses: 2,
    }
    expect(await applications.listApplicationDeployments(team.member, id)).toEqual({ deployments: [row] })
    await ApplicationOverride.create({
      environmentId: environment.id,
      applicationId: application.id,
      count: 5,
      maxSpotPercentage: null,
      roles: {},
    })
    const { deployments } = await applications.listApplicationDeployments(team.member, id)
    expect(deployments).toEqual([{ ...row, targetNumProcesses: 5 }])
    await first.update({ requestedBy: team.member.userId, kind: 'auto-deploy' })
    const { name: deployedBy } = await User.findByPk(team.member.userId, { rejectOnEmpty: true })
    expect((await applications.listApplicationDeployments(team.member, id)).deployments).toMatchObject([
      { deployedBy, isAutoDeployed: true },
    ])
  })
})

it('where an application is live is read in under 100 ms of processor time after 10,000 deployments', async () => {
  const { applications, team, environment, version, id } = await setUp()
  await copyDeployment(await buildDeployment(environment, [version], deploymentStates.RETIRED), 9_999)
  await buildDeployment(environment, [version])
  const read = () => applications.listApplicationDeployments(team.member, id)
  await read()
  const start = process.cpuUsage()
  expect((await read()).deployments).toHaveLength(1)
  const { user, system } = process.cpuUsage(start)
  expect((user + system) / 1000).toBeLessThan(100)
})
