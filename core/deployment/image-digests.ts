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

/** A version as it is configured now, as the bytes that were approved for it where it runs already. */
export const withKeptDigest = (
  application: ApplicationSpec,
  running: ApplicationSpec | undefined,
): ApplicationSpec => {
  const isSame =
    running?.versionId === application.versionId &&
    running.image === application.image &&
    running.tag === application.tag
  return isSame && running.digest !== undefined ? { ...application, digest: running.digest } : application
}
