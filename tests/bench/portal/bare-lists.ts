import { billOf } from '../../../core/charges/bill'
import type { Pool } from 'pg'
import { selectApplications, type ListedApplication } from '../../../db/queries/applications'
import { selectEnvironments, type ListedEnvironment } from '../../../db/queries/environments'
import { selectExternalNetworks } from '../../../db/queries/external-networks'
import { selectHostedZones } from '../../../db/queries/hosted-zones'
import { rowsOf } from './bare-rows'

/** Who asks, as the session's row says. */
export interface Asker {
  sessionId: string
  userId: string
  teamId: string
  isAdmin: boolean
  name: string
  email: string
}

type List = (database: Pool, asker: Asker, id: string) => Promise<object>

const idleMilliseconds = 12 * 3_600_000
const retentionMilliseconds = 400 * 24 * 3_600_000

/** The least that has to be done for each list: its query, and what /v1 answers made of the rows. */
export const bareLists: Record<string, List> = {
  environments: async (database, { teamId }) => {
    const rows = await rowsOf<ListedEnvironment>(database, `${selectEnvironments} ORDER BY e.name`, [teamId])
    return {
      environments: rows.map(({ deploymentId, state, isStopped, askedAt, ...row }) => ({
        id: row.id,
        name: row.name,
        awsAccountName: row.awsAccountName,
        statusType: row.statusType,
        statusMessage: row.statusMessage,
        applications: row.applications,
        lastDeployment:
          deploymentId === null
            ? undefined
            : {
                id: deploymentId,
                sequence: row.sequence,
                state,
                askedEpoch: askedAt?.getTime(),
                isStopped,
                askedBy: row.askedBy,
              },
        numHealthy: row.numHealthy,
        numProcesses: row.count,
        costPerHour: billOf(row).total,
      })),
      nowEpoch: Date.now(),
    }
  },

  applications: async (database, { teamId }) => {
    const rows = await rowsOf<ListedApplication>(database, `${selectApplications} ORDER BY a.name`, [teamId])
    return {
      applications: rows.map(
        ({ id, name, live, deploymentId, askedAt, newestVersionName, newestVersionAt, ...last }) => ({
          id,
          name,
          live,
          newestVersion:
            newestVersionName === null
              ? undefined
              : { name: newestVersionName, createdEpoch: newestVersionAt?.getTime() },
          lastDeployment:
            deploymentId === null ? undefined : { ...last, id: deploymentId, askedEpoch: askedAt?.getTime() },
        }),
      ),
      total: rows.length,
      nextCursor: null,
      previousCursor: null,
      nowEpoch: Date.now(),
    }
  },

  async users(database, { teamId, userId, isAdmin }) {
    const [people, integrations, tokens, trusts] = await Promise.all([
      rowsOf(
        database,
        `SELECT u.id, u.name, u.email, u.is_admin, u.verified_at, u.force_password_change,
           t.id IS NULL OR u.created_at >= t.effective_at OR a.user_id IS NOT NULL AS has_accepted
         FROM users u
         LEFT JOIN (SELECT id, effective_at FROM terms WHERE effective_at <= $2 ORDER BY effective_at DESC LIMIT 1) t ON true
         LEFT JOIN terms_acceptances a ON a.user_id = u.id AND a.terms_id = t.id
         WHERE u.team_id = $1 ORDER BY u.name, u.email`,
        [teamId, new Date()],
      ),
      rowsOf(database, 'SELECT id, name FROM integration_users WHERE team_id = $1 ORDER BY name', [teamId]),
      rowsOf(
        database,
        `SELECT t.id, t.integration_user_id, t.masked_token, t.created_at, t.expires_at, t.last_used_at
         FROM integration_tokens t JOIN integration_users u ON u.id = t.integration_user_id
         WHERE u.team_id = $1 ORDER BY t.created_at`,
        [teamId],
      ),
      rowsOf(
        database,
        `SELECT t.id, t.integration_user_id, t.issuer, t.subject, t.audience, t.environment, t.last_used_at, t.last_subject, t.created_at
         FROM integration_trusts t JOIN integration_users u ON u.id = t.integration_user_id
         WHERE u.team_id = $1 ORDER BY t.created_at, t.id`,
        [teamId],
      ),
    ])
    return {
      humanUsers: people.map((row) => ({
        id: row['id'],
        userId: row['id'],
        name: row['name'],
        email: row['email'],
        isAdmin: row['is_admin'],
        isSelf: row['id'] === userId,
        state: stateOf(row),
      })),
      integrationUsers: integrations.map(({ id, name }) => ({
        id,
        name,
        tokens: tokens
          .filter((row) => row['integration_user_id'] === id)
          .map((row) => ({
            id: row['id'],
            maskedToken: row['masked_token'],
            createdEpoch: epochOf(row['created_at']),
            expirationEpoch: epochOf(row['expires_at']),
            lastUsedEpoch: epochOf(row['last_used_at']),
          })),
        trusts: trusts
          .filter((row) => row['integration_user_id'] === id)
          .map((row) => ({
            id: row['id'],
            issuer: row['issuer'],
            issuerName: row['issuer'],
            isIssuerTaken: false,
            subjectPattern: row['subject'],
            audience: row['audience'],
            environment: row['environment'],
            createdEpoch: epochOf(row['created_at']),
            lastUsedEpoch: epochOf(row['last_used_at']),
            lastSubject: row['last_subject'],
          })),
      })),
      showAdminControls: isAdmin,
      nowEpoch: Date.now(),
    }
  },

  async 'aws-accounts'(database, { teamId, isAdmin }) {
    const [awsAccount, hostedZone, externalNetwork] = await Promise.all([
      rowsOf(
        database,
        `SELECT id, name, account_number AS "accountNumber", is_environment_holder AS "isEnvironmentHolder", state AS "statusType",
         coalesce(status->>'message', '') AS "statusMessage",
         array(
           SELECT environments.name FROM environments
           WHERE environments.aws_account_id = aws_accounts.id AND status_type <> 'READY' AND jsonb_path_exists(
             environments.status,
             '$.conditions[*] ? (@.type == "CloudAccess" && @.status == "False" && @.reason == "AccessDenied")'
           )
           ORDER BY environments.name
         ) AS "refusedEnvironments"
       FROM aws_accounts WHERE team_id = $1 ORDER BY name`,
        [teamId],
      ),
      rowsOf(database, selectHostedZones, [teamId]),
      rowsOf(database, selectExternalNetworks, [teamId]),
    ])
    return { awsAccount, hostedZone, externalNetwork, showAdminControls: isAdmin }
  },

  async 'audit-log'(database, { teamId }) {
    const rows = await rowsOf(
      database,
      `SELECT id, created_at, actor_kind, actor_id, actor_name, action, target_id, target_name, before, after, request_id, source_address
       FROM audit_entries WHERE team_id = $1 AND created_at >= $2 ORDER BY id DESC LIMIT 101`,
      [teamId, new Date(Date.now() - retentionMilliseconds)],
    )
    const shown = rows.slice(0, 100)
    return {
      entries: shown.map((row) => ({
        id: row['id'],
        createdEpoch: epochOf(row['created_at']),
        actorKind: row['actor_kind'],
        actorId: row['actor_id'],
        actorName: row['actor_name'],
        action: row['action'],
        targetId: row['target_id'],
        targetName: row['target_name'],
        before: row['before'],
        after: row['after'],
        requestId: row['request_id'],
        sourceAddress: row['source_address'],
      })),
      nextBeforeId: rows.length > 100 ? shown.at(-1)?.['id'] : null,
      retentionDays: 400,
    }
  },

  async security(database, { userId, sessionId }) {
    const now = Date.now()
    const [tokens, [codes], sessions] = await Promise.all([
      rowsOf(
        database,
        `SELECT id, created_at, last_used_at FROM authenticator_tokens
         WHERE user_id = $1 AND activated_at IS NOT NULL ORDER BY created_at`,
        [userId],
      ),
      rowsOf(database, 'SELECT count(*)::integer AS codes FROM recovery_codes WHERE user_id = $1', [userId]),
      rowsOf(
        database,
        `SELECT id, created_at, last_seen_at, address, user_agent FROM sessions
         WHERE user_id = $1 AND expires_at > $2 AND last_seen_at > $3 ORDER BY last_seen_at DESC`,
        [userId, new Date(now), new Date(now - idleMilliseconds)],
      ),
    ])
    return {
      twoFactorTokens: tokens.map((row) => ({
        id: row['id'],
        createdEpoch: epochOf(row['created_at']),
        lastUsedEpoch: epochOf(row['last_used_at']),
      })),
      recoveryCodesLeft: codes?.['codes'],
      sessions: sessions.map((row) => ({
        id: row['id'],
        createdEpoch: epochOf(row['created_at']),
        lastSeenEpoch: epochOf(row['last_seen_at']),
        address: row['address'],
        userAgent: row['user_agent'],
        isCurrent: row['id'] === sessionId,
      })),
    }
  },

  async account(database, { userId, teamId, isAdmin }) {
    const [terms, [counts]] = await Promise.all([
      rowsOf(
        database,
        `SELECT a.terms_id, a.accepted_at, t.effective_at FROM terms_acceptances a JOIN terms t ON t.id = a.terms_id
         WHERE a.user_id = $1 ORDER BY a.accepted_at DESC`,
        [userId],
      ),
      rowsOf(
        database,
        `SELECT should_receive_announcements, unwanted_mails,
           (SELECT count(*)::integer FROM aws_accounts WHERE team_id = $2) AS accounts,
           (SELECT count(*)::integer FROM environments WHERE team_id = $2) AS environments
         FROM users WHERE id = $1`,
        [userId, teamId],
      ),
    ])
    return {
      historicalTerms: terms.map((row) => ({
        id: row['terms_id'],
        effectiveDateEpoch: epochOf(row['effective_at']),
        acceptedDateEpoch: epochOf(row['accepted_at']),
      })),
      numAwsAccounts: counts?.['accounts'],
      numEnvironments: counts?.['environments'],
      shouldReceiveAnnouncements: counts?.['should_receive_announcements'],
      unwantedMails: counts?.['unwanted_mails'],
      isAdmin,
    }
  },

  async versions(database, { teamId }, id) {
    const rows = await rowsOf(
      database,
      `SELECT v.id, v.name, v.docker_tag, v.created_at, v.auto_deploy
       FROM application_versions v JOIN applications a ON a.id = v.application_id
       WHERE a.id = $1 AND a.team_id = $2 ORDER BY v.created_at DESC`,
      [id, teamId],
    )
    return {
      versions: rows.map((row) => ({
        id: row['id'],
        name: row['name'],
        dockerTag: row['docker_tag'],
        createdEpoch: epochOf(row['created_at']),
        autoDeploy: row['auto_deploy'],
      })),
    }
  },

  async logs(database, { teamId }, id) {
    const rows = await rowsOf(
      database,
      `SELECT l.sequence, l.type, l.created_at, l.message, l.severity, l.trace_id
       FROM log_messages l JOIN environments e ON e.id = l.environment_id
       WHERE e.id = $1 AND e.team_id = $2 AND l.type = 'network' AND l.created_at >= $3 ORDER BY l.sequence DESC LIMIT 500`,
      [id, teamId, new Date(0)],
    )
    const epochs = rows.map((row) => epochOf(row['created_at']) ?? 0)
    const deployments = await rowsOf(
      database,
      `SELECT id, sequence, kind, requested_by, split_part(traceparent, '-', 2) AS trace_id, started_at, finished_at FROM deployments
       WHERE environment_id = $1
         AND (split_part(traceparent, '-', 2) = ANY($2) OR (started_at <= $4 AND (finished_at IS NULL OR finished_at >= $3)))
       ORDER BY sequence DESC LIMIT 1000`,
      [
        id,
        [...new Set(rows.flatMap((row) => row['trace_id'] ?? []))],
        new Date(Math.min(...epochs)),
        new Date(Math.max(...epochs)),
      ],
    )
    return {
      logs: rows.reverse().map((row) => {
        const deployment = deployments.find(
          (one) => row['trace_id'] !== null && one['trace_id'] === row['trace_id'],
        )
        return {
          id: row['sequence'],
          createdEpoch: epochOf(row['created_at']),
          message: row['message'],
          severity: row['severity'],
          ...(deployment && { deployment: { id: deployment['id'], sequence: deployment['sequence'] } }),
        }
      }),
    }
  },
}

const epochOf = (value: unknown) => (value instanceof Date ? value.getTime() : null)

function stateOf(row: Record<string, unknown>): string {
  if (!row['verified_at']) return 'VERIFICATION_NEEDED'
  if (row['force_password_change']) return 'FORCE_PASSWORD_CHANGE'
  return row['has_accepted'] ? 'LOGGED_IN' : 'TERMS_UPDATE_NEEDED'
}
