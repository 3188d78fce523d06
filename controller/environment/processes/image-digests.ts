import type { AgentProcess } from '../../../core/agent/protocol'
import type { ApplicationSpec } from '../../../core/resources/application'
import type { EnvironmentStatus } from '../../../core/resources/environment'

type Version = Pick<ApplicationSpec, 'applicationId' | 'image' | 'tag' | 'digest'>
type Digests = Pick<EnvironmentStatus, 'imageDigests'>

const isOf =
  ({ applicationId, image, tag }: Version) =>
  (one: Version): boolean =>
    one.applicationId === applicationId && one.image === image && one.tag === tag

/** The bytes that a version means in this environment: those that were approved, or, once an agent has pulled it, those that it got. */
export const digestOf = ({ imageDigests }: Digests, version: Version): string | undefined =>
  version.digest ?? imageDigests?.find(isOf(version))?.digest

/**
 * Takes over which bytes the first agent pulled for a version. From then on every process of it is asked for by this digest, wherever its
 * tag may have moved. Tells whether it was news.
 */
export function learnDigest(
  status: Digests,
  version: Version,
  report: Pick<AgentProcess, 'digest'>,
): boolean {
  if (report.digest === undefined || digestOf(status, version) !== undefined) return false
  const { applicationId, image, tag } = version
  status.imageDigests = [...(status.imageDigests ?? []), { applicationId, image, tag, digest: report.digest }]
  return true
}

/** Forgets versions that are not among `kept`: whoever deploys one again gets what its tag means by then. */
export function forgetDigests(status: Digests, kept: Version[]): void {
  if (!status.imageDigests) return
  status.imageDigests = status.imageDigests.filter((one) => kept.some(isOf(one)))
}
