import { describe, expect, it } from 'vitest'
import { deploymentStates, type DeploymentState } from '../../../core/resources/wire-states'
import { AwsAccount } from '../../../db/models/aws-account'
import type { ApplicationVersion } from '../../../db/models/application-version'
import { Deployment } from '../../../db/models/deployment'
import { buildDeployment, buildTeam, refusalsOf } from '../../../tests/builders/deployment-core'
import { buildShop } from '../../../tests/builders/shop'
import {
  addVersion,
  buildApplication,
  buildEnvironment,
  buildQueuedDeployment,
  buildVersion,
} from '../../../tests/builders/team-rows'
import { buildEnvironmentStatus } from '../../../tests/builders/resource-status'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { messages } from '../../messages/messages'

const database = useTestDatabase()

const setUp = () => buildShop(database.sequelize)

const deploymentsOf = (environmentId: string) =>
  Deployment.findAll({ where: { environmentId }, order: [['sequence', 'ASC']] })

describe('patchDeployment', () => {
  it('queues a deployment and has the controller told', async () => {
    const { deployments, team, environment, shop, version, deploy } = await setUp()
    const { id, ...answer } = await deployments.patchDeployment(team.member, deploy)
    expect(answer).toEqual({
      result: 'SUCCESS',
      showFirstDeployWarning: false,
      atMostPerHour: { before: 0, after: expect.any(Number) as number },
    })
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

  it('says beforehand how many load balancers it adds, and what they cost', async () => {
    const { deployments, team, environment, shop, version } = await setUp()
    const view = async () => {
      const { deployedApplications, undeployedApplications } = await deployments.getPatchView(
        team.member,
        environment.id,
      )
      const [row] = [...deployedApplications, ...undeployedApplications]
      return [row?.numNewLoadBalancers, row?.newLoadBalancersPerHour]
    }
    await shop.update({ ports: [{ port: 80 }, { port: 81 }] })
    expect(await view()).toEqual([2, 0.075])
    await buildDeployment(environment, [version])
    expect(await view()).toEqual([0, 0])
    await shop.update({ ports: [{ port: 80 }, { port: 82 }] })
    expect(await view()).toEqual([1, 0.0375])
  })

  it('deploys several applications as one deployment, each once', async () => {
    const { deployments, team, environment, shop, version, deploy } = await setUp()
    await buildDeployment(environment, [version])
    const newer = await buildVersion(shop, 'v2')
    const other = await buildApplication(team.teamId, 'Other')
    const first = await buildVersion(other, 'v1')
    const several = { ...deploy, applicationVersionIdToDeploy: undefined }
    const answer = await deployments.patchDeployment(team.member, {
      ...several,
      applicationVersionIdsToDeploy: [newer.id, first.id, newer.id],
    })
    expect(answer).toMatchObject({ result: 'SUCCESS' })
    expect((await deploymentsOf(environment.id)).at(-1)?.changes).toEqual([
      { type: 'change', applicationId: shop.id, versionId: newer.id },
      { type: 'add', applicationId: other.id, versionId: first.id },
    ])
  })

  it('deploys none of several where one is missing, of another team, or of an application that is among them already', async () => {
    const { deployments, team, environment, shop, version, deploy } = await setUp()
    const newer = await buildVersion(shop, 'v2')
    const foreign = await buildVersion(await buildApplication((await buildTeam()).teamId))
    const several = { ...deploy, applicationVersionIdToDeploy: undefined }
    const refusal = (applicationVersionIdsToDeploy: string[]) =>
      deployments
        .patchDeployment(team.member, { ...several, applicationVersionIdsToDeploy })
        .catch((error: unknown) => error)
    expect(await refusal([])).toMatchObject({ code: 'invalid', message: messages.versionNotSelected.text })
    expect(await refusal([version.id, foreign.id])).toMatchObject({ code: 'not-found' })
    expect(await refusal([version.id, 'no-uuid'])).toMatchObject({ code: 'not-found' })
    expect(await refusal([version.id, newer.id])).toMatchObject({
      code: 'invalid',
      message: 'Two versions of Shop cannot be deployed at once. Select one of them.',
    })
    expect(await deploymentsOf(environment.id)).toEqual([])
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
    ).rejects.toMatchObject({ code: 'invalid', message: messages.versionNotSelected.text })
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
  it('marks versions that failed here or were undone last, and none that serves, recovered or was stopped', async () => {
    const { deployments, team, environment, shop } = await setUp()
    const { FAILED, RETIRED } = deploymentStates
    const troublesIn = async (environmentId: string) => {
      const view = await deployments.getPatchView(team.member, environmentId)
      return [...view.deployedApplications, ...view.undeployedApplications]
        .flatMap(({ versions }) => versions)
        .flatMap(({ name, trouble }) => (trouble ? `${name}: ${trouble.type} ${trouble.sequence}` : []))
        .sort()
    }
    const run = async (version: ApplicationVersion, state?: DeploymentState, changes = {}) =>
      (await buildDeployment(environment, [version], state)).update(changes)
    const live = await buildVersion(shop, 'live')
    const recovered = await buildVersion(shop, 'recovered')
    const undone = await buildVersion(shop, 'undone')
    await run(recovered, FAILED)
    await run(recovered, RETIRED)
    const { id: aboutId } = await run(undone, RETIRED)
    await run(recovered, RETIRED, { kind: 'undo', aboutId })
    await run(await buildVersion(shop, 'stopped'), FAILED, { stoppedBy: 'Ada' })
    await run(await buildVersion(shop, 'failed'), FAILED)
    await run(live, FAILED)
    const others = ['failed: failed 6', 'undone: undone 3']
    expect(await troublesIn(environment.id)).toEqual([...others, 'live: failed 7'].sort())
    await run(live)
    await run(live, FAILED)
    expect(await troublesIn(environment.id)).toEqual(others)
    const account = await AwsAccount.findByPk(environment.awsAccountId, { rejectOnEmpty: true })
    const other = await buildEnvironment(account, 'Other')
    expect(await troublesIn(other.id)).toEqual([])
  })

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
      { id: second.id, name: 'v2', createdEpoch: second.createdAt.getTime() },
      { id: version.id, name: 'v1', createdEpoch: version.createdAt.getTime() },
    ])
  })

  it('tells which bytes the live version runs, everywhere where it tells the version, and of no other tag', async () => {
    const { deployments, applications, team, environment, shop, version } = await setUp()
    await buildDeployment(environment, [version])
    const digest = `sha256:${'a'.repeat(64)}`
    const pulled = { applicationId: shop.id, image: shop.image, digest }
    const told = async (tag: string) => {
      await environment.update({ status: buildEnvironmentStatus({ imageDigests: [{ ...pulled, tag }] }) })
      const { deployedApplications } = await deployments.getPatchView(team.member, environment.id)
      const latest = await deployments.getLatestEnvironmentVersion(team.member, environment.id)
      const active = await applications.listApplicationDeployments(team.member, shop.id)
      return [
        deployedApplications[0]?.liveImageDigest,
        latest.applications[0]?.imageDigest,
        active.deployments[0]?.imageDigest,
      ]
    }
    expect(await told(version.dockerTag)).toEqual([digest, digest, digest])
    expect(await told('another')).toEqual([undefined, undefined, undefined])
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
