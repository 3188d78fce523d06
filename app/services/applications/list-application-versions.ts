import { z } from 'zod'
import { DomainError } from '../../../core/errors'
import { isUuid } from '../../../core/text/uuid'
import { listVersions } from '../../../db/queries/applications'
import { messages } from '../../messages/messages'
import type { HumanActor } from '../actor/actor'
import { pageOf, type Page, type PageRequest } from '../answers/pages'
import { newestFirst, namedLike } from '../answers/lists'
import type { Dependencies } from '../dependencies'
import type { ApplicationVersions } from './application-views'

const keySchema = z.object({ createdEpoch: z.number(), id: z.string() })

/**
 * The versions of an application, newest first, a part at a time.
 *
 * @param page with `filter`, only those with it in their name or tag
 * @returns also how many there are of any name
 * @throws DomainError `not-found`, for another team's application as well
 */
export async function listApplicationVersions(
  { sequelize }: Dependencies,
  { teamId }: HumanActor,
  applicationId: string,
  { filter = '', ...page }: PageRequest & { filter?: string } = {},
): Promise<ApplicationVersions & Omit<Page<unknown>, 'rows'>> {
  const found = isUuid(applicationId) ? await listVersions(sequelize, applicationId, teamId) : undefined
  if (!found) throw new DomainError('not-found', messages.processNotFound)
  const isNamed = namedLike(filter)
  const wanted = found
    .filter(({ name, dockerTag }) => isNamed({ name: `${name} ${dockerTag}` }))
    .map(({ id, name, dockerTag, createdAt, autoDeploy, sourceUrl }) => ({
      id,
      name,
      dockerTag,
      createdEpoch: createdAt.getTime(),
      autoDeploy,
      ...(sourceUrl && { sourceUrl }),
    }))
    .sort(newestFirst)
  const { rows: versions, ...rest } = pageOf(wanted, page, newestFirst, keySchema)
  return { versions, ...rest, total: found.length }
}
