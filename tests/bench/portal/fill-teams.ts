import type { Sequelize } from 'sequelize'
import { auditActions } from '../../../app/services/audit/audit-actions'
import { hashPassword } from '../../../app/services/password-hashing/password'
import { createSecretToken, hashSecretToken } from '../../../app/services/secrets/secret-token'

/** What all teams have together. */
export const totals = {
  teams: 3,
  users: 300,
  applications: 200,
  versionsPerApplication: 20,
  environments: 50,
  applicationsPerEnvironment: 8,
  logMessagesPerEnvironment: 200,
  awsAccounts: 6,
  integrationUsers: 9,
  auditEntries: 20_000,
}

export const password = 'correct-horse-battery'

export interface FilledTeam {
  /** Opens the session of an admin. */
  sessionToken: string
  /** Addresses of people who may log in with `password`. */
  emails: string[]
  environmentId: string
  applicationId: string
}

/** Fills the tables as years of use would, the things spread evenly over the teams. The first team is described. */
export async function fillTeams(sequelize: Sequelize): Promise<FilledTeam> {
  const sessionToken = createSecretToken()
  const replacements = {
    passwordHash: await hashPassword(password),
    tokenHash: hashSecretToken(sessionToken),
    actions: [...auditActions],
  }
  for (const statement of statements) await sequelize.query(statement, { replacements })
  await sequelize.query('VACUUM ANALYZE')
  const first = async (sql: string) =>
    ((await sequelize.query(sql))[0] as { value: string }[]).map(({ value }) => value)
  const team = `(SELECT id FROM teams ORDER BY created_at LIMIT 1)`
  const [environmentId = ''] = await first(
    `SELECT id AS value FROM environments WHERE team_id = ${team} ORDER BY name LIMIT 1`,
  )
  const [applicationId = ''] = await first(
    `SELECT id AS value FROM applications WHERE team_id = ${team} ORDER BY name LIMIT 1`,
  )
  const emails = await first('SELECT email AS value FROM users ORDER BY email')
  return { sessionToken, emails, environmentId, applicationId }
}

/** The `n`th thing's team. */
const teamOf = (n: string) =>
  `(SELECT id FROM teams ORDER BY created_at OFFSET ${n} % ${totals.teams} LIMIT 1)`
const series = (count: number) => `generate_series(0, ${count - 1}) AS n`
const padded = (n: string) => `lpad((${n})::text, 3, '0')`

const statements = [
  `INSERT INTO teams (id, created_at) SELECT gen_random_uuid(), now() - interval '900 days' + n * interval '1 hour' FROM ${series(totals.teams)}`,
  `INSERT INTO users (id, team_id, name, email, password_hash, is_admin, verified_at, created_at)
   SELECT gen_random_uuid(), ${teamOf('n')}, 'Person Number ' || ${padded('n')}, 'person.' || ${padded('n')} || '@customer.example', :passwordHash,
     n % 10 < 3, now(), now() - interval '800 days' + n * interval '1 day' FROM ${series(totals.users)}`,
  `INSERT INTO terms_acceptances (user_id, terms_id, accepted_at) SELECT users.id, terms.id, now() FROM users, terms`,
  `INSERT INTO sessions (id, token_hash, user_id, address, user_agent, expires_at)
   SELECT gen_random_uuid(), CASE WHEN n = 0 THEN :tokenHash ELSE md5(n::text) END, (SELECT id FROM users WHERE name LIKE '%000'), '203.0.113.' || n,
     'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', now() + interval '6 days' FROM ${series(3)}`,
  `INSERT INTO sessions (id, token_hash, user_id, address, user_agent, expires_at)
   SELECT gen_random_uuid(), md5(users.id || ' ' || n), users.id, '198.51.100.7', 'curl/8', now() + interval '6 days' FROM users, ${series(2)}
   WHERE users.name NOT LIKE '%000'`,
  `INSERT INTO authenticator_tokens (id, user_id, secret, activated_at)
   SELECT gen_random_uuid(), (SELECT id FROM users WHERE name LIKE '%000'), 'v1.none.AAAA.AAAA', now() FROM ${series(2)}`,
  `INSERT INTO integration_users (id, team_id, name)
   SELECT gen_random_uuid(), ${teamOf('n')}, 'build-system-' || ${padded('n')} FROM ${series(totals.integrationUsers)}`,
  `INSERT INTO integration_tokens (id, integration_user_id, token_hash, masked_token, expires_at, created_at)
   SELECT gen_random_uuid(), id, md5(id || ' ' || n), 'abcd****************', now() + interval '80 days', now() - n * interval '1 day'
   FROM integration_users, ${series(2)}`,
  `INSERT INTO aws_accounts (id, team_id, name, account_number, external_id, state, status)
   SELECT gen_random_uuid(), ${teamOf('n')}, 'account-' || ${padded('n')}, lpad(n::text, 12, '1'), gen_random_uuid(), 'SUCCESS', '{"observedGeneration":1}'
   FROM ${series(totals.awsAccounts)}`,
  `INSERT INTO environments (id, team_id, aws_account_id, name, status_type, status_message, status)
   SELECT gen_random_uuid(), team, (SELECT id FROM aws_accounts WHERE team_id = team LIMIT 1), 'environment-' || ${padded('n')}, 'READY', 'Everything runs as wanted.',
     jsonb_build_object('observedGeneration', 7, 'phase', 'Ready', 'message', '', 'conditions', '[]'::jsonb, 'network', jsonb_build_object('subnets', '[]'::jsonb),
       'instances', (SELECT jsonb_agg(jsonb_build_object('clientToken', gen_random_uuid(), 'instanceId', 'i-' || md5(i::text), 'instanceType', 't4g.large',
         'zone', 'us-east-1a', 'market', 'spot', 'pricePerHour', 0.03, 'vcpu', 2, 'memoryMib', 8192, 'phase', 'Running', 'lastSeenEpoch', 1790000000000)) FROM generate_series(1, 6) i),
       'processes', (SELECT jsonb_agg(jsonb_build_object('id', gen_random_uuid(), 'applicationId', gen_random_uuid(), 'releaseId', md5(i::text), 'deployment', gen_random_uuid(),
         'clientToken', gen_random_uuid(), 'phase', 'Serving', 'requestedEpoch', 1790000000000, 'ports', '[{"port":8080,"hostPort":32000}]'::jsonb, 'restarts', 0)) FROM generate_series(1, 20) i),
       'loadBalancers', '[]'::jsonb, 'costPerHour', 0.2, 'events', '[]'::jsonb, 'lastEventSequence', 0)
   FROM (SELECT n, ${teamOf('n')} AS team FROM ${series(totals.environments)}) numbered`,
  `INSERT INTO applications (id, team_id, name, cpu_count, memory_mb, docker_base_url, num_processes, exposed_ports, integration_id)
   SELECT gen_random_uuid(), ${teamOf('n')}, 'application-' || ${padded('n')}, 0.25, 512, 'registry.customer.example/application-' || n, 2, '[{"port":8080}]', gen_random_uuid()
   FROM ${series(totals.applications)}`,
  `INSERT INTO application_versions (id, application_id, name, docker_tag, created_at)
   SELECT gen_random_uuid(), id, 'build ' || ${padded('n')}, '1.' || n, now() - n * interval '1 day'
   FROM applications, ${series(totals.versionsPerApplication)}`,
  `INSERT INTO environment_versions (id, environment_id, number, applications)
   SELECT gen_random_uuid(), e.id, 1, (
     SELECT jsonb_agg(jsonb_build_object('applicationId', a.id, 'name', a.name, 'versionId', v.id, 'versionName', v.name, 'image', a.docker_base_url, 'tag', v.docker_tag,
       'cpu', a.cpu_count, 'memoryMb', a.memory_mb, 'count', a.num_processes, 'maxSpotPercentage', 100, 'ports', a.exposed_ports, 'roles', '{}'::jsonb))
     FROM (SELECT * FROM applications WHERE team_id = e.team_id ORDER BY md5(id::text || e.id::text) LIMIT ${totals.applicationsPerEnvironment}) AS a
     JOIN application_versions v ON v.application_id = a.id AND v.name = 'build 000')
   FROM environments e`,
  `INSERT INTO deployments (id, environment_id, sequence, state, changes, environment_version_id, started_at, finished_at)
   SELECT gen_random_uuid(), environment_id, 1, 2, jsonb_path_query_array(applications, '$[*]'), id, now(), now() FROM environment_versions`,
  `INSERT INTO log_messages (environment_id, sequence, type, severity, message, created_at)
   SELECT id, n, 'network', 'INFO', 'The instance i-' || md5(n::text) || ' runs and its agent answers.', now() - (1000 - n) * interval '1 minute'
   FROM environments, ${series(totals.logMessagesPerEnvironment)}`,
  `INSERT INTO audit_entries (team_id, created_at, actor_kind, actor_id, actor_name, action, target_id, target_name, before, after, request_id, source_address)
   SELECT ${teamOf('n')}, now() - (${totals.auditEntries} - n) * interval '1 minute', 'human', gen_random_uuid(), 'Person Number ' || ${padded('n % 300')} || ' <person@customer.example>',
     (ARRAY[:actions])[1 + n % ${auditActions.length}], gen_random_uuid(), 'application-' || ${padded('n % 200')}, jsonb_build_object('numProcesses', n % 5, 'memoryMb', 512),
     jsonb_build_object('numProcesses', n % 7, 'memoryMb', 1024), gen_random_uuid(), '203.0.113.' || n % 250 FROM ${series(totals.auditEntries)}`,
]
