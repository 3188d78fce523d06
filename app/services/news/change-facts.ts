import type { EnvironmentDeployments } from '../deployments/deployment-views'

type Change = EnvironmentDeployments['deployments'][number]['changes'][number]

/** Applications that are named at most. */
const mostNamed = 10

/** What a deployment brings, for a message: one application and its version, or several on a line. */
export function changeFacts(changes: Change[]): Record<string, string> {
  const [first, ...others] = changes
  if (!first) return {}
  if (others.length === 0) return { Application: first.applicationName, Version: versionOf(first) }
  const named = changes.slice(0, mostNamed).map((change) => `${change.applicationName} ${versionOf(change)}`)
  const more = changes.length - named.length
  return { Applications: [...named, ...(more > 0 ? [`and ${more} more`] : [])].join(', ') }
}

function versionOf({ type, versionName = '', previousVersionName }: Change): string {
  if (type === 'remove') return previousVersionName ? `removed (was ${previousVersionName})` : 'removed'
  const isOther = previousVersionName !== undefined && previousVersionName !== versionName
  return isOther ? `${versionName} (was ${previousVersionName})` : versionName
}
