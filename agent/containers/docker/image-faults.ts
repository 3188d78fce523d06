import { processRunnerArn } from '../../../core/roles/application-role'
import { processRunnerRoleName } from '../../../core/roles/names'
import { parseEcrRegistry } from '../../registries/registry-host'

const pullActions = 'ecr:BatchGetImage and ecr:GetDownloadUrlForLayer'

/** A repository of another account is for whom its own policy names. */
function explainEcrDenial(registry: string, missing: string, ownAccount: string | undefined): string {
  const owner = parseEcrRegistry(registry)?.accountNumber
  const role = ownAccount ? processRunnerArn(ownAccount) : `the role ${processRunnerRoleName}`
  return owner === undefined || owner === ownAccount
    ? `${registry} denied access: the role ${processRunnerRoleName} needs ${missing} on this repository, as in the current CloudFormation template, and the repository's own policy must not deny it`
    : `${registry} denied access: where the repository is of another account, its own policy must allow ${pullActions} to ${role}`
}

/** Registries do not tell an image that is missing from one that is not for whoever asks. */
function explainDenial({ image, registry, registryCredentials }: FaultContext): string {
  if (registryCredentials)
    return `${registry} has no image ${image}, or does not give it to the login ${registryCredentials}`
  if (parseEcrRegistry(registry)) return explainEcrDenial(registry, pullActions, undefined)
  return `${registry} has no image ${image}, or does not give it to those who are not logged in: name a registry login in the application's configuration`
}

/** Messages for whoever has to mend it, by what Docker and registries say. The first that matches counts. */
const meanings: [RegExp, (context: FaultContext, match: (string | undefined)[]) => string][] = [
  [
    /invalid reference format|invalid tag|repository name must be lowercase|invalid repository name/i,
    ({ name }) => `${name} is no name that an image can have`,
  ],
  [
    /(?:::(\d{12}):assumed-role\/\S+ is )?not authorized to perform: (ecr:\w+)|(ecr:\w+) action/i,
    ({ registry }, [, own, one, other]) => explainEcrDenial(registry, one ?? other ?? pullActions, own),
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
    /incorrect username or password|unauthorized|no basic auth credentials|authentication required/i,
    (context) =>
      context.registryCredentials
        ? `${context.registry} refused the login ${context.registryCredentials}: its username or password is wrong, or outdated`
        : explainDenial(context),
  ],
  [/pull access denied|denied:|forbidden/i, (context) => explainDenial(context)],
  [
    /no such host|connection refused|i\/o timeout|timeout exceeded|TLS handshake|network is unreachable|no route to host|EOF|connection reset|server misbehaving|x509|50[0-4]|stopped answering/i,
    ({ registry }) => `the registry ${registry} cannot be reached or is out of order`,
  ],
]

export interface FaultContext {
  image: string
  tag: string
  digest?: string
  /** Address of the image with its tag or digest. */
  name: string
  /** Host of the registry. */
  registry: string
  /** ARN of the login that was used, if one was. */
  registryCredentials?: string
  /** Architecture of the instance, in Docker's words. */
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
