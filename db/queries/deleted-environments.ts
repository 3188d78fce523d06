import type { Sequelize } from 'sequelize'
import type { DeploymentChange, DeploymentKind } from '../../core/deployment/deployment-state'
import type { LogType } from '../../core/resources/events'
import { deploymentStates, type DeploymentState } from '../../core/resources/wire-states'
import { execute, select, selectFirst } from '../sql'
import { nothingKnown, sampleColumns, type HourlySample } from './environment-samples'

const { LIVE, RETIRED } = deploymentStates

/** The newest deployments that are kept of an environment that is gone. */
const mostDeployments = 500

const deploymentsOf = `
  SELECT coalesce(jsonb_agg(to_jsonb(kept) ORDER BY kept.sequence DESC), '[]') FROM (
    SELECT d.sequence, d.kind, d.state, d.message, d.reason, d.created_at AS "createdAt", d.finished_at AS "finishedAt",
      coalesce((SELECT name FROM users WHERE id = d.requested_by), (SELECT name FROM integration_users WHERE id = d.requested_by)) AS "requestedBy",
      (SELECT max(undo.sequence) FROM deployments AS undo
        WHERE undo.about_id = d.id AND undo.kind = 'undo' AND undo.state IN (${LIVE}, ${RETIRED})) AS "undoneBySequence",
      (SELECT coalesce(jsonb_agg(jsonb_build_object('type', change->>'type',
          'applicationName', (SELECT name FROM applications WHERE id = (change->>'applicationId')::uuid),
          'versionName', (SELECT name FROM application_versions WHERE id = (change->>'versionId')::uuid))), '[]')
        FROM jsonb_array_elements(d.changes) AS item(change)) AS changes
    FROM deployments AS d WHERE d.environment_id = e.id ORDER BY d.sequence DESC LIMIT ${mostDeployments}) AS kept`

const keepEnvironment = `
  INSERT INTO deleted_environments
    (id, team_id, name, aws_account_name, aws_account_number, created_at, deleted_at, deleted_by, deployments, samples)
  SELECT e.id, e.team_id, e.name, a.name, a.account_number, e.created_at, $2::timestamptz,
    (SELECT actor_name FROM audit_entries
      WHERE team_id = e.team_id AND target_id = e.id AND action = 'environment.delete' ORDER BY id DESC LIMIT 1),
    (${deploymentsOf}),
    (SELECT coalesce(jsonb_agg(to_jsonb(kept) ORDER BY kept.hour), '[]') FROM (
      SELECT ${sampleColumns} FROM environment_samples AS sample WHERE sample.environment_id = e.id) AS kept)
  FROM environments AS e JOIN aws_accounts AS a ON a.id = e.aws_account_id WHERE e.id = $1
  ON CONFLICT (id) DO NOTHING`

const keepLines = `
  INSERT INTO deleted_log_lines (environment_id, sequence, type, severity, message, code, created_at)
  SELECT environment_id, sequence, type, severity, message, code, created_at FROM log_messages WHERE environment_id = $1
  ON CONFLICT DO NOTHING`

/** Keeps what people may still want to read of an environment whose row is about to go, in the transaction of that. */
export async function keepDeleted(sequelize: Sequelize, id: string, now: Date): Promise<void> {
  await execute(sequelize, keepEnvironment, [id, now])
  await execute(sequelize, keepLines, [id])
}

interface DeletedEnvironment {
  id: string
  name: string
  awsAccountName: string
  awsAccountNumber: string
  createdAt: Date
  deletedAt: Date
  /** Name of whoever asked for it, where that is known. */
  deletedBy: string | null
}

/** A deployment as it was when its environment went, with the names of then. */
interface KeptDeployment {
  sequence: number
  kind: DeploymentKind
  state: DeploymentState
  message: string
  reason: string
  createdAt: string
  finishedAt: string | null
  requestedBy: string | null
  undoneBySequence: number | null
  changes: {
    type: DeploymentChange['type']
    applicationName: string | null
    versionName: string | null
  }[]
}

/** A sample as JSON has it. Earlier releases kept nothing, or less, of how it splits. */
type KeptSample = Omit<HourlySample, 'hour' | 'changedAt' | 'perHour' | 'spentOn'> &
  Partial<Pick<HourlySample, 'perHour' | 'spentOn'>> & { hour: string; changedAt: string }

const columns = `
  id, name, aws_account_name AS "awsAccountName", aws_account_number AS "awsAccountNumber", created_at AS "createdAt",
  deleted_at AS "deletedAt", deleted_by AS "deletedBy"`

const selectDeleted = `
  SELECT ${columns} FROM deleted_environments WHERE team_id = $1 ORDER BY deleted_at DESC, id LIMIT $2`

/** Environments of a team that are gone, the last first. */
export const listDeleted = (sequelize: Sequelize, teamId: string, limit: number) =>
  select<DeletedEnvironment>(sequelize, selectDeleted, [teamId, limit])

const selectOne = `
  SELECT ${columns}, deployments, samples FROM deleted_environments WHERE id = $1 AND team_id = $2`

/** One of them, with its deployments, newest first, and what it cost, oldest first; none of another team's. */
export async function findDeleted(sequelize: Sequelize, id: string, teamId: string) {
  const found = await selectFirst<
    DeletedEnvironment & { deployments: KeptDeployment[]; samples: KeptSample[] }
  >(sequelize, selectOne, [id, teamId])
  if (!found) return undefined
  return { ...found, samples: found.samples.map(toSample) }
}

const toSample = ({ perHour = null, spentOn, ...sample }: KeptSample): HourlySample => ({
  ...sample,
  hour: new Date(sample.hour),
  changedAt: new Date(sample.changedAt),
  perHour: perHour && { ...nothingKnown, ...perHour },
  spentOn: { ...nothingKnown, ...spentOn },
})

const selectGoneSince = `
  SELECT id, name, created_at AS "createdAt", deleted_at AS "deletedAt" FROM deleted_environments
  WHERE team_id = $1 AND deleted_at > $2 ORDER BY deleted_at DESC, id LIMIT $3`

/** Environments of a team that went since a time, the last first. */
export const listGoneSince = (sequelize: Sequelize, teamId: string, since: Date, limit: number) =>
  select<Pick<DeletedEnvironment, 'id' | 'name' | 'createdAt' | 'deletedAt'>>(sequelize, selectGoneSince, [
    ...[teamId, since, limit],
  ])

const selectKeptSamples = 'SELECT samples FROM deleted_environments WHERE id = $1'

/** What one of them cost, oldest first. */
export const listKeptSamples = async (sequelize: Sequelize, id: string): Promise<HourlySample[]> =>
  (await selectFirst<{ samples: KeptSample[] }>(sequelize, selectKeptSamples, [id]))?.samples.map(toSample) ??
  []

interface KeptLine {
  sequence: number
  type: LogType
  severity: 'INFO' | 'ERROR'
  message: string
  code: string | null
  createdAt: Date
}

const selectLines = `
  SELECT sequence, type, severity, message, code, created_at AS "createdAt" FROM deleted_log_lines
  WHERE environment_id = $1 AND ($2::integer IS NULL OR sequence < $2) ORDER BY sequence DESC LIMIT $3`

/** Lines of its log before a line, newest first. */
export const listDeletedLines = (
  sequelize: Sequelize,
  id: string,
  { before, limit }: { before: number | null; limit: number },
) => select<KeptLine>(sequelize, selectLines, [id, before, limit])

const deleteDeleted = `
  WITH gone AS (
    DELETE FROM deleted_environments WHERE id = ANY (ARRAY (
      SELECT id FROM deleted_environments WHERE deleted_at < $1 ORDER BY deleted_at LIMIT $2 FOR UPDATE SKIP LOCKED))
    RETURNING 1)
  SELECT count(*)::integer AS count FROM gone`

/** Forgets environments that are gone since before a time. @returns how many */
export const removeDeleted = async (sequelize: Sequelize, until: Date, limit: number): Promise<number> =>
  (await selectFirst<{ count: number }>(sequelize, deleteDeleted, [until, limit]))?.count ?? 0

const selectAmong = 'SELECT id FROM deleted_environments WHERE id::text = ANY ($1::text[])'

/** Those of the environments that are gone, and have not been forgotten yet. */
export const listGoneAmong = async (sequelize: Sequelize, ids: string[]): Promise<string[]> =>
  (await select<{ id: string }>(sequelize, selectAmong, [ids])).map(({ id }) => id)
