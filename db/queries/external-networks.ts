import type { Sequelize } from 'sequelize'
import type { ExternalNetworkStatus } from '../../core/resources/external-network'
import type { ExternalNetworkState } from '../../core/resources/wire-states'
import { execute, select } from '../sql'
import { recordExternalStatus } from './external-status'

interface ExternalNetworkRow {
  id: string
  vpcId: string
  region: string
  accountNumber: string
  statusType: ExternalNetworkState
  statusMessage: string
}

export const selectExternalNetworks = `
  SELECT external_networks.id, vpc_id AS "vpcId", region, account_number AS "accountNumber",
    external_networks.state AS "statusType", coalesce(external_networks.status->>'message', '') AS "statusMessage"
  FROM external_networks JOIN aws_accounts ON aws_accounts.id = aws_account_id AND aws_accounts.team_id = $1
  WHERE external_networks.team_id = $1
  ORDER BY account_number, region COLLATE "C", vpc_id COLLATE "C"`

/** The external networks of a team, by account number, region and id of the VPC. */
export const listExternalNetworks = (sequelize: Sequelize, teamId: string) =>
  select<ExternalNetworkRow>(sequelize, selectExternalNetworks, [teamId])

interface RangeRow {
  networkId: string
  range: string
  /** Null for a range of the network's own. */
  environmentName: string | null
}

/** Ranges of a team's external networks, and those with which its other environments are connected with them. */
export const listRangesInNetworks = (sequelize: Sequelize, teamId: string, exceptEnvironmentId: string) =>
  select<RangeRow>(
    sequelize,
    `SELECT id AS "networkId", range, NULL AS "environmentName"
       FROM external_networks, jsonb_array_elements_text(status->'vpc'->'cidrs') AS range
      WHERE team_id = $1
      UNION ALL
     SELECT (peering->>'network')::uuid, peering->>'ownRange', name
       FROM environments, jsonb_array_elements(status->'peerings') AS peering
      WHERE team_id = $1 AND id <> $2`,
    [teamId, exceptEnvironmentId],
  )

/** Names of the environments that are to be connected with a network, or still are. */
export const listEnvironmentsOfNetwork = async (sequelize: Sequelize, networkId: string): Promise<string[]> =>
  (
    await select<{ name: string }>(
      sequelize,
      `SELECT name FROM environments
        WHERE team_id = (SELECT team_id FROM external_networks WHERE id = $1) AND (
          EXISTS (SELECT FROM external_network_links WHERE environment_id = environments.id AND external_network_id = $1)
          OR status->'peerings' @> jsonb_build_array(jsonb_build_object('network', $1::uuid)))`,
      [networkId],
    )
  ).map(({ name }) => name)

/** Keeps a status. The state changes only with an answer to what people asked last. */
export const recordExternalNetwork = (
  sequelize: Sequelize,
  id: string,
  answer: { status: ExternalNetworkStatus; isAnswer: boolean },
) => recordExternalStatus(sequelize, 'external_networks', id, answer)

/** Notes of an account in which no external network is left that it needs no role for them any more. In a transaction. */
export async function releaseNetworkHolder(sequelize: Sequelize, awsAccountId: string): Promise<void> {
  // Whoever adds a network holds this lock: only a statement that begins later sees it.
  await execute(sequelize, 'SELECT FROM aws_accounts WHERE id = $1 FOR UPDATE', [awsAccountId])
  await execute(
    sequelize,
    `UPDATE aws_accounts SET is_network_holder = false, desired_revision = desired_revision + 1
      WHERE id = $1 AND is_network_holder AND NOT EXISTS (SELECT FROM external_networks WHERE aws_account_id = $1)`,
    [awsAccountId],
  )
}
