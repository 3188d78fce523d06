import { beforeEach, describe, expect, it } from 'vitest'
import { processLines } from '../../../core/environment-log/process-lines'
import { deploymentStates } from '../../../core/resources/wire-states'
import { dayMilliseconds, minuteMilliseconds as minute } from '../../../core/time/durations'
import { Deployment } from '../../../db/models/deployment'
import { LogMessage } from '../../../db/models/log-message'
import { buildDeployment } from '../../../tests/builders/deployment-core'
import { buildOverviewBench } from '../../../tests/builders/overview-bench'
import { buildApplication, buildVersion } from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'

const database = useTestDatabase()
let build: Awaited<ReturnType<typeof buildOverviewBench>>
let now: number

beforeEach(async () => {
  build = await buildOverviewBench(database.sequelize)
  now = build.clock.now()
})

const marks = async () =>
  (await build.usage.getEnvironmentUsage(build.team.member, { id: build.id, range: '1h' })).marks

const log = (sequence: number, createdAt: number, code: string, about: Partial<LogMessage> = {}) =>
  LogMessage.create({
    ...{ environmentId: build.id, sequence, type: 'deployment', severity: 'ERROR', message: code, code },
    ...about,
    createdAt: new Date(createdAt),
  })

describe('what happened to an environment', () => {
  it('has the deployments that became live in the time, with what they changed, and none that failed', async () => {
    const { environment, application } = build
    const at = (minutesAgo: number) => new Date(now - minutesAgo * minute)
    const version = await buildVersion(application, 'v1')
    await buildDeployment(environment, [version], deploymentStates.RETIRED, at(120))
    await buildDeployment(environment, [version], deploymentStates.FAILED, at(40))
    const second = await buildDeployment(environment, [version], deploymentStates.RETIRED, at(30))
    const third = await buildDeployment(environment, [version], deploymentStates.LIVE, at(20))
    expect(await marks()).toMatchObject([
      {
        type: 'deployment',
        epoch: now - 30 * minute,
        deploymentId: second.id,
        applicationIds: [application.id],
      },
      { epoch: now - 20 * minute, deploymentId: third.id, text: expect.stringContaining('Deployment 4: ') },
    ])
  })

  it('has crashes, restarts and kills for want of memory of each process on the curve of its application', async () => {
    const { application } = build
    const worker = await buildApplication(build.team.teamId, 'Worker')
    const versions = [await buildVersion(application), await buildVersion(worker)]
    await buildDeployment(build.environment, versions, deploymentStates.LIVE, new Date(now - dayMilliseconds))
    const { restarted, unhealthy, memoryLoop, down } = processLines
    await log(1, now - 5 * minute, restarted.code, { applicationId: worker.id, processId: 'p' })
    await log(2, now - 4 * minute, unhealthy.code, { applicationId: application.id, processId: 'q' })
    await log(3, now - 3 * minute, memoryLoop.code, { applicationId: worker.id, processId: 'p' })
    await log(4, now - 2 * minute, down.code, { applicationId: worker.id })
    const troubles = await marks()
    expect(troubles.map(({ applicationIds, processId }) => [...applicationIds, processId])).toEqual([
      [worker.id, 'p'],
      [application.id, 'q'],
      [worker.id, 'p'],
      [worker.id, undefined],
    ])
    expect(troubles.map(({ epoch }) => (now - epoch) / minute)).toEqual([5, 4, 3, 2])
  })

  it('puts lines that name their application in words alone on the curve of the only one there is', async () => {
    const version = await buildVersion(build.application)
    await buildDeployment(
      build.environment,
      [version],
      deploymentStates.LIVE,
      new Date(now - dayMilliseconds),
    )
    await log(1, now - 90 * minute, processLines.crashLoop.code)
    await log(2, now - 3 * minute, processLines.programKilled.code, { message: 'It was killed.' })
    await log(3, now - 2 * minute, processLines.healthy.code)
    const killed = { type: 'trouble', epoch: now - 3 * minute, text: 'It was killed.' }
    expect(await marks()).toEqual([{ ...killed, applicationIds: [build.application.id] }])
    await Deployment.update({ state: deploymentStates.RETIRED }, { where: { environmentId: build.id } })
    const other = await buildVersion(await buildApplication(build.team.teamId, 'Worker'))
    await buildDeployment(
      build.environment,
      [version, other],
      deploymentStates.LIVE,
      new Date(now - dayMilliseconds),
    )
    expect(await marks()).toEqual([{ ...killed, applicationIds: [] }])
  })
})
