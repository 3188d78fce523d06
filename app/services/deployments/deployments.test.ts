import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { deploymentStates } from '../../../core/deployment/deployment-state'
import { messages } from '../../messages/messages'
import { Deployment } from '../../../db/models/deployment'
import {
  buildDeployment,
  buildReadyAccount,
  buildServices,
  buildTeam,
  refusalsOf,
} from '../../../tests/builders/deployment-core'
import {
  addVersion,
  buildApplication,
  buildEnvironment,
  buildQueuedDeployment,
  buildVersion,
} from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'

const database = useTestDatabase()

async function setUp() {
  const team = await buildTeam()
  const environment = await buildEnvironment(await buildReadyAccount(team))
  const shop = await buildApplication(team.teamId)
  const version = await buildVersion(shop)
  const deploy = {
    environmentId: environment.id,
    applicationVersionIdToDeploy: version.id,
    firstDeployWarningApproved: true,
  }
  const remove = { environmentId: environment.id, applicationIdToRemove: shop.id }
  return { ...buildServices(database.sequelize), team, environment, shop, version, deploy, remove }
}

const deploymentsOf = (environmentId: string) =>
  Deployment.findAll({ where: { environmentId }, order: [['sequence', 'ASC']] })

describe('patchDeployment', () => {
  it('queues a deployment and has the controller told', async () => {
    const { deployments, team, environment, shop, version, deploy } = await setUp()
    const { id, ...answer } = await deployments.patchDeployment(team.member, deploy)
    expect(answer).toEqual({ result: 'SUCCESS', showFirstDeployWarning: false })
    expect(await deploymentsOf(environment.id)).toMatchObject([
      {
        id,
        sequence: 1,
        state: deploymentStates.QUEUED,
        changes: [{ type: 'add', applicationId: shop.id, versionId: version.id }],
        environmentVersionId: null,
        requestedBy: team.member.userId,
      },
    ])
    expect((await environment.reload()).desiredRevision).toBe('2')
  })

  it('warns the team of the cost until somebody has approved once', async () => {
    const { deployments, team, environment, deploy } = await setUp()
    const unapproved = { ...deploy, firstDeployWarningApproved: false, submissionId: 'form-1' }
    await expect(deployments.patchDeployment(team.admin, unapproved)).resolves.toEqual({
      showFirstDeployWarning: true,
    })
    expect(await deploymentsOf(environment.id)).toEqual([])
    await expect(
      deployments.patchDeployment(team.admin, { ...deploy, submissionId: 'form-1' }),
    ).resolves.toMatchObject({ result: 'SUCCESS' })
    const again = { ...deploy, firstDeployWarningApproved: undefined }
    await expect(deployments.patchDeployment(team.member, again)).resolves.toMatchObject({
      result: 'SUCCESS',
    })
  })

  it('adds what is not there, changes what is or will be, and removes it once', async () => {
    const { deployments, team, environment, shop, deploy, remove } = await setUp()
    await expect(deployments.patchDeployment(team.member, remove)).rejects.toMatchObject({
      code: 'conflict',
      message: 'Shop is not deployed to Production, or its removal is queued already.',
    })
    await deployments.patchDeployment(team.member, deploy)
    const second = await buildVersion(shop, 'v2')
    await deployments.patchDeployment(team.member, { ...deploy, applicationVersionIdToDeploy: second.id })
    await deployments.patchDeployment(team.member, remove)
    await expect(deployments.patchDeployment(team.member, remove)).rejects.toMatchObject({ code: 'conflict' })
    await deployments.patchDeployment(team.member, deploy)
    const types = (await deploymentsOf(environment.id)).map(({ changes }) => changes.map(({ type }) => type))
    expect(types).toEqual([['add'], ['change'], ['remove'], ['add']])
  })

  it('counts what is being deployed as there', async () => {
    const { deployments, team, environment, version, deploy, remove } = await setUp()
    await buildDeployment(environment, [version], deploymentStates.DEPLOYING)
    await deployments.patchDeployment(team.member, deploy)
    await deployments.patchDeployment(team.member, remove)
    expect((await deploymentsOf(environment.id)).map(({ changes }) => changes[0]?.type)).toEqual([
      'add',
      'change',
      'remove',
    ])
  })

  it('numbers deployments that are asked for at the same moment one after the other', async () => {
    const { deployments, team, environment, deploy } = await setUp()
    await Promise.all([1, 2, 3, 4].map(() => deployments.patchDeployment(team.member, deploy)))
    const rows = await deploymentsOf(environment.id)
    expect(rows.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4])
    expect(rows.map(({ changes }) => changes[0]?.type)).toEqual(['add', 'change', 'change', 'change'])
  })

  it('queues one deployment for a form that is sent several times at once', async () => {
    const { deployments, team, environment, deploy } = await setUp()
    const form = { ...deploy, submissionId: 'form-1' }
    const answers = await Promise.all([1, 2, 3].map(() => deployments.patchDeployment(team.member, form)))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(await deploymentsOf(environment.id)).toHaveLength(1)
  })

  it('needs a version or an application', async () => {
    const { deployments, team, environment } = await setUp()
    await expect(
      deployments.patchDeployment(team.member, {
        environmentId: environment.id,
        applicationVersionIdToDeploy: '',
      }),
    ).rejects.toMatchObject({ code: 'invalid', message: messages.versionNotSelected })
  })

  it('refuses to deploy and remove the same application, and to deploy what no environment can run', async () => {
    const { deployments, team, shop, deploy, remove } = await setUp()
    await expect(deployments.patchDeployment(team.member, { ...deploy, ...remove })).rejects.toMatchObject({
      code: 'invalid',
    })
    await shop.update({ type: 'LAMBDA' })
    await expect(deployments.patchDeployment(team.member, deploy)).rejects.toMatchObject({ code: 'invalid' })
  })

  it('does not find environments, versions and applications of other teams', async () => {
    const { deployments, team, environment, deploy, remove } = await setUp()
    const other = await setUp()
    const foreign = other.version.id
    const refusals = await refusalsOf([
      deployments.patchDeployment(other.team.member, deploy),
      deployments.patchDeployment(other.team.member, remove),
      deployments.patchDeployment(team.member, { ...deploy, applicationVersionIdToDeploy: foreign }),
      deployments.patchDeployment(team.member, { ...deploy, applicationVersionIdToDeploy: 'no-uuid' }),
      deployments.patchDeployment(team.member, { ...remove, applicationIdToRemove: other.shop.id }),
      deployments.patchDeployment(team.member, { ...deploy, environmentId: 'no-uuid' }),
    ])
    expect(new Set(refusals)).toEqual(new Set(['not-found']))
    expect(await deploymentsOf(environment.id)).toEqual([])
  })
})

describe('getPatchView', () => {
  it('shows for each application what is live, on its way and waiting', async () => {
    const { deployments, team, environment, shop, version } = await setUp()
    const [api, idle, worker] = await Promise.all(
      ['Api', 'Idle', 'Worker'].map((name) => buildApplication(team.teamId, name)),
    )
    if (!api || !idle || !worker) throw new Error('There are three applications.')
    const second = await buildVersion(shop, 'v2')
    const apiVersion = await buildVersion(api, 'api1')
    const workerVersion = await buildVersion(worker, 'worker1')
    await buildDeployment(environment, [version, apiVersion])
    await buildDeployment(environment, [second, apiVersion], deploymentStates.DEPLOYING)
    await buildQueuedDeployment(environment, [addVersion(workerVersion)])
    await buildQueuedDeployment(environment, [{ type: 'remove', applicationId: api.id }])

    const view = await deployments.getPatchView(team.member, environment.id)
    expect(view.environmentName).toBe('Production')
    expect(view.deployedApplications).toMatchObject([
      {
        applicationName: 'Api',
        liveVersionName: 'api1',
        deployingVersionName: undefined,
        queuedRemoval: true,
      },
      { applicationName: 'Shop', liveVersionName: 'v1', deployingVersionName: 'v2', queuedRemoval: false },
      {
        applicationName: 'Worker',
        liveVersionName: undefined,
        queuedVersionName: 'worker1',
        queuedRemoval: false,
      },
    ])
    expect(view.undeployedApplications).toMatchObject([
      { applicationId: idle.id, queuedRemoval: false, versions: [] },
    ])
    expect(view.deployedApplications[1]?.versions).toEqual([
      { id: second.id, name: 'v2' },
      { id: version.id, name: 'v1' },
    ])
  })

  it('shows a removal that is under way, and the same version being deployed with another configuration', async () => {
    const { deployments, team, environment, shop, version } = await setUp()
    const other = await buildVersion(await buildApplication(team.teamId, 'Other'), 'other1')
    await buildDeployment(environment, [version, other])
    await shop.update({ memoryMb: 400 })
    await buildDeployment(environment, [version], deploymentStates.DEPLOYING)
    const { deployedApplications } = await deployments.getPatchView(team.member, environment.id)
    expect(deployedApplications).toMatchObject([
      { applicationName: 'Other', liveVersionName: 'other1', queuedRemoval: true },
      { applicationName: 'Shop', liveVersionName: 'v1', deployingVersionName: 'v1', queuedRemoval: false },
    ])
  })
})

describe('the deployments of an environment', () => {
  it('are listed newest first, with the names of what they changed', async () => {
    const { deployments, team, environment, shop, version, remove } = await setUp()
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
        changes: [{ type: 'add', applicationName: 'Shop', versionName: 'v1' }],
        finishedEpoch: live.finishedAt?.getTime(),
      },
    ])
    expect(rows[0]).not.toHaveProperty('changes.0.versionName')
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
