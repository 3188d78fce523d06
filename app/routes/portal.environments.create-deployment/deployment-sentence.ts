import type { EnvironmentDeployments } from '../../services/deployments/deployment-views'

type Deployment = EnvironmentDeployments['deployments'][number]
type Change = Deployment['changes'][number]

/** How many changes a sentence names. */
const mostNamed = 5

/**
 * What was asked for: `Change shop from 1 to 2, Remove api`. A promotion tells what it made of the target, and not what it
 * found there already: `Promote Staging: Add api 3`.
 */
export function deploymentSentence({
  changes,
  promotedFrom,
}: Pick<Deployment, 'changes' | 'promotedFrom'>): string {
  if (promotedFrom === undefined) return listOf(changes)
  const news = changes.filter((change) => !isSame(change))
  return `Promote ${promotedFrom}: ${news.length === 0 ? 'the same versions again' : listOf(news)}`
}

function listOf(changes: Change[]): string {
  const named = changes.slice(0, mostNamed).map(sentenceOf).join(', ')
  const more = changes.length - mostNamed
  return more > 0 ? `${named} and ${more} more` : named
}

const isSame = ({ type, versionName, previousVersionName }: Change): boolean =>
  type === 'remove' ? previousVersionName === undefined : previousVersionName === versionName

function sentenceOf({ type, applicationName, versionName = '', previousVersionName }: Change): string {
  if (type === 'remove') return `Remove ${applicationName}`
  if (previousVersionName === undefined) return `Add ${applicationName} ${versionName}`
  // With what was configured since.
  if (previousVersionName === versionName) return `Deploy ${applicationName} ${versionName} again`
  return `Change ${applicationName} from ${previousVersionName} to ${versionName}`
}
