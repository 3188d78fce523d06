import type { Sequelize } from 'sequelize'
import type { HostedZoneStatus } from '../../core/resources/hosted-zone'
import type { HostedZoneState } from '../../core/resources/wire-states'
import { select } from '../sql'
import { recordExternalStatus } from './external-status'

/** While an environment's names in it are being made or taken away, the records of a healthy zone are being updated. */
export const selectHostedZones = `
  -- Once for all zones: a status may be long.
  WITH updating AS MATERIALIZED (
    SELECT record->>'hostedZone' AS zone
    FROM environments, jsonb_array_elements(environments.status->'dns'->'records') AS record
    WHERE environments.team_id = $1 AND record->>'phase' IN ('Creating', 'Removing')
  )
  SELECT hosted_zones.id, hosted_zones.status->'zone'->>'name' AS name, aws_id AS "awsId", account_number AS "accountNumber",
    CASE WHEN hosted_zones.state = 'HEALTHY' AND hosted_zones.id::text IN (SELECT zone FROM updating)
      THEN 'UPDATING_RECORDS' ELSE hosted_zones.state END AS "statusType",
    coalesce(hosted_zones.status->>'message', '') AS "statusMessage"
  FROM hosted_zones JOIN aws_accounts ON aws_accounts.id = aws_account_id AND aws_accounts.team_id = $1
  WHERE hosted_zones.team_id = $1`

interface HostedZoneRow {
  id: string
  name: string | null
  awsId: string
  accountNumber: string
  statusType: HostedZoneState
  statusMessage: string
}

/** The hosted zones of a team. */
export const listHostedZones = (sequelize: Sequelize, teamId: string) =>
  select<HostedZoneRow>(sequelize, selectHostedZones, [teamId])

/** Names of the environments that are to have names in a zone, or still have some. */
export const listEnvironmentsOfZone = async (sequelize: Sequelize, zoneId: string): Promise<string[]> =>
  (
    await select<{ name: string }>(
      sequelize,
      `SELECT name FROM environments
        WHERE team_id = (SELECT team_id FROM hosted_zones WHERE id = $1) AND (
          EXISTS (SELECT FROM hosted_zone_links WHERE environment_id = environments.id AND hosted_zone_id = $1)
          OR status->'dns'->'records' @> jsonb_build_array(jsonb_build_object('hostedZone', $1::uuid))
          OR status->'certificates' @> jsonb_build_array(jsonb_build_object('hostedZone', $1::uuid)))`,
      [zoneId],
    )
  ).map(({ name }) => name)

/** Keeps a status. The state changes only with an answer to what people asked last. */
export const recordHostedZone = (
  sequelize: Sequelize,
  id: string,
  answer: { status: HostedZoneStatus; isAnswer: boolean },
) => recordExternalStatus(sequelize, 'hosted_zones', id, answer)
