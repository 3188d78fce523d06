import { expect, it } from 'vitest'
import { deploymentStates } from '../../core/resources/wire-states'
import { silentLogger } from '../../core/logging/logger'
import { systemClock } from '../../core/time/clock'
import { Environment } from '../../db/models/environment'
import { EnvironmentVersion } from '../../db/models/environment-version'
import { readRequestContent } from '../../db/read-request-content'
import {
  addVersion,
  buildAccount,
  buildApplication,
  buildEnvironment,
  buildQueuedDeployment,
  buildVersion,
} from '../../tests/builders/team-rows'
import { useTestDatabase } from '../../tests/postgres/test-database'
import { startNextDeployment } from './start-next-deployment'

const database = useTestDatabase()
const { DEPLOYING, FAILED, LIVE, AWAITING_APPROVAL } = deploymentStates

async function setUp() {
  const environment = await buildEnvironment(await buildAccount())
  const shop = await buildApplication(environment.teamId, 'Shop')
  const version = await buildVersion(shop)
  const deployment = await buildQueuedDeployment(environment, [addVersion(version)])
  const dependencies = { sequelize: database.sequelize, clock: systemClock, log: silentLogger }
  return { shop, version, deployment, start: () => startNextDeployment(dependencies, environment.id) }
}

it('what waits for approval is not started, and holds up nothing behind it', async () => {
  const { deployment, start } = await setUp()
  await deployment.update({ state: AWAITING_APPROVAL })
  expect(await start()).toBeUndefined()
  expect((await deployment.reload()).state).toBe(AWAITING_APPROVAL)
})

it('what was approved is started as it was approved, under whatever names', async () => {
  const { deployment, start, shop, version } = await setUp()
  await deployment.update({ approvedContent: await readRequestContent(deployment) })
  await shop.update({ name: 'Store' })
  await version.update({ name: 'Release 1' })
  expect(await start()).toBe(deployment.id)
  expect((await deployment.reload()).state).toBe(DEPLOYING)
})

it('what was configured differently after it was approved does not run', async () => {
  const { deployment, start, shop } = await setUp()
  await deployment.update({ approvedContent: await readRequestContent(deployment) })
  await shop.update({ image: 'mallory/sample' })
  expect(await start()).toBeUndefined()
  expect(await deployment.reload()).toMatchObject({
    state: FAILED,
    message: expect.stringContaining('configured differently after it was approved'),
  })
})

it('what is not changed is called as it is called now: another application may have got its old name', async () => {
  const { start, deployment, shop } = await setUp()
  await start()
  await deployment.update({ state: LIVE })
  await shop.update({ name: 'Store' })
  const environment = await Environment.findByPk(deployment.environmentId, { rejectOnEmpty: true })
  const other = await buildVersion(await buildApplication(environment.teamId, 'Shop'))
  const next = await buildQueuedDeployment(environment, [addVersion(other)])
  await start()
  const { environmentVersionId } = await next.reload()
  const snapshot = await EnvironmentVersion.findByPk(environmentVersionId ?? '', { rejectOnEmpty: true })
  expect(snapshot.applications.map(({ name }) => name).sort()).toEqual(['Shop', 'Store'])
})
