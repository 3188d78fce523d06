import type { Difference } from '../../../core/deployment/difference'
import { readNames } from '../../../db/read-names'
import { byText } from '../answers/lists'
import type { DifferenceView } from './difference-views'

/** A difference under the names that applications and versions have now. */
export async function toDifferenceJson({ applications, ...choices }: Difference): Promise<DifferenceView> {
  const names = await readNames(
    applications.flatMap(({ before, after }) => [before ?? [], after ?? []].flat()),
  )
  return {
    applications: applications
      .map(({ applicationId, type, before, after, facts, lostPorts }) => ({
        applicationId,
        applicationName: names.get(applicationId) ?? (after ?? before)?.name ?? '',
        type,
        versionName: after && (names.get(after.versionId) ?? after.versionName),
        versionTag: after?.tag,
        previousVersionTag: before?.tag,
        previousVersionName: before && (names.get(before.versionId) ?? before.versionName),
        facts,
        lostPorts,
      }))
      .sort(byText(({ applicationName }) => applicationName)),
    ...choices,
  }
}
