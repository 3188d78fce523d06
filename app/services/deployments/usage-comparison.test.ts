import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { processLines } from '../../../core/environment-log/process-lines'
import { silentLogger } from '../../../core/logging/logger'
import { deploymentStates } from '../../../core/resources/wire-states'
import { minuteMilliseconds as minute } from '../../../core/time/durations'
import { Deployment } from '../../../db/models/deployment'
import { LogMessage } from '../../../db/models/log-message'
import { keepUsage } from '../../../db/queries/usage-minutes'
import { buildDeployment } from '../../../tests/builders/deployment-core'
import { buildOverviewBench } from '../../../tests/builders/overview-bench'
import { buildVersion } from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { cleanOut } from '../clean-out/clean-out'
import { retention } from '../retention'

const database = useTestDatabase()
const { LIVE, RETIRED, FAILED } = deploymentStates
let build: Awaited<ReturnType<typeof buildOverviewBench>>
/** When a deployment became live: the beginning of an hour. */
let live: number

beforeEach(async () => {
  build = await buildOverviewBench(database.sequelize)
  live = Math.floor(build.clock.now() / (60 * minute)) * 60 * minute
})

const deploy = async (at: number, state: Parameters<typeof buildDeployment>[2] = RETIRED) =>
  buildDeployment(build.environment, [await buildVersion(build.application, `v${at}`)], state, new Date(at))

const use = (epoch: number, mostCores: number, mostMemoryMb: number) =>
  keepUsage(database.sequelize, [
    {
      ...{ environmentId: build.id, clientToken: 'a', epoch },
      processes: [
        {
          ...{ id: 'p', applicationId: build.application.id, cores: mostCores / 2, mostCores },
          ...{ memoryMb: mostMemoryMb - 1, mostMemoryMb, throttled: 0.25 },
        },
      ],
    },
  ])

const compared = async ({ id }: Deployment) =>
  (await build.deployments.getDeployment(build.team.member, { environmentId: build.id, deploymentId: id }))
    .usage

let lines = 0
const log = (at: number, code: string, applicationId = build.application.id) =>
  LogMessage.create({
    ...{
      environmentId: build.id,
      sequence: ++lines,
      type: 'deployment',
      severity: 'ERROR',
      message: code,
      code,
    },
    ...{ applicationId, createdAt: new Date(at) },
  })

describe('before and after a deployment', () => {
  it('has the most, what 95 of 100 minutes do not exceed and what the log says went wrong, of the hour before and of the hour after', async () => {
    await deploy(live - 300 * minute)
    const deployment = await deploy(live, LIVE)
    await use(live - 61 * minute, 9, 900)
    for (let ago = 1; ago <= 60; ago++) await use(live - ago * minute, ago === 7 ? 2 : 1, 300)
    for (let after = 0; after < 60; after++) await use(live + after * minute, 0.5, 400)
    await use(live + 60 * minute, 8, 800)
    const { restarted, memoryLoop, programKilled, healthy } = processLines
    await log(live - 61 * minute, restarted.code)
    await log(live - minute, restarted.code)
    await log(live + minute, memoryLoop.code)
    await log(live + 2 * minute, programKilled.code)
    await log(live + 3 * minute, healthy.code)
    await log(live + 4 * minute, restarted.code, randomUUID())
    await log(live + 60 * minute, restarted.code)
    const cores = expect.closeTo((59 * 0.5 + 1) / 60, 4) as number
    const before = {
      cores,
      p95Cores: 0.5,
      mostCores: 2,
      memoryMb: 299,
      p95MemoryMb: 299,
      mostMemoryMb: 300,
      throttled: 0.25,
      restarts: 1,
      memoryKills: 0,
    }
    const after = {
      cores: 0.25,
      p95Cores: 0.25,
      mostCores: 0.5,
      memoryMb: 399,
      p95MemoryMb: 399,
      mostMemoryMb: 400,
      throttled: 0.25,
      restarts: 0,
      memoryKills: 2,
    }
    const all = [
      { applicationId: build.application.id, applicationName: build.application.name, before, after },
    ]
    expect(await compared(deployment)).toEqual(all)
    const roll = (now: number) =>
      cleanOut({ sequelize: database.sequelize, clock: { now: () => now } as never, log: silentLogger })
    await roll(live + 65 * minute)
    await roll(live + 65 * minute + retention.usageMinutes.milliseconds)
    // Once minutes are gone: the highest of four quarter hours, of which each has its own 95 of 100 minutes.
    expect(await compared(deployment)).toEqual([{ ...all[0], before: { ...before, p95Cores: 1 } }])
  })

  it('ends with the next deployment, is nothing of what was not measured after, and nothing of what failed', async () => {
    const first = await deploy(live)
    await use(live - 5 * minute, 1, 100)
    expect(await compared(first)).toEqual([])
    const failed = await deploy(live + 1, FAILED)
    await use(live + 2 * minute, 0.5, 100)
    await deploy(live + 10 * minute, LIVE)
    await use(live + 12 * minute, 7, 700)
    await Deployment.update({ startedAt: null }, { where: { id: failed.id } })
    expect(await compared(first)).toMatchObject([{ after: { mostCores: 0.5, mostMemoryMb: 100 } }])
    expect(await compared(failed)).toEqual([])
  })
})
