import type { Sequelize } from 'sequelize'
import { deploymentStates, type AwsAccountState } from '../../core/resources/wire-states'
import { select, selectFirst } from '../sql'
import { billOfRow } from './environment-samples'

export interface Named {
  id: string
  name: string
}

/** `$1` is the team, `$2` how many environments. */
export const selectStart = `
  SELECT name AS "teamName", first_live_at IS NOT NULL AS "hasBeenLive", (
    SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name)), '[]')
    FROM (SELECT id, name FROM environments WHERE team_id = t.id ORDER BY name LIMIT $2) AS listed
  ) AS environments, (
    SELECT coalesce(sum(${billOfRow('environments')}), 0) FROM environments WHERE team_id = t.id
  ) AS "costPerHour", array_remove(ARRAY[
    CASE WHEN environment_cost_approved_at IS NULL THEN 'environment' END,
    CASE WHEN deployment_cost_approved_at IS NULL THEN 'deployment' END
  ], NULL) AS "unconfirmedCosts"
  FROM teams t WHERE id = $1`

interface TeamStart {
  teamName: string | null
  hasBeenLive: boolean
  environments: Named[]
  /** USD, the bill of all environments. */
  costPerHour: number
  unconfirmedCosts: UnconfirmedCost[]
}

/** What costs money, of which nobody of a team has confirmed that yet. */
export type UnconfirmedCost = 'environment' | 'deployment'

/** What a team is called, what it pays, what it has to confirm, whether anything of it was ever live, and its first `limit` environments. */
export const findTeamStart = (sequelize: Sequelize, teamId: string, limit: number) =>
  selectFirst<TeamStart>(sequelize, selectStart, [teamId, limit])

const rowOf = (columns: string, from: string, order: string) =>
  `(SELECT jsonb_build_object(${columns}) FROM ${from} ORDER BY ${order} LIMIT 1)`

const { QUEUED, DEPLOYING, AWAITING_APPROVAL } = deploymentStates
const underWay = [QUEUED, DEPLOYING, AWAITING_APPROVAL]

const named = `'id', id, 'name', name`

/** The thing of each kind that has come furthest. */
const selectFirstThings = `
  SELECT
    ${rowOf(`${named}, 'state', state`, 'aws_accounts WHERE team_id = $1 AND deleting_at IS NULL', `state = 'SUCCESS' DESC, created_at`)} AS account,
    ${rowOf(named, 'environments WHERE team_id = $1 AND deleting_at IS NULL', 'created_at')} AS environment,
    ${rowOf(
      `'id', a.id, 'name', a.name, 'hasVersion', v.id IS NOT NULL`,
      'applications a LEFT JOIN application_versions v ON v.application_id = a.id WHERE a.team_id = $1',
      'v.id IS NULL, a.created_at',
    )} AS application,
    ${rowOf(
      `'id', d.id, 'environmentId', e.id`,
      `deployments d JOIN environments e ON e.id = d.environment_id
       WHERE e.team_id = $1 AND d.state IN (${underWay.join(', ')})`,
      'd.created_at',
    )} AS deployment`

export interface FirstThings {
  account: (Named & { state: AwsAccountState }) | null
  environment: Named | null
  application: (Named & { hasVersion: boolean }) | null
  /** A deployment that is under way or waits. */
  deployment: { id: string; environmentId: string } | null
}

/** Things of a team that never had anything live. */
export const findFirstThings = (sequelize: Sequelize, teamId: string) =>
  selectFirst<FirstThings>(sequelize, selectFirstThings, [teamId])

const like = `ILIKE '%' || $2 || '%' ESCAPE '\\'`

const selectPlaces = `
  (SELECT 'environment' AS kind, id, name FROM environments WHERE team_id = $1 AND name ${like} ORDER BY name LIMIT $3)
  UNION ALL
  (SELECT 'application', id, name FROM applications WHERE team_id = $1 AND name ${like} ORDER BY name LIMIT $3)
  UNION ALL
  (SELECT 'aws-account', id, name FROM aws_accounts WHERE team_id = $1 AND name ${like} ORDER BY name LIMIT $3)`

export interface Place extends Named {
  kind: 'environment' | 'application' | 'aws-account'
}

/** The team's things with `text` in their names, at most `limit` of a kind. */
export const listPlaces = (sequelize: Sequelize, teamId: string, text: string, limit: number) =>
  select<Place>(sequelize, selectPlaces, [teamId, text.replace(/[\\%_]/g, '\\$&'), limit])
