import type { Sequelize } from 'sequelize'
import { settingKinds } from '../../core/deployment/deployment-state'
import { deploymentStates } from '../../core/resources/wire-states'
import { select } from '../sql'

/** How the last deployment of a version to an environment ended badly. */
export interface VersionTrouble {
  versionId: string
  /** Number of that deployment. */
  sequence: number
  trouble: 'failed' | 'undone'
}

const { LIVE, FAILED, RETIRED } = deploymentStates

/** How far back is looked: what failed before that has been forgotten. */
const mostDeployments = 200

/**
 * What somebody stopped, declined or replaced says nothing about a version; an undo and a setting bring none. A deployment under way, or
 * one that served since, clears it.
 */
const selectTroubles = `
  SELECT "versionId", sequence, trouble FROM (
    SELECT DISTINCT ON (change->>'versionId') change->>'versionId' AS "versionId", recent.sequence,
      CASE
        WHEN recent.state = ${FAILED} THEN 'failed'
        WHEN recent.state IN (${LIVE}, ${RETIRED}) AND EXISTS (
          SELECT FROM deployments AS undo WHERE undo.about_id = recent.id AND undo.kind = 'undo' AND undo.state <> ${FAILED}
        ) THEN 'undone'
      END AS trouble
    FROM (
      SELECT id, sequence, state, changes FROM deployments
      WHERE environment_id = $1 AND state IN (${LIVE}, ${FAILED}, ${RETIRED})
        AND kind NOT IN ('undo', ${settingKinds.map((kind) => `'${kind}'`).join(', ')})
        AND stopped_by IS NULL AND declined_by IS NULL AND superseded_by IS NULL
      ORDER BY sequence DESC LIMIT ${mostDeployments}
    ) AS recent
    CROSS JOIN LATERAL jsonb_array_elements(recent.changes) AS items(change)
    WHERE change ? 'versionId'
    ORDER BY change->>'versionId', recent.sequence DESC
  ) AS latest
  WHERE trouble IS NOT NULL`

/** The versions whose last deployment to this environment failed or was undone. */
export const listVersionTroubles = (sequelize: Sequelize, environmentId: string): Promise<VersionTrouble[]> =>
  select<VersionTrouble>(sequelize, selectTroubles, [environmentId])
