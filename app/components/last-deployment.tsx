import { deploymentStates } from '../../core/resources/wire-states'
import type { ApplicationList } from '../services/applications/application-views'
import { Age } from './moment'
import { StatusBadge, type Tone } from './status-badge'
import { PageLink } from './page-link'
import { deploymentDetailPage } from './environment-links'

type Deployment = NonNullable<ApplicationList['applications'][number]['lastDeployment']>

const { QUEUED, DEPLOYING, FAILED, AWAITING_APPROVAL } = deploymentStates

/** How the last deployment of an application went, for it: what was replaced since has been live all the same. */
function lookOf({ state, isRemoval, isStopped }: Deployment): { tone: Tone; word: string } {
  if (state === QUEUED) return { tone: 'neutral', word: 'Queued' }
  if (state === AWAITING_APPROVAL) return { tone: 'warn', word: 'Awaits approval' }
  if (state === FAILED)
    return isStopped ? { tone: 'neutral', word: 'Stopped' } : { tone: 'bad', word: 'Failed' }
  if (state === DEPLOYING && isStopped) return { tone: 'busy', word: 'Stopping' }
  if (state === DEPLOYING) return { tone: 'busy', word: isRemoval ? 'Removing' : 'Deploying' }
  return isRemoval ? { tone: 'neutral', word: 'Removed' } : { tone: 'good', word: 'Live' }
}

/** How and when an application was deployed last, with the way to that deployment. */
export function LastDeployment({ deployment, nowEpoch }: { deployment: Deployment; nowEpoch: number }) {
  const { tone, word } = lookOf(deployment)
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <StatusBadge tone={tone}>{word}</StatusBadge>
      <span className="text-muted">{`#${deployment.sequence}`}</span>
      <PageLink to={deploymentDetailPage(deployment.environmentId, deployment.id)}>
        <Age epoch={deployment.askedEpoch} nowEpoch={nowEpoch} />
      </PageLink>
    </span>
  )
}
