import { expect, it } from 'vitest'
import { deploymentStates } from '../../../core/resources/wire-states'
import { up } from '../../../migrations/20261122T145000-retired-messages'
import { buildDeployment, buildReadyAccount, buildTeam } from '../../../tests/builders/deployment-core'
import { buildEnvironment } from '../../../tests/builders/team-rows'
import { useTestDatabase } from '../../../tests/postgres/test-database'

const { RETIRED, FAILED, LIVE } = deploymentStates
const database = useTestDatabase()

it('tells deployments of before by which they were replaced, passing over those that failed', async () => {
  const environment = await buildEnvironment(await buildReadyAccount(await buildTeam()))
  const rows = []
  for (const state of [RETIRED, FAILED, RETIRED, LIVE]) {
    const row = await buildDeployment(environment, [], state)
    rows.push(await row.update({ message: state === FAILED ? 'It crashed.' : 'Live' }))
  }
  await up({ context: database.sequelize.getQueryInterface() })
  const messages = []
  for (const row of rows) messages.push((await row.reload()).message)
  expect(messages).toEqual(['Replaced by deployment 3.', 'It crashed.', 'Replaced by deployment 4.', 'Live'])
})
