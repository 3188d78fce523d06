import { processRunnerRoleName } from '../../../core/roles/names'
import { parseEcrRegistry } from '../../registries/registry-host'

/** What docker and registries say, and what it means for whoever has to mend it. The first that matches counts. */
const meanings: [RegExp, (context: FaultContext, match: RegExpExecArray) => string][] = [
  [
    /invalid reference format|invalid tag|repository name must be lowercase|invalid repository name/i,
    ({ name }) => `${name} is no name that an image can have`,
  ],
  [
    /not authorized to perform: (ecr:\w+)|(ecr:\w+) action/i,
    ({ registry }, match) =>
      `${registry} denied access: the role ${processRunnerRoleName} needs ${match[1] ?? match[2]} on this repository, and the repository's own policy must allow it where it is of another account`,
  ],
  [
    /no matching manifest for (\S+)|no match for platform|does not match the specified platform/i,
    ({ architecture, tag }) =>
      `the image has no variant for ${architecture}, which these instances need: build it for linux/${architecture} and push it as ${tag} again`,
  ],
  [
    /manifest for .* not found|manifest unknown|not found: manifest/i,
    ({ image, tag, digest }) =>
      digest
        ? `${image} has no image ${digest} any more: it was deleted from the registry`
        : `${image} has no tag ${tag}`,
  ],
  [
    /toomanyrequests|rate limit/i,
    ({ registry }) => `${registry} allows no more pulls at the moment (its rate limit)`,
  ],
  [
    /manifest verification failed|filesystem layer verification failed|digest .*mismatch/i,
    ({ registry, digest }) =>
      `${registry} sent other bytes than ${digest ? `those of ${digest}` : 'it announced'}: the image was damaged or replaced`,
  ],
  [
    /no space left on device/i,
    () => `the disk of the instance is full: the images of one environment may take 6.5 GB together`,
  ],
  [/name unknown|repository .*not found/i, ({ image, registry }) => `${registry} has no image ${image}`],
  [
    /pull access denied|denied:|unauthorized|no basic auth credentials|authentication required|403 forbidden|forbidden/i,
    ({ image, registry }) =>
      parseEcrRegistry(registry)
        ? `${registry} denied access to ${image}, or has no such image: the role ${processRunnerRoleName} needs ecr:GetAuthorizationToken, ecr:BatchGetImage and ecr:GetDownloadUrlForLayer`
        : `${registry} has no image ${image}, or does not give it to those who are not logged in`,
  ],
  [
    /no such host|connection refused|i\/o timeout|timeout exceeded|TLS handshake|network is unreachable|no route to host|EOF|connection reset|server misbehaving|x509|50[0-4]|stopped answering/i,
    ({ registry }) => `the registry ${registry} cannot be reached or is out of order`,
  ],
]

export interface FaultContext {
  image: string
  tag: string
  digest?: string
  /** What was asked for, in one. */
  name: string
  /** Host of the registry. */
  registry: string
  /** Of the instance, in Docker's words. */
  architecture: string
}

/** Longest part of what Docker said that is repeated to people. */
const longestQuote = 200

/** Why an image could not be pulled, for people, without a full stop. What Docker said stands behind it where it says more. */
export function explainPullFault(said: string, context: FaultContext): string {
  for (const [pattern, explain] of meanings) {
    const match = pattern.exec(said)
    if (match) return `${explain(context, match)} (${quote(said)})`
  }
  return quote(said)
}

const quote = (said: string) =>
  said
    .replaceAll(/\s+/g, ' ')
    .replace(/[.\s]+$/, '')
    .slice(0, longestQuote)
