import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { billOf, type Billed } from '../../../core/charges/bill'
import { bytesPerGb } from '../../../core/charges/charges'
import { deploymentLines } from '../../../core/environment-log/deployment-lines'
import { instanceLines } from '../../../core/environment-log/instance-lines'
import { scalingLines } from '../../../core/environment-log/scaling-lines'
import { LogMessage } from '../../../db/models/log-message'
import { keepDeleted } from '../../../db/queries/deleted-environments'
import { keepSample } from '../../../db/queries/environment-samples'
import { buildReadyAccount, buildTeam } from '../../../tests/builders/deployment-core'
import { buildDependencies } from '../../../tests/builders/dependencies'
import { buildEnvironmentStatus } from '../../../tests/builders/resource-status'
import { buildEnvironment } from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'
import { createServices } from '../services'

const database = useTestDatabase()
const hour = 60 * 60_000

const fleet = (spotPerHour: number, onDemandPerHour: number, numInstances: number): Billed => ({
  instancesPerHour: spotPerHour + onDemandPerHour,
  numInstances,
  numLoadBalancers: 0,
  split: { spotPerHour, surplusCpuPerHour: 0 },
})

describe('the cost of a month', () => {
  let build: Awaited<ReturnType<typeof setUp>>
  beforeEach(async () => (build = await setUp()))

  async function setUp() {
    const { dependencies, clock } = buildDependencies(database.sequelize)
    const team = await buildTeam()
    const account = await buildReadyAccount(team)
    const environment = await buildEnvironment(account)
    // In the middle of a month, on the hour.
    const now = Date.UTC(2026, 10, 15, 12)
    clock.set(now - clock.now())
    await environment.update({ createdAt: new Date(now - 10 * 24 * hour) })
    return { ...createServices(dependencies), team, account, environment, now }
  }
  const keep = (id: string, hoursAgo: number, figures: Billed) =>
    keepSample(database.sequelize, id, figures, new Date(build.now - hoursAgo * hour))
  const costOf = (id: string) => build.cost.getEnvironmentCost(build.team.member, id)

  let sequence = 0
  const log = (
    environmentId: string,
    hoursAgo: number,
    { code, type }: { code: string; type: 'network' | 'deployment' },
    message: string,
  ) =>
    LogMessage.create({
      environmentId,
      sequence: ++sequence,
      type,
      code,
      severity: 'INFO',
      message,
      createdAt: new Date(build.now - hoursAgo * hour),
    })

  it('says of each hour in which it changed why, what people asked for first, and leaves out what went back', async () => {
    const { id } = build.environment
    await keep(id, 100, fleet(0, 0.1, 1))
    await log(id, 90.05, deploymentLines.started, 'Deployment 3 started: add shop 1.')
    await keep(id, 90, fleet(0, 0.3, 3))
    await keep(id, 50.9, fleet(0.1, 0.3, 4))
    await keep(id, 50.8, fleet(0, 0.3, 3))
    await log(id, 30.6, instanceLines.launched, 'Launched i-2.')
    await log(id, 30.55, scalingLines.out, 'SDO scaled shop from 2 to 4 processes.')
    await log(id, 30.5, instanceLines.warned, 'AWS reclaims i-1.')
    await keep(id, 30.4, fleet(0.2, 0.3, 5))
    await keep(id, 20, {
      ...fleet(0.2, 0.3, 5),
      instancesPerHour: 0.6,
      split: { spotPerHour: 0.2, surplusCpuPerHour: 0.1 },
    })
    const { changes } = await costOf(id)
    expect(
      changes.map(({ fromEpoch, causes }) => [
        (build.now - fromEpoch) / hour,
        causes.map(({ cause }) => cause),
      ]),
    ).toEqual([
      [20, ['surplusCpu']],
      [31, ['scaling', 'interruption', 'instance']],
      [90, ['deployment']],
      [100, []],
    ])
    expect(changes[2]).toMatchObject({
      beforePerHour: expect.closeTo(billOf(fleet(0, 0.1, 1)).total) as number,
      afterPerHour: expect.closeTo(billOf(fleet(0, 0.3, 3)).total) as number,
      causes: [{ message: 'Deployment 3 started: add shop 1.' }],
    })
  })

  it('joins hours in a row in which nothing but prices moved, however many, and no others', async () => {
    const { id } = build.environment
    const onSpot = (spotPerHour: number) => fleet(spotPerHour, 0, 2)
    for (let hoursAgo = 200; hoursAgo > 100; hoursAgo--) await keep(id, hoursAgo, onSpot(hoursAgo / 1000))
    await log(id, 99.95, deploymentLines.started, 'Deployment 3 started: add shop 1.')
    await keep(id, 100, onSpot(0.3))
    await keep(id, 90, onSpot(0.2))
    await keep(id, 50, onSpot(0.1))
    const { changes } = await costOf(id)
    expect(
      changes.map(({ fromEpoch, untilEpoch, causes }) => [
        (build.now - fromEpoch) / hour,
        (build.now - untilEpoch) / hour,
        causes.map(({ cause }) => cause),
      ]),
    ).toEqual([
      [90, 49, ['price']],
      [100, 99, ['deployment']],
      [199, 100, ['price']],
      [200, 199, []],
    ])
    expect(changes[2]).toMatchObject({
      beforePerHour: expect.closeTo(billOf(onSpot(0.2)).total) as number,
      afterPerHour: expect.closeTo(billOf(onSpot(0.101)).total) as number,
    })
  })

  it('adds up all environments of the team, also those deleted in the month, and no others', async () => {
    const { team, account, environment, now } = build
    const gone = await buildEnvironment(account, 'Gone')
    const foreign = await buildEnvironment(await buildReadyAccount(await buildTeam()))
    for (const each of [environment, gone, foreign]) {
      await each.update({ createdAt: new Date(now - 50 * hour) })
      await keep(each.id, 50, fleet(0, 1, 0))
    }
    await keepDeleted(database.sequelize, gone.id, new Date(now - 20 * hour))
    await gone.destroy()
    const cost = await build.cost.getTeamCost(team.member)
    expect(cost.environments).toMatchObject([
      { id: environment.id, spent: { usd: expect.closeTo(50) as number } },
      {
        name: 'Gone',
        deletedEpoch: now - 20 * hour,
        spent: { lines: { onDemand: expect.closeTo(30) as number } },
      },
    ])
    expect(cost.spent.usd).toBeCloseTo(80)
    expect(cost.projected.usd).toBeCloseTo(80 + 15.5 * 24, 5)
    expect(cost.leavesOut).toEqual(['traffic', 'logs', 'capacityUnits'])
  })

  it('is before traffic alone where all agents count what is printed, and before logs too where one cannot', async () => {
    const { team, environment, account, now } = build
    const measured = { epoch: now, logBytes: 2 * bytesPerGb, capacityUnitHours: 10 }
    await environment.update({ status: buildEnvironmentStatus({ metered: measured }) })
    await keep(environment.id, 2, { ...fleet(0, 1, 0), metered: { logBytes: 0, capacityUnitHours: 0 } })
    await keep(environment.id, 1, { ...fleet(0, 1, 0), metered: measured })
    expect(await costOf(environment.id)).toMatchObject({
      leavesOut: ['traffic'],
      spent: {
        usd: expect.closeTo(3.08) as number,
        lines: { logs: expect.closeTo(1) as number, capacityUnits: expect.closeTo(0.08) as number },
      },
    })
    expect((await build.cost.getTeamCost(team.member)).leavesOut).toEqual(['traffic'])
    const other = await buildEnvironment(account, 'Other')
    await other.update({ status: buildEnvironmentStatus({ metered: { ...measured, lacksLogs: true } }) })
    expect((await costOf(other.id)).leavesOut).toEqual(['traffic', 'logs'])
    await other.update({
      status: buildEnvironmentStatus({ metered: { ...measured, lacksCapacityUnits: true } }),
    })
    expect((await costOf(other.id)).leavesOut).toEqual(['traffic', 'capacityUnits'])
    await other.update({ status: buildEnvironmentStatus({ metered: { ...measured, lacksLogs: true } }) })
    await other.update({ requestMetrics: 'CLOUDWATCH' })
    expect((await costOf(other.id)).leavesOut).toEqual(['traffic', 'logs', 'requestMetrics'])
    await other.update({ requestMetrics: 'NONE' })
    const scaled = { applicationId: 'shop', number: 2, sinceEpoch: 1 }
    const withScaling = (scaling: object) =>
      other.update({
        status: buildEnvironmentStatus({ metered: measured, scaling: [{ ...scaled, ...scaling }] }),
      })
    await withScaling({ countsRequests: true })
    expect((await costOf(other.id)).leavesOut).toEqual(['traffic', 'requestMetrics'])
    await withScaling({})
    expect((await costOf(other.id)).leavesOut).toEqual(['traffic'])
    await other.update({ status: buildEnvironmentStatus({ metered: { ...measured, lacksLogs: true } }) })
    const { leavesOut, spent } = await build.cost.getTeamCost(team.member)
    expect([leavesOut, spent.logBytes]).toEqual([['traffic', 'logs'], expect.closeTo(2 * bytesPerGb, 0)])
    expect(await build.cost.exportEnvironmentCost(team.member, environment.id)).toContain(
      '"USD before traffic"',
    )
  })

  it('is not found of another team, nor of none', async () => {
    const { team } = await setUp()
    for (const id of [build.environment.id, randomUUID(), 'x'])
      await expect(build.cost.getEnvironmentCost(team.member, id)).rejects.toMatchObject({
        code: 'not-found',
      })
  })

  it('is a file with a row for each day, whose sums are those of the page', async () => {
    const { team, environment } = build
    await environment.update({ name: '=1+1' })
    await keep(environment.id, 30, fleet(0.5, 0.25, 2))
    const file = await build.cost.exportEnvironmentCost(team.member, environment.id)
    const rows = file
      .trim()
      .split('\r\n')
      .map((line) => line.slice(1, -1).split('","'))
    expect(rows[0]?.slice(0, 6)).toEqual([
      ...[
        'environment id',
        'environment',
        'day (UTC)',
        'USD before traffic, logs and capacity units (LCU)',
        'spot USD',
        'onDemand USD',
      ],
    ])
    expect(rows.slice(-2).map((row) => row.slice(1, 3))).toEqual([
      ["'=1+1", '2026-11-14'],
      ["'=1+1", '2026-11-15'],
    ])
    const { spent } = await costOf(environment.id)
    const sum = rows.slice(1).reduce((total, row) => total + Number(row[3]), 0)
    expect(sum).toBeCloseTo(spent.usd, 4)
    expect(await build.cost.exportTeamCost(team.member)).toBe(file)
  })
})
