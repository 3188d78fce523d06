import { settingKinds } from '../../core/deployment/deployment-state'
import type { EnvironmentDeployments } from '../services/deployments/deployment-views'

type Deployment = EnvironmentDeployments['deployments'][number]
type Change = Deployment['changes'][number]

/** How many changes a sentence names. */
const mostNamed = 5

/**
 * Sentence on a request: `Change shop from 1 to 2, Remove api`. A promotion tells what it made of the target, and not what it
 * found there already: `Promote Staging: Add api 3`.
 */
export function deploymentSentence({
  kind,
  changes,
  promotedFrom,
  reason,
  aboutSequence,
}: Pick<Deployment, 'changes' | 'promotedFrom'> &
  Partial<Pick<Deployment, 'kind' | 'reason' | 'aboutSequence'>>): string {
  if (kind !== undefined && settingKinds.includes(kind)) return reason ?? ''
  const about = aboutSequence === undefined ? 'an earlier deployment' : `deployment ${aboutSequence}`
  if (kind === 'revert') return `Revert to ${about}: ${newsOf(changes)}`
  if (kind === 'restart') return `Restart ${changes.map(({ applicationName }) => applicationName).join(', ')}`
  if (kind === 'undo') return `Undo of ${about}: ${newsOf(changes)}`
  const what = promotedFrom === undefined ? listOf(changes) : `Promote ${promotedFrom}: ${newsOf(changes)}`
  return kind === 'retry' ? `Retry of ${about}: ${what}` : what
}

function newsOf(changes: Change[]): string {
  const news = changes.filter((change) => !isSame(change))
  return news.length === 0 ? 'the same versions again' : listOf(news)
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
