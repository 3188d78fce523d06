import type { DeploymentChange } from '../../../core/deployment/deployment-state'
import type { ApplicationSpec } from '../../../core/resources/application'
import {
  versionsAhead,
  versionsOf,
  type EnvironmentContents,
} from '../environment-contents/environment-contents'

/**
 * The changes after which a target runs exactly `applications`. They name also what the target runs or is about to run already:
 * a deployment that is under way or waits may yet fail, and what it would have changed is changed all the same.
 */
export function promotedChanges(
  applications: Pick<ApplicationSpec, 'applicationId' | 'versionId'>[],
  target: EnvironmentContents,
): DeploymentChange[] {
  const ahead = versionsAhead(target)
  const wanted = new Set(applications.map(({ applicationId }) => applicationId))
  const present = new Set([
    ...versionsOf(target.live).keys(),
    ...versionsOf(target.deploying ?? []).keys(),
    ...target.queuedChanges.map(({ applicationId }) => applicationId),
  ])
  return [
    ...applications.map(({ applicationId, versionId }) => ({
      type: ahead.has(applicationId) ? ('change' as const) : ('add' as const),
      applicationId,
      versionId,
    })),
    ...[...present]
      .filter((applicationId) => !wanted.has(applicationId))
      .map((applicationId) => ({ type: 'remove' as const, applicationId })),
  ]
}
