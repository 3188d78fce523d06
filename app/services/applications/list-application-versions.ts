import { z } from 'zod'
import { DomainError } from '../../../core/errors'
import { isUuid } from '../../../core/text/uuid'
import type { ApplicationVersion } from '../../../db/models/application-version'
import { select } from '../../../db/select'
import { messages } from '../../messages/messages'
import type { HumanActor } from '../actor/actor'
import { pageOf, type Page, type PageRequest } from '../answers/pages'
import { newestFirst } from '../answers/sorting'
import type { Dependencies } from '../dependencies'
import type { ApplicationVersions } from './application-views'

type VersionRow = Pick<ApplicationVersion, 'id' | 'name' | 'dockerTag' | 'createdAt' | 'autoDeploy'>

/** A row without an id stands for an application that has no version. */
type Row = VersionRow | { id: null }

const selectVersions = `
  SELECT v.id, v.name, v.docker_tag AS "dockerTag", v.created_at AS "createdAt", v.auto_deploy AS "autoDeploy"
  FROM applications a LEFT JOIN application_versions v ON v.application_id = a.id
  WHERE a.id = $1 AND a.team_id = $2`

const isVersion = (row: Row): row is VersionRow => row.id !== null

const keySchema = z.object({ createdEpoch: z.number(), id: z.string() })

/** The versions of an application, newest first, a part at a time. @throws DomainError `not-found`, for another team's application as well */
export async function listApplicationVersions(
  { sequelize }: Dependencies,
  { teamId }: HumanActor,
  applicationId: string,
  page: PageRequest = {},
): Promise<ApplicationVersions & Omit<Page<unknown>, 'rows'>> {
  const rows = isUuid(applicationId)
    ? await select<Row>(sequelize, selectVersions, [applicationId, teamId])
    : []
  if (rows.length === 0) throw new DomainError('not-found', messages.processNotFound)
  const all = rows
    .filter(isVersion)
    .map(({ id, name, dockerTag, createdAt, autoDeploy }) => ({
      id,
      name,
      dockerTag,
      createdEpoch: createdAt.getTime(),
      autoDeploy,
    }))
    .sort(newestFirst)
  const { rows: versions, ...rest } = pageOf(all, page, newestFirst, keySchema)
  return { versions, ...rest }
}
