import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { deploymentStates } from '../../../core/resources/wire-states'
import {
  buildDeployment,
  copyDeployment,
  buildReadyAccount,
  buildTeam,
  refusalsOf,
} from '../../../tests/builders/deployment-core'
import { IntegrationUser } from '../../../db/models/integration-user'
import { User } from '../../../db/models/user'
import { buildShop } from '../../../tests/builders/shop'
import {
  addVersion,
  buildEnvironment,
  buildQueuedDeployment,
  buildVersion,
} from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'

const database = useTestDatabase()

const setUp = () => buildShop(database.sequelize)

describe('the deployments of an environment', () => {
  it('are listed newest first, with the names of what they changed', async () => {
    const { deployments, team, environment, shop, version, remove } = await setUp()
    await version.update({ dockerTag: '3f2c1d' })
    const live = await buildDeployment(environment, [version])
    await deployments.patchDeployment(team.member, remove)
    const { deployments: rows } = await deployments.listEnvironmentDeployments(team.member, environment.id)
    expect(rows).toMatchObject([
      {
        sequence: 2,
        state: deploymentStates.QUEUED,
        changes: [{ type: 'remove', applicationId: shop.id, applicationName: 'Shop' }],
      },
      {
        id: live.id,
        sequence: 1,
        state: deploymentStates.LIVE,
        changes: [{ type: 'add', applicationName: 'Shop', versionName: 'v1', versionTag: '3f2c1d' }],
        finishedEpoch: live.finishedAt?.getTime(),
      },
    ])
    expect(rows[0]).not.toHaveProperty('changes.0.versionName')
  })

  it('name the person or the automation that asked, as long as it is there', async () => {
    const { applications, deployments, team, environment, shop, deploy } = await setUp()
    await deployments.patchDeployment(team.member, deploy)
    await applications.setAutoDeployTarget(team.member, {
      applicationId: shop.id,
      environmentId: environment.id,
    })
    await applications.declareVersion(team.integration, {
      integrationId: shop.integrationId,
      dockerImageTag: '2',
      autoDeploy: true,
    })
    const namesNow = async () => {
      const found = await deployments.listEnvironmentDeployments(team.admin, environment.id)
      return found.deployments.map(({ requestedBy }) => requestedBy)
    }
    const { name } = await IntegrationUser.findByPk(team.integration.integrationUserId, {
      rejectOnEmpty: true,
    })
    expect(await namesNow()).toEqual([name, 'Max'])
    await User.destroy({ where: { id: team.member.userId } })
    expect(await namesNow()).toEqual([name, undefined])
  })

  it('say what each of them found there, whatever became of those before', async () => {
    const { deployments, team, environment, shop, version } = await setUp()
    const list = async () => {
      const found = await deployments.listEnvironmentDeployments(team.member, environment.id)
      return found.deployments.flatMap(({ changes }) =>
        changes.map(({ type, previousVersionName, versionName }) => [type, previousVersionName, versionName]),
      )
    }
    const [second, third] = [await buildVersion(shop, 'v2'), await buildVersion(shop, 'v3')]
    await buildDeployment(environment, [version], deploymentStates.FAILED)
    await buildDeployment(environment, [version], deploymentStates.RETIRED)
    await buildDeployment(environment, [second], deploymentStates.FAILED)
    await buildDeployment(environment, [second])
    await buildDeployment(environment, [second], deploymentStates.DEPLOYING)
    await deployments.patchDeployment(team.member, {
      environmentId: environment.id,
      applicationVersionIdToDeploy: third.id,
      firstDeployWarningApproved: true,
    })
    await deployments.patchDeployment(team.member, {
      environmentId: environment.id,
      applicationIdToRemove: shop.id,
    })
    const told = [
      ['remove', 'v3', undefined],
      ['change', 'v2', 'v3'],
      ['change', 'v2', 'v2'],
      ['change', 'v1', 'v2'],
      ['change', 'v1', 'v2'],
      ['add', undefined, 'v1'],
      ['add', undefined, 'v1'],
    ]
    expect(await list()).toEqual(told)
    await version.destroy()
    expect(await list()).toEqual(told)
  })

  it('show the ones that run, however many wait, and how many more those are', async () => {
    const { deployments, team, environment, shop, version } = await setUp()
    const second = await buildVersion(shop, 'v2')
    await buildDeployment(environment, [version], deploymentStates.RETIRED)
    const live = await buildDeployment(environment, [version])
    await buildDeployment(environment, [second], deploymentStates.FAILED)
    const deploying = await buildDeployment(environment, [second], deploymentStates.DEPLOYING)
    for (let number = 1; number <= 30; number++)
      await buildQueuedDeployment(environment, [addVersion(version)])
    const { deployments: rows, numWaiting } = await deployments.getDeploymentHistory(
      team.member,
      environment.id,
    )
    expect(rows.map(({ sequence }) => sequence)).toEqual([
      34,
      33,
      32,
      31,
      30,
      29,
      28,
      27,
      26,
      25,
      deploying.sequence,
      live.sequence,
    ])
    expect(numWaiting).toBe(20)
  })

  it('show what the environment runs, and ran', async () => {
    const { deployments, team, environment, version } = await setUp()
    expect(await deployments.getLatestEnvironmentVersion(team.member, environment.id)).toEqual({
      environmentName: 'Production',
      applications: [],
    })
    const live = await buildDeployment(environment, [version])
    await buildDeployment(environment, [], deploymentStates.FAILED)
    const latest = await deployments.getLatestEnvironmentVersion(team.member, environment.id)
    expect(latest).toMatchObject({
      environmentVersionId: live.environmentVersionId,
      number: 1,
      state: deploymentStates.LIVE,
      applications: [{ name: 'Shop', versionName: 'v1', cpu: 0.25, memoryMb: 300, count: 2 }],
    })
    const environmentId = environment.id
    const environmentVersionId = latest.environmentVersionId ?? ''
    await expect(
      deployments.getEnvironmentVersion(team.member, { environmentId, environmentVersionId }),
    ).resolves.toEqual(latest)
    const otherEnvironment = await buildEnvironment(await buildReadyAccount(team, 'Second'), 'Staging')
    const refusals = await refusalsOf([
      deployments.getEnvironmentVersion(team.member, { environmentId, environmentVersionId: 'no-uuid' }),
      deployments.getEnvironmentVersion(team.member, { environmentId, environmentVersionId: randomUUID() }),
      deployments.getEnvironmentVersion(team.member, {
        environmentId: otherEnvironment.id,
        environmentVersionId,
      }),
    ])
    expect(refusals).toEqual(['not-found', 'not-found', 'not-found'])
  })

  it('are not shown to other teams', async () => {
    const { deployments, environment } = await setUp()
    const { member } = await buildTeam()
    const refusals = await refusalsOf([
      deployments.getPatchView(member, environment.id),
      deployments.listEnvironmentDeployments(member, environment.id),
      deployments.getDeploymentHistory(member, environment.id),
      deployments.getLatestEnvironmentVersion(member, environment.id),
    ])
    expect(new Set(refusals)).toEqual(new Set(['not-found']))
  })
})

it('the history is looked through in parts, forward and back, and nothing is missed or told twice', async () => {
  const { deployments, team, environment, version } = await setUp()
  for (let count = 0; count < 7; count++) await buildQueuedDeployment(environment, [addVersion(version)])
  const read = async (cursor?: string | null) => {
    const page = { limit: 3, cursor: cursor ?? undefined }
    const { deployments: rows, ...cursors } = await deployments.listEnvironmentDeployments(
      team.member,
      environment.id,
      page,
    )
    return { numbers: rows.map(({ sequence }) => sequence), ...cursors }
  }
  const first = await read()
  const second = await read(first.nextCursor)
  const third = await read(second.nextCursor)
  expect([first, second, third].map(({ numbers }) => numbers)).toEqual([[7, 6, 5], [4, 3, 2], [1]])
  expect([first.previousCursor, third.nextCursor]).toEqual([null, null])
  const back = await read(third.previousCursor)
  expect(back).toEqual(second)
  expect(await read(back.previousCursor)).toEqual(first)
  expect(await refusalsOf([read('after-'), read('before-3'), read('after-99999999999')])).toEqual([
    'invalid',
    'invalid',
    'invalid',
  ])
})

describe('a history of 10,000 deployments', () => {
  it('is read page by page in under 100 ms of processor time each, the newest, one amid it and the last', async () => {
    const { deployments, team, environment, version } = await setUp()
    await copyDeployment(await buildDeployment(environment, [version], deploymentStates.RETIRED), 9_999)
    const pages = [undefined, '5000', '51'].map(
      (cursor) => () =>
        deployments.listEnvironmentDeployments(team.member, environment.id, { limit: 50, cursor }),
    )
    const reads = [...pages, () => deployments.getDeploymentHistory(team.member, environment.id)]
    // What is compiled on the first call, and planned, is not what a page takes.
    for (const read of reads) await read()
    const numbers: (number | undefined)[] = []
    for (const read of reads) {
      const start = process.cpuUsage()
      const { deployments: rows } = await read()
      const { user, system } = process.cpuUsage(start)
      expect((user + system) / 1000).toBeLessThan(100)
      numbers.push(rows.at(0)?.sequence, rows.length)
    }
    expect(numbers).toEqual([10_000, 50, 4999, 50, 50, 50, 10_000, 10])
  })

  it('is behind no other page of the environment or its applications, each of which takes under 100 ms as well', async () => {
    const { deployments, environments, applications, team, environment, version, shop } = await setUp()
    const oldest = await buildDeployment(environment, [version], deploymentStates.RETIRED)
    await copyDeployment(oldest, 9_998)
    const live = await buildDeployment(environment, [version])
    const { member } = team
    const id = environment.id
    const reads: Record<string, () => Promise<unknown>> = {
      'patch tab': () => deployments.getPatchView(member, id),
      'promote tab': () => deployments.getPromoteView(member, id),
      'page of a revert': () =>
        deployments.getRevertView(member, {
          environmentId: id,
          environmentVersionId: oldest.environmentVersionId ?? '',
        }),
      'page of the oldest': () =>
        deployments.getDeployment(member, { environmentId: id, deploymentId: oldest.id }),
      'page of the live one': () =>
        deployments.getDeployment(member, { environmentId: id, deploymentId: live.id }),
      'list of environments': () => environments.listEnvironments(member),
      overview: () => environments.getEnvironmentOverview(member, id),
      overrides: () => environments.listEnvironmentProcesses(member, id),
      resources: () => environments.getEnvironmentResources(member, id),
      log: () => environments.listEnvironmentLogs(member, { id, onlyErrors: false }),
      'list of applications': () => applications.listApplications(member),
      'active deployments': () => applications.listApplicationDeployments(member, shop.id),
    }
    const own: Record<string, number> = {}
    const withPostgres: Record<string, number> = {}
    for (const [name, read] of Object.entries(reads)) {
      await read()
      const [start, begun] = [process.cpuUsage(), performance.now()]
      await read()
      const { user, system } = process.cpuUsage(start)
      own[name] = (user + system) / 1000
      withPostgres[name] = performance.now() - begun
    }
    expect(Object.entries(own).filter(([, took]) => took >= 100)).toEqual([])
    // A plan that looks at each deployment for each other takes seconds; what else the machine does may take some of this.
    expect(Object.entries(withPostgres).filter(([, took]) => took >= 2000)).toEqual([])
  })
})
