import type { ApplicationSpec } from '../../../core/resources/application'
import type { EnvironmentWith } from '../../../db/find-environments'

/**
 * Digest that the tag of a deployed version means in an environment: the one that was approved, or that an agent pulled; undefined until then, and
 * for images without one.
 */
export const imageDigestOf = (
  { status }: Pick<EnvironmentWith<'imageDigests'>, 'status'>,
  { applicationId, image, tag, digest }: Pick<ApplicationSpec, 'applicationId' | 'image' | 'tag' | 'digest'>,
): string | undefined =>
  digest ??
  status?.imageDigests?.find(
    (one) => one.applicationId === applicationId && one.image === image && one.tag === tag,
  )?.digest
