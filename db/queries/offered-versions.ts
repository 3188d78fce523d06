import type { Sequelize } from 'sequelize'
import { select } from '../sql'

interface OfferedVersion {
  id: string
  applicationId: string
  name: string
  createdAt: Date
  sourceUrl: string | null
}

/** Each application by itself, so that of its versions no more is read than is offered, however many there are. */
const selectOffered = `
  SELECT v.id, v.application_id AS "applicationId", v.name, v.created_at AS "createdAt",
    v.source_url AS "sourceUrl"
  FROM unnest($1::uuid[]) AS asked(id)
  CROSS JOIN LATERAL (
    SELECT id, application_id, name, created_at, source_url FROM application_versions
    WHERE application_id = asked.id ORDER BY created_at DESC LIMIT $2
  ) AS v`

/** The newest versions of each of these applications, `most` of each. */
export const listOfferedVersions = (
  sequelize: Sequelize,
  applicationIds: string[],
  most: number,
): Promise<OfferedVersion[]> => select<OfferedVersion>(sequelize, selectOffered, [applicationIds, most])
