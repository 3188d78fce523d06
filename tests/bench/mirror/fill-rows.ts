import { randomUUID } from 'node:crypto'
import type { Sequelize } from 'sequelize'
import { deploymentStates } from '../../../core/resources/wire-states'
import { buildApplicationSpec } from '../../builders/environment-parts'

export const environmentsPerAccount = 5

/** Rows of so many environments that each run a deployment of ten processes, which nobody mirrored yet. */
export async function fillRows(sequelize: Sequelize, environments: number): Promise<void> {
  const applicationId = randomUUID()
  const applications = [buildApplicationSpec('web', { applicationId, versionId: randomUUID(), count: 10 })]
  const nth = (table: string, n = 'n') => `md5('${table}' || ${n})::uuid`
  const accountOf = `((n - 1) / ${environmentsPerAccount} + 1)`
  const series = (count: number) => `generate_series(1, ${count}) AS n`
  const accounts = Math.ceil(environments / environmentsPerAccount)
  const insert = (statement: string, bind: unknown[] = []) => sequelize.query(statement, { bind })
  await insert(`INSERT INTO teams (id) SELECT ${nth('teams')} FROM ${series(accounts)}`)
  await insert(
    `INSERT INTO aws_accounts (id, team_id, name, account_number, external_id)
     SELECT ${nth('aws_accounts')}, ${nth('teams')}, 'Account', lpad(n::text, 12, '2'), 'external-id' FROM ${series(accounts)}`,
  )
  await insert(
    `INSERT INTO environments (id, team_id, aws_account_id, name)
     SELECT ${nth('environments')}, ${nth('teams', accountOf)}, ${nth('aws_accounts', accountOf)}, 'Environment ' || n
     FROM ${series(environments)}`,
  )
  await insert(
    `INSERT INTO environment_versions (id, environment_id, number, applications)
     SELECT ${nth('environment_versions')}, ${nth('environments')}, 1, $1::jsonb FROM ${series(environments)}`,
    [JSON.stringify(applications)],
  )
  await insert(
    `INSERT INTO deployments (id, environment_id, sequence, state, changes, environment_version_id, started_at, finished_at)
     SELECT ${nth('deployments')}, ${nth('environments')}, 1, ${deploymentStates.LIVE}, '[]', ${nth('environment_versions')}, now(), now()
     FROM ${series(environments)}`,
  )
  await insert('ANALYZE')
}
