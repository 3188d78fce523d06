import { isDeepStrictEqual } from 'node:util'
import type { ApplicationSpec } from '../../core/resources/application'
import type { DeploymentChange } from '../../core/deployment/deployment-state'

/** Changes that bring an environment from what ran before to what runs after. */
export function changesBetween(before: ApplicationSpec[], after: ApplicationSpec[]): DeploymentChange[] {
  const find = (applications: ApplicationSpec[], id: string) =>
    applications.find(({ applicationId }) => applicationId === id)
  return [
    ...after
      .filter((application) => !isDeepStrictEqual(find(before, application.applicationId), application))
      .map(({ applicationId, versionId }) => ({
        type: find(before, applicationId) ? ('change' as const) : ('add' as const),
        applicationId,
        versionId,
      })),
    ...before
      .filter(({ applicationId }) => !find(after, applicationId))
      .map(({ applicationId }) => ({ type: 'remove' as const, applicationId })),
  ]
}
