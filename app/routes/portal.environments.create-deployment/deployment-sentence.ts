import type { EnvironmentDeployments } from '../../services/deployments/deployment-views'

type Change = EnvironmentDeployments['deployments'][number]['changes'][number]

/** What was asked for: `Change shop from 1 to 2, Remove api`. */
export const deploymentSentence = (changes: Change[]): string => changes.map(sentenceOf).join(', ')

function sentenceOf({ type, applicationName, versionName = '', previousVersionName }: Change): string {
  if (type === 'remove') return `Remove ${applicationName}`
  if (previousVersionName === undefined) return `Add ${applicationName} ${versionName}`
  // With what was configured since.
  if (previousVersionName === versionName) return `Deploy ${applicationName} ${versionName} again`
  return `Change ${applicationName} from ${previousVersionName} to ${versionName}`
}
