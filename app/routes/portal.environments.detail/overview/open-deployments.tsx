import { deploymentStates } from '../../../../core/resources/wire-states'
import { deploymentDetailPage } from '../../../components/environment-links'
import { Notice } from '../../../components/notice'
import { PageLink } from '../../../components/page-link'
import type { OpenDeployment } from '../../../services/environments/overview-views'

interface OpenDeploymentsProps {
  environmentId: string
  deployments: OpenDeployment[]
}

/** Deployments that somebody has to look at, each with what it changes and the way to it. */
export const OpenDeployments = ({ environmentId, deployments }: OpenDeploymentsProps) =>
  deployments.map(({ id, sequence, state, summary, message }) => {
    const isAwaiting = state === deploymentStates.AWAITING_APPROVAL
    return (
      <Notice key={id} tone={isAwaiting ? 'warn' : 'bad'}>
        <p className="font-medium [overflow-wrap:anywhere]">
          {isAwaiting
            ? `Deployment ${sequence} waits for approval: ${summary}`
            : `Deployment ${sequence} failed: ${summary}`}
        </p>
        {message !== undefined && <p className="[overflow-wrap:anywhere]">{message}</p>}
        <p>
          <PageLink to={deploymentDetailPage(environmentId, id)}>
            {isAwaiting ? `Review deployment ${sequence}` : `Open deployment ${sequence}`}
          </PageLink>
        </p>
      </Notice>
    )
  })
