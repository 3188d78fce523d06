import type { ApplicationSpec } from '../../../core/resources/application'

/** Sentence for the log on the changes that a deployment makes: `web changes from version 1 to 2, worker is removed`. */
export function describeChanges(before: ApplicationSpec[], after: ApplicationSpec[]): string {
  const previous = new Map(before.map((application) => [application.applicationId, application]))
  const next = new Set(after.map(({ applicationId }) => applicationId))
  const changes = [
    ...after.flatMap((application) => {
      const earlier = previous.get(application.applicationId)
      if (!earlier) return [`${application.name} is added with version ${application.versionName}`]
      if (earlier.restartEpoch !== application.restartEpoch && application.restartEpoch !== undefined)
        return [`${application.name} is restarted`]
      return earlier.versionId === application.versionId
        ? []
        : [`${application.name} changes from version ${earlier.versionName} to ${application.versionName}`]
    }),
    ...before.filter(({ applicationId }) => !next.has(applicationId)).map(({ name }) => `${name} is removed`),
  ]
  return changes.length > 0 ? changes.join(', ') : 'the versions stay as they are'
}
