import { z } from 'zod'
import type { Difference } from '../../../core/deployment/difference'
import { spotStrategies } from '../../../core/resources/environment'
import { readNames } from '../../../db/read-names'
import { byText } from '../answers/lists'

/** The difference between two contents that an environment has, had or may have. */
export const differenceSchema = z.object({
  /** By name, also those that stay as they are. */
  applications: z.array(
    z.object({
      applicationId: z.string(),
      applicationName: z.string(),
      type: z.enum(['add', 'change', 'remove', 'same']),
      /** Absent when it is removed. */
      versionName: z.string().optional(),
      /** Of the image. */
      versionTag: z.string().optional(),
      /** Absent when it is added. */
      previousVersionName: z.string().optional(),
      previousVersionTag: z.string().optional(),
      /** Differences besides the version. */
      facts: z.array(
        z.object({ fact: z.string(), before: z.string().optional(), after: z.string().optional() }),
      ),
      /** Ports whose addresses stop answering, because their load balancers go. */
      lostPorts: z.array(z.int()),
    }),
  ),
  spotStrategy: z.object({ before: z.enum(spotStrategies), after: z.enum(spotStrategies) }).optional(),
})
export type DifferenceView = z.infer<typeof differenceSchema>

/** A difference under the names that applications and versions have now. */
export async function toDifferenceJson({ applications, spotStrategy }: Difference): Promise<DifferenceView> {
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
    spotStrategy,
  }
}
