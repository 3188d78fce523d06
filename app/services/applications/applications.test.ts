import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { deploymentStates } from '../../../core/resources/wire-states'
import { messages } from '../../messages/messages'
import { Application } from '../../../db/models/application'
import { ApplicationVersion } from '../../../db/models/application-version'
import {
  buildDeployment,
  buildReadyAccount,
  buildTeam,
  refusalsOf,
} from '../../../tests/builders/deployment-core'
import { addVersion, buildEnvironment, buildQueuedDeployment } from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { buildApplicationBench } from '../../../tests/builders/application-bench'

const database = useTestDatabase()
const setUp = () => buildApplicationBench(database.sequelize)
const day = 24 * 60 * 60 * 1_000
const config = { cpuCount: '0.25', memoryMb: 300, dockerBaseUrl: 'sdo/sample', numProcesses: 1 }

describe('applications of other teams, and ids that are none', () => {
  it('are not found, whatever is asked', async () => {
    const { applications, id } = await setUp()
    const { member } = await buildTeam()
    for (const foreign of [id, randomUUID(), 'no-uuid', '']) {
      const refusals = await refusalsOf([
        applications.getApplication(member, foreign),
        applications.getApplicationConfig(member, foreign),
        applications.getVersionDeclareIndex(member, foreign),
        applications.listApplicationVersions(member, foreign),
        applications.listApplicationDeployments(member, foreign),
        applications.editApplicationConfig(member, { ...config, id: foreign }),
        applications.deleteApplication(member, foreign),
        applications.setAutoDeployTarget(member, { applicationId: foreign }),
        applications.renameVersion(member, { id: foreign, name: 'Mine' }),
      ])
      expect(new Set(refusals)).toEqual(new Set(['not-found']))
    }
    expect((await applications.listApplications(member)).applications).toEqual([])
  })
})

describe('setAutoDeployTarget', () => {
  it('sets one environment of the team, or none', async () => {
    const { applications, team, environment, id } = await setUp()
    await applications.setAutoDeployTarget(team.member, { applicationId: id, environmentId: environment.id })
    expect((await applications.getApplication(team.member, id)).environments).toEqual([
      { id: environment.id, name: 'Production', autoDeployTarget: true },
    ])
    expect(await applications.getVersionDeclareIndex(team.member, id)).toMatchObject({
      dockerBaseUrl: 'sdo/sample',
      allowAutoDeploy: true,
      autoDeployEnvironmentName: 'Production',
    })
    await applications.setAutoDeployTarget(team.member, { applicationId: id })
    expect(await applications.getVersionDeclareIndex(team.member, id)).toMatchObject({
      allowAutoDeploy: false,
    })
    const foreign = await buildEnvironment(await buildReadyAccount(await buildTeam()))
    await expect(
      applications.setAutoDeployTarget(team.member, { applicationId: id, environmentId: foreign.id }),
    ).rejects.toMatchObject({ code: 'not-found' })
  })
})

describe('deleteApplication', () => {
  it('deletes an application that is deployed nowhere, with its versions', async () => {
    const { applications, team, id } = await setUp()
    expect(await applications.deleteApplication(team.member, id)).toEqual({
      success: true,
      notFound: false,
      permissionDenied: false,
    })
    expect(await ApplicationVersion.count({ where: { applicationId: id } })).toBe(0)
    await expect(applications.deleteApplication(team.member, id)).rejects.toMatchObject({
      code: 'not-found',
      message: messages.processNotFound.text,
    })
  })

  it.each(['LIVE', 'DEPLOYING', 'QUEUED'] as const)(
    'leaves an application whose deployment is %s',
    async (state) => {
      const { applications, team, environment, version, id } = await setUp()
      if (state === 'QUEUED') await buildQueuedDeployment(environment, [addVersion(version)])
      else await buildDeployment(environment, [version], deploymentStates[state])
      expect(await applications.deleteApplication(team.member, id)).toMatchObject({
        success: false,
        message: messages.processInUse.text,
        deletion: { isPossible: false, runsIn: [{ id: environment.id, name: environment.name }] },
      })
      expect(await Application.count({ where: { id } })).toBe(1)
    },
  )

  it('leaves an application while a version of it is younger than 24 hours', async () => {
    const { applications, team, version, clock, id } = await setUp()
    await version.update({ createdAt: new Date(clock.now() - day + 1) })
    const deletion = { isPossible: false, runsIn: [], possibleFromEpoch: clock.now() + 1 }
    expect(await applications.deleteApplication(team.member, id)).toMatchObject({ success: false, deletion })
    expect(await applications.getApplication(team.member, id)).toMatchObject({ deletion })
    await version.update({ createdAt: new Date(clock.now() - day) })
    expect(await applications.deleteApplication(team.member, id)).toMatchObject({ success: true })
  })

  it('never deletes an application that somebody deploys at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const { applications, deployments, team, environment, version, id } = await setUp()
      const [deleted, deployed] = await Promise.allSettled([
        applications.deleteApplication(team.member, id),
        deployments.patchDeployment(team.admin, {
          environmentId: environment.id,
          applicationVersionIdToDeploy: version.id,
          firstDeployWarningApproved: true,
        }),
      ])
      const isDeleted = deleted.status === 'fulfilled' && deleted.value.success
      if (isDeleted) expect(deployed).toMatchObject({ reason: { code: 'not-found' } })
      else expect(deployed.status).toBe('fulfilled')
    }
  })
})
