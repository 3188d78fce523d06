import type { Sequelize } from 'sequelize'
import { variableLimits } from '../../core/application/environment-variables'
import { maximumApplications } from '../../core/resources/application'
import { deploymentStates } from '../../core/resources/wire-states'
import { most } from '../../core/text/longest'
import { retention } from '../../app/services/retention'
import { usualQuotas as quotas } from '../../app/services/quotas/quotas'
import { longestFacts } from '../../app/services/audit/cut-facts'
import { copyRows } from './copy-rows'
import { buildLargeStatus } from './large-status'

/** As many as may be, as long as they may be together. */
const variables = JSON.stringify(
  Object.fromEntries(
    Array.from({ length: most.variables }, (_, index) => [
      `VARIABLE_${index}`,
      '<é"'.repeat(Math.floor(variableLimits.bytes / most.variables / 4) - 5),
    ]),
  ),
)
const arn = (name: string) => `arn:aws:iam::123456789012:role/${name}`
const roles = JSON.stringify(
  Object.fromEntries(
    Array.from({ length: quotas.rolesPerApplication }, (_, index) => [`role-${index}`, arn(`role-${index}`)]),
  ),
)
const ports = JSON.stringify(
  Array.from({ length: quotas.portsPerApplication }, (_, index) => ({
    port: 8000 + index,
    subdomain: `port-${index}`,
  })),
)

/**
 * Fills a team, which has a thing of each kind, up to its quotas: as many as may be, texts as long as they may be, and a history as long as it
 * is kept. Each environment runs as much as it may.
 */
export async function fillTeam(sequelize: Sequelize, teamId: string): Promise<void> {
  const run = (sql: string, bind: unknown[] = []) => sequelize.query(sql, { bind })
  const copy = (table: string, where: string, times: string | number, changes: Record<string, string>) =>
    copyRows(sequelize, table, {
      where,
      times: String(times),
      changes: { id: 'gen_random_uuid()', created_at: 'clock_timestamp()', ...changes },
    })
  const anyOf = (table: string) =>
    `x.id = (SELECT min(id::text)::uuid FROM ${table} WHERE team_id = '${teamId}')`
  const ofTeam = (table: string, column: string) =>
    `x.${column} IN (SELECT id FROM ${table} WHERE team_id = '${teamId}')`
  /** The oldest: those that the tests are about are among them, and there may be more. */
  const environments = `(SELECT * FROM environments WHERE team_id = $1 ORDER BY created_at, id LIMIT ${quotas.environments})`
  const longName = `'Name' || repeat('m', 60) || n`

  await run(
    'UPDATE applications SET environment_variables = $2::jsonb, roles = $3::jsonb, exposed_ports = $4::jsonb WHERE team_id = $1',
    [teamId, variables, roles, ports],
  )
  await copy('applications', anyOf('applications'), quotas.applications, {
    name: longName,
    integration_id: 'gen_random_uuid()',
  })
  await copy('application_versions', ofTeam('applications', 'application_id'), quotas.versionsPerDay, {
    name: `'v' || repeat('1', 120) || n`,
    created_at: `now() - n * interval '1 day'`,
  })
  await copy('aws_accounts', anyOf('aws_accounts'), quotas.awsAccounts, {
    name: longName,
    account_number: `lpad(((x.account_number::bigint + n * 7919) % 999999999999)::text, 12, '0')`,
    claimed_at: 'NULL::text',
  })
  await copy('environments', anyOf('environments'), quotas.environments, { name: longName })
  await copy('users', anyOf('users'), quotas.people, {
    name: longName,
    email: `'person' || n || '@' || x.team_id || '.example.com'`,
  })
  await copy('integration_users', anyOf('integration_users'), quotas.integrationUsers, { name: longName })
  await run(
    `INSERT INTO integration_tokens (id, integration_user_id, token_hash, masked_token, expires_at, created_at)
     SELECT gen_random_uuid(), u.id, gen_random_uuid()::text, '****', now() + interval '1 year', now()
     FROM integration_users u, generate_series(1, ${quotas.tokensPerIntegrationUser}) WHERE team_id = $1`,
    [teamId],
  )
  await copy(
    'integration_trusts',
    `x.id = (SELECT t.id FROM integration_trusts t JOIN integration_users u ON u.id = integration_user_id WHERE u.team_id = '${teamId}' LIMIT 1)`,
    quotas.trustsPerIntegrationUser,
    { subject: `x.subject || n` },
  )
  await copy('hosted_zones', anyOf('hosted_zones'), quotas.hostedZones, {
    aws_id: `'Z' || substr(upper(md5(n::text)), 1, 20)`,
  })
  await copy('external_networks', anyOf('external_networks'), quotas.externalNetworks, {
    vpc_id: `'vpc-' || substr(md5(n::text), 1, 17)`,
  })

  await run(
    `INSERT INTO application_overrides (environment_id, application_id, num_processes, roles)
     SELECT e.id, a.id, 3, a.roles FROM ${environments} e
     CROSS JOIN LATERAL (SELECT * FROM applications WHERE team_id = $1 LIMIT ${quotas.overridesPerEnvironment}) a
     ON CONFLICT DO NOTHING`,
    [teamId],
  )
  await run(
    `INSERT INTO variable_overrides (environment_id, application_id, environment_variables)
     SELECT e.id, a.id, a.environment_variables FROM ${environments} e
     CROSS JOIN LATERAL (
       SELECT * FROM applications WHERE team_id = $1 LIMIT ${Math.floor(variableLimits.bytesOfEnvironment / variableLimits.bytes)}
     ) a ON CONFLICT DO NOTHING`,
    [teamId],
  )
  const status = JSON.stringify(buildLargeStatus(1_000))
  await run(`UPDATE environments SET status = $2::jsonb WHERE id IN (SELECT id FROM ${environments} e)`, [
    teamId,
    status,
  ])
  await run(
    `INSERT INTO log_messages (environment_id, sequence, type, severity, message, created_at)
     SELECT e.id, (SELECT coalesce(max(sequence), 0) FROM log_messages WHERE environment_id = e.id) + n,
       CASE n % 3 WHEN 0 THEN 'network' ELSE 'deployment' END, 'INFO', repeat('A line of the log. ', 15), now() - interval '1 hour' + n * interval '1 second'
     FROM ${environments} e, generate_series(1, ${retention.logLines.atLeast}) AS n`,
    [teamId],
  )
  const specs = `SELECT jsonb_agg(s.applications->0 || jsonb_build_object(
      'applicationId', a.id, 'name', a.name, 'roles', a.roles,
      'environmentVariables', jsonb_build_object('VARIABLE', repeat('x', ${Math.floor(variableLimits.bytesOfEnvironment / maximumApplications)}))))
    FROM (SELECT * FROM applications WHERE team_id = $1 ORDER BY created_at LIMIT ${maximumApplications}) a`
  await run(
    `UPDATE environment_versions s SET applications = (${specs})
     WHERE environment_id IN (SELECT id FROM ${environments} e) AND jsonb_array_length(applications) > 0`,
    [teamId],
  )
  await run(
    `INSERT INTO environment_samples (environment_id, hour, cost_per_hour, num_instances, num_load_balancers)
     SELECT id, date_trunc('hour', now()) - n * interval '1 hour', n, n, n FROM ${environments} e, generate_series(1, 31 * 24) AS n`,
    [teamId],
  )
  await copy(
    'deployments',
    `x.id IN (SELECT DISTINCT ON (environment_id) d.id FROM deployments d JOIN environments e ON e.id = environment_id
       WHERE e.team_id = '${teamId}' ORDER BY environment_id, sequence DESC)`,
    retention.deployments.atLeast,
    {
      sequence: 'x.sequence + n',
      state: String(deploymentStates.RETIRED),
      kind: `'patch'`,
      about_id: 'NULL::text',
      changes: `(SELECT jsonb_agg(jsonb_build_object('type', 'add', 'applicationId', application_id, 'versionId', id)) FROM (
        SELECT DISTINCT ON (application_id) application_id, v.id FROM application_versions v JOIN applications a ON a.id = application_id
        WHERE a.team_id = '${teamId}' LIMIT ${maximumApplications}) v)`,
    },
  )
  await run(
    `INSERT INTO audit_entries (team_id, created_at, actor_kind, actor_id, actor_name, action, target_id, target_name, before, after)
     SELECT $1, now() - interval '1 day', 'human', gen_random_uuid(), 'Ada', 'environment.rename', gen_random_uuid(), 'number ' || n, facts, facts
     FROM generate_series(1, 10000) AS n, (SELECT jsonb_build_object('names', repeat('n', ${longestFacts - 20})) AS facts) f`,
    [teamId],
  )
}

const strangers = 20_000

/** Adds teams beside one that has a thing of each kind: what is read of a team must not be looked for among what others have. */
export async function addStrangers(sequelize: Sequelize, teamId: string): Promise<void> {
  const nth = (table: string) => `md5('${table}' || n)::uuid`
  await sequelize.query(
    `INSERT INTO teams (id) SELECT ${nth('teams')} FROM generate_series(1, ${strangers}) AS n`,
  )
  const copy = (table: string, changes: Record<string, string> = {}) =>
    copyRows(sequelize, table, {
      where: `x.id = (SELECT min(id::text)::uuid FROM ${table} WHERE team_id = '${teamId}')`,
      times: String(strangers),
      changes: { id: nth(table), team_id: nth('teams'), ...changes },
    })
  const inAccount = { aws_account_id: nth('aws_accounts') }
  await copy('users', { email: `'stranger' || n || '@strange.example.com'` })
  await copy('aws_accounts', { account_number: `lpad(n::text, 12, '8')`, claimed_at: 'NULL::text' })
  await copy('environments', { ...inAccount, status: 'NULL::text' })
  await copy('applications', { integration_id: nth('integrations'), environment_variables: `'{}'::jsonb` })
  await copy('integration_users')
  await copy('hosted_zones', inAccount)
  await copy('external_networks', inAccount)
  await copyRows(sequelize, 'deployments', {
    where: 'x.id = (SELECT min(id::text)::uuid FROM deployments)',
    times: String(strangers),
    changes: {
      id: nth('deployments'),
      environment_id: nth('environments'),
      environment_version_id: 'NULL::text',
      about_id: 'NULL::text',
      restores_version_id: 'NULL::text',
      state: String(deploymentStates.RETIRED),
    },
  })
  await sequelize.query('ANALYZE')
}
