import { expect, it } from 'vitest'
import { deploymentStates, outcomes } from '../../../core/resources/wire-states'
import { buildDeployment } from '../../../tests/builders/deployment-core'
import { buildInstance, buildProcess } from '../../../tests/builders/environment-parts'
import { buildEnvironmentStatus } from '../../../tests/builders/resource-status'
import { buildShop } from '../../../tests/builders/shop'
import { buildApplication, buildVersion } from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'

const database = useTestDatabase()
const { DEPLOYING, FAILED, RETIRED } = deploymentStates

it('a deployment tells of the processes that it brings, and not of those that only go on', async () => {
  const { deployments, team, environment, shop, version } = await buildShop(database.sequelize)
  const api = await buildVersion(await buildApplication(team.teamId, 'Api'))
  await buildDeployment(environment, [api])
  const { id: deployment } = await buildDeployment(environment, [api, version], DEPLOYING)
  const own = { deployment, applicationId: shop.id, clientToken: 'one' }
  const message = 'GET /health on port 8080 answered 500.'
  const condition = { observedGeneration: 1, lastTransitionTime: new Date(0).toISOString() }
  await environment.update({
    status: buildEnvironmentStatus({
      conditions: [
        {
          ...condition,
          type: 'FleetReady',
          status: 'False',
          reason: 'InsufficientCapacity',
          message: 'AWS has none.',
        },
      ],
      instances: [buildInstance('one', { market: 'spot' }), buildInstance('two', { phase: 'Launching' })],
      processes: [
        buildProcess('well', { ...own, phase: 'Serving' }),
        buildProcess('ill', { ...own, phase: 'Starting', healthyEpoch: undefined, message }),
        buildProcess('going', { ...own, phase: 'Draining' }),
        buildProcess('other', { ...own, applicationId: api.applicationId }),
      ],
    }),
  })
  const view = await deployments.getDeployment(team.member, {
    environmentId: environment.id,
    deploymentId: deployment,
  })
  expect(view.progress).toEqual({
    wanted: 2,
    placed: 2,
    pulled: 2,
    started: 2,
    healthy: 1,
    serving: 1,
    hasPorts: true,
    launching: 1,
    leaving: 1,
    shortage: 'AWS has none.',
  })
  expect(view).toMatchObject({
    numProcesses: 2,
    processes: [
      { id: 'ill', applicationName: 'Shop', phase: 'Starting', message, market: 'spot' },
      { id: 'well', versionName: 'v1', phase: 'Serving', instanceId: 'i-one' },
    ],
  })
})

it('one that failed tells what the process printed last, what serves, and what there is to go back to', async () => {
  const { deployments, team, environment, version } = await buildShop(database.sequelize)
  const before = await buildDeployment(environment, [version], RETIRED)
  await buildDeployment(environment, [version])
  const failed = await buildDeployment(environment, [version], FAILED)
  await failed.update({ output: ['no table'], timeline: { network: 7 } })
  const view = await deployments.getDeployment(team.member, {
    environmentId: environment.id,
    deploymentId: failed.id,
  })
  const { SUCCESS, FAILURE, FUTURE } = outcomes
  expect(view.steps.map(({ name, outcome }) => [name, outcome])).toEqual([
    ['queued', SUCCESS],
    ['network', SUCCESS],
    ['instances', FAILURE],
    ...['pulled', 'started', 'healthy', 'serving', 'drained'].map((name) => [name, FUTURE]),
  ])
  expect(view).toMatchObject({
    output: ['no table'],
    timeline: { network: 7 },
    processes: [],
    liveSequence: 2,
    earlier: { sequence: 1, environmentVersionId: before.environmentVersionId },
  })
})

it('one that was undone says so, and one step back is what served before, never what was undone', async () => {
  const { deployments, team, environment, version } = await buildShop(database.sequelize)
  const of = (deploymentId: string) =>
    deployments.getDeployment(team.member, { environmentId: environment.id, deploymentId })
  const first = await buildDeployment(environment, [version], RETIRED)
  const second = await buildDeployment(environment, [version], RETIRED)
  const undone = await buildDeployment(environment, [version], RETIRED)
  const undo = await buildDeployment(environment, [version])
  await undo.update({ kind: 'undo', aboutId: undone.id, restoresVersionId: second.environmentVersionId })
  expect((await of(undone.id)).deployment).toMatchObject({
    undoneBySequence: 4,
    message: 'Undone by deployment 4.',
  })
  expect((await of(second.id)).deployment.undoneBySequence).toBeUndefined()
  const toFirst = { sequence: 1, environmentVersionId: first.environmentVersionId }
  expect((await of(undo.id)).earlier).toEqual(toFirst)
  await undo.update({ state: RETIRED })
  const next = await buildDeployment(environment, [version])
  expect((await of(next.id)).earlier).toMatchObject({ sequence: 4 })
  await undo.update({ kind: 'patch' })
  expect((await of(undone.id)).deployment.undoneBySequence).toBeUndefined()
})

it('says how long deployments usually take here, once there were enough', async () => {
  const { deployments, team, environment, version } = await buildShop(database.sequelize)
  const run = async (seconds: number) => {
    const row = await buildDeployment(environment, [version], RETIRED)
    await row.update({ startedAt: new Date(0), finishedAt: new Date(seconds * 1000) })
    return row
  }
  const typical = async (deploymentId: string) =>
    (await deployments.getDeployment(team.member, { environmentId: environment.id, deploymentId }))
      .typicalMilliseconds
  await run(50)
  const { id } = await run(900)
  expect(await typical(id)).toBeUndefined()
  await run(40)
  expect(await typical(id)).toBe(50_000)
})
