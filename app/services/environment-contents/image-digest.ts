import type { ApplicationSpec } from '../../../core/resources/application'
import type { EnvironmentWith } from '../../../db/find-environments'

/** Digest that the tag of a deployed version means in an environment; undefined until an agent has pulled it, and for images without one. */
export const imageDigestOf = (
  { status }: Pick<EnvironmentWith<'imageDigests'>, 'status'>,
  { applicationId, image, tag }: Pick<ApplicationSpec, 'applicationId' | 'image' | 'tag'>,
): string | undefined =>
  status?.imageDigests?.find(
    (one) => one.applicationId === applicationId && one.image === image && one.tag === tag,
  )?.digest
