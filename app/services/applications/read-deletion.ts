import { ApplicationVersion } from '../../../db/models/application-version'
import type { Application } from '../../../db/models/application'
import type { Dependencies } from '../dependencies'
import type { ApplicationDetail } from './application-views'
import { findApplicationEnvironments } from './find-application-environments'
import { versionGraceMilliseconds } from './remove-old-versions'

/** What keeps an application from being deleted: where it runs or will, and until when its newest version is too new. */
export async function readDeletion(
  { clock }: Pick<Dependencies, 'clock'>,
  application: Application,
): Promise<ApplicationDetail['deletion']> {
  const newest = await ApplicationVersion.max<Date | null, ApplicationVersion>('createdAt', {
    where: { applicationId: application.id },
  })
  const possibleFromEpoch = newest === null ? 0 : newest.getTime() + versionGraceMilliseconds
  const isTooNew = possibleFromEpoch > clock.now()
  const environments = await findApplicationEnvironments(application)
  return {
    isPossible: !isTooNew && environments.length === 0,
    runsIn: environments.map(({ id, name }) => ({ id, name })),
    ...(isTooNew && { possibleFromEpoch }),
  }
}
