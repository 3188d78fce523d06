import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { deploymentStates } from '../../../core/resources/wire-states'
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
const { LIVE, RETIRED, DEPLOYING } = deploymentStates
const minute = 60_000

describe('a deployment that is live', () => {
  let build: Awaited<ReturnType<typeof setUp>>
  beforeEach(async () => (build = await setUp()))

  async function setUp() {
    const team = await buildTeam()
    const environment = await buildEnvironment(await buildReadyAccount(team))
    const version = await buildVersion(await buildApplication(team.teamId))
    const services = buildServices(database.sequelize)
    const deploy = (state: typeof LIVE | typeof RETIRED | typeof DEPLOYING, age = 0) =>
      buildDeployment(environment, [version], state, new Date(services.clock.now() - age))
    return { ...services, team, environment, deploy }
  }
  const watchOf = async ({ id }: Deployment) => {
    const { watchSecondsLeft, undoneBy } = await build.environments.getRequestedDeployment(
      build.team.member,
      id,
    )
    return { watchSecondsLeft, undoneBy }
  }
  const nothing = { watchSecondsLeft: undefined, undoneBy: undefined }

  it('is watched as long as SDO would undo it, and a moment in which that is noticed', async () => {
    await build.environment.update({ watchMinutes: 5 })
    await build.deploy(RETIRED, 9 * minute)
    const live = await build.deploy(LIVE, 2 * minute)
    expect(await watchOf(live)).toEqual({ ...nothing, watchSecondsLeft: 3 * 60 + 30 })
    await live.update({ finishedAt: new Date(build.clock.now() - 6 * minute) })
    expect(await watchOf(live)).toEqual(nothing)
  })

  it('is not watched where there is nothing to go back to, where undo is off, and before it is live', async () => {
    const first = await build.deploy(LIVE)
    expect(await watchOf(first)).toEqual(nothing)
    await first.update({ state: RETIRED })
    expect(await watchOf(await build.deploy(DEPLOYING))).toEqual(nothing)
    const live = await build.deploy(LIVE)
    await build.environment.update({ watchMinutes: 0 })
    expect(await watchOf(live)).toEqual(nothing)
  })

  it('says what undoes it, and why, from when that is queued', async () => {
    await build.deploy(RETIRED)
    const live = await build.deploy(LIVE)
    await Deployment.create({
      id: randomUUID(),
      environmentId: build.environment.id,
      sequence: 3,
      changes: [],
      kind: 'undo',
      aboutId: live.id,
      reason: 'It crashed.',
    })
    expect(await watchOf(live)).toEqual({ ...nothing, undoneBy: { sequence: 3, reason: 'It crashed.' } })
  })
})
