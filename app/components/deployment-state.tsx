import { settingKinds } from '../../core/deployment/deployment-state'
import { deploymentStates, type DeploymentState as State } from '../../core/resources/wire-states'
import type { EnvironmentDeployments } from '../services/deployments/deployment-views'
import { StatusBadge, type Tone } from './status-badge'

type Whole = EnvironmentDeployments['deployments'][number]
type Deployment = Pick<
  Whole,
  'state' | 'kind' | 'stoppedBy' | 'declinedBy' | 'supersededBy' | 'undoneBySequence'
> & { changes: Pick<Whole['changes'][number], 'type'>[] }

const looks: Record<State, { tone: Tone; word: string }> = {
  [deploymentStates.QUEUED]: { tone: 'neutral', word: 'Queued' },
  [deploymentStates.DEPLOYING]: { tone: 'busy', word: 'Deploying' },
  [deploymentStates.LIVE]: { tone: 'good', word: 'Live' },
  [deploymentStates.FAILED]: { tone: 'bad', word: 'Failed' },
  [deploymentStates.RETIRED]: { tone: 'neutral', word: 'Retired' },
  [deploymentStates.AWAITING_APPROVAL]: { tone: 'warn', word: 'Awaits approval' },
}

/** Where nothing but a removal was asked for, nothing of it is live. */
const removalWords: Partial<Record<State, string>> = {
  [deploymentStates.DEPLOYING]: 'Removing',
  [deploymentStates.LIVE]: 'Removed',
}

const isRemoval = ({ kind, changes }: Deployment) =>
  !settingKinds.includes(kind) && changes.every(({ type }) => type === 'remove')

function lookOf(deployment: Deployment): { tone: Tone; word: string } {
  const { state, kind, stoppedBy, declinedBy, supersededBy, undoneBySequence } = deployment
  if (settingKinds.includes(kind) && state === deploymentStates.RETIRED)
    return { tone: 'neutral', word: 'Set' }
  if (stoppedBy !== undefined && state === deploymentStates.DEPLOYING)
    return { tone: 'busy', word: 'Stopping' }
  if (undoneBySequence !== undefined) return { tone: 'warn', word: 'Undone' }
  if (supersededBy !== undefined) return { tone: 'neutral', word: 'Superseded' }
  if (declinedBy !== undefined) return { tone: 'neutral', word: 'Declined' }
  if (stoppedBy !== undefined && state === deploymentStates.FAILED)
    return { tone: 'neutral', word: 'Stopped' }
  return {
    tone: looks[state].tone,
    word: (isRemoval(deployment) && removalWords[state]) || looks[state].word,
  }
}

/** How a deployment is. What runs in an environment that is ill is live, and not shown as well. */
export function DeploymentState({ deployment, isIll = false }: { deployment: Deployment; isIll?: boolean }) {
  const { tone, word } = lookOf(deployment)
  return <StatusBadge tone={isIll && tone === 'good' ? 'neutral' : tone}>{word}</StatusBadge>
}

/** A deployment's message where it says more than its state; else undefined. */
export const deploymentMessage = ({
  state,
  message,
}: Pick<Whole, 'state' | 'message'>): string | undefined =>
  message && message !== looks[state].word ? message : undefined
