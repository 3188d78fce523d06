import { expect, it } from 'vitest'
import { up as renameServingDeployment } from '../migrations/20261123T020000-serving-deployment'
import { up as renamePhases } from '../migrations/20261123T021500-aws-account-phases'
import { useTestDatabase } from '../tests/postgres/test-database'

const database = useTestDatabase()

it('keeps what statuses said under the names of before, and leaves the others alone', async () => {
  const { sequelize } = database
  const add = (name: string, status: object) =>
    sequelize.query(
      `INSERT INTO resources (kind, name, uid, labels, annotations, finalizers, spec, status, creation_timestamp)
       VALUES ('Environment', $1, gen_random_uuid(), '{}', '{}', '{}', '{}', $2, now())`,
      { bind: [name, JSON.stringify(status)] },
    )
  await add('a', { phase: 'Ready', liveDeployment: 'deploy-7' })
  await add('b', { phase: 'CONFIGURATION_CHANGE' })
  await add('c', {})
  await add('d', { phase: 'Failure' })
  const context = sequelize.getQueryInterface()
  await renameServingDeployment({ context })
  await renamePhases({ context })
  const [rows] = await sequelize.query('SELECT status FROM resources ORDER BY name')
  expect(rows).toEqual([
    { status: { phase: 'Ready', servingDeployment: 'deploy-7' } },
    { status: { phase: 'UpdateNeeded' } },
    { status: {} },
    { status: { phase: 'Failure' } },
  ])
})
