import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { migrations } from '../../migrations/index'
import { useTestDatabase } from '../postgres/test-database'
import { readSchema } from './read-schema'

const database = useTestDatabase()
const folder = process.env.SDO_RECORD_STATEMENTS

it('reads the schema as the migrations make it, for the record of a release', async () => {
  const schema = await readSchema(database.sequelize)
  expect(schema.tables.deployments?.sequence).toEqual({
    type: 'integer',
    isRequired: true,
    isNullable: false,
  })
  expect(schema.rules).toContain(
    'deployments: CREATE UNIQUE INDEX ON public.deployments USING btree (environment_id, sequence)',
  )
  const release = { migrations: migrations.map(({ name }) => name), ...schema }
  if (folder) writeFileSync(join(folder, 'schema.json'), `${JSON.stringify(release, null, 1)}\n`)
})
