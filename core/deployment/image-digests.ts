import type { ApplicationSpec } from '../resources/application'

/** Digest of the image of each application, by its id. */
export type ImageDigests = Readonly<Record<string, string>>

/** The applications with their images as these bytes, wherever their tags move. One without an entry stays as it is. */
export const withDigests = (
  applications: ApplicationSpec[],
  digests: ImageDigests | null | undefined,
): ApplicationSpec[] =>
  applications.map((application) => {
    const digest = digests?.[application.applicationId]
    return digest === undefined ? application : { ...application, digest }
  })

/**
 * A version as it is configured now, where it runs already: with the bytes that were approved for it, and as it was last restarted, because
 * deploying it once more changes neither.
 */
export const withKept = (
  application: ApplicationSpec,
  running: ApplicationSpec | undefined,
): ApplicationSpec => {
  const isSame =
    running?.versionId === application.versionId &&
    running.image === application.image &&
    running.tag === application.tag
  if (!isSame) return application
  const { digest, restartEpoch } = running
  return {
    ...application,
    ...(digest !== undefined && { digest }),
    ...(restartEpoch !== undefined && { restartEpoch }),
  }
}
