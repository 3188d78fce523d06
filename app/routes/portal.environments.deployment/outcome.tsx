import { deploymentStates } from '../../../core/resources/wire-states'
import { Notice } from '../../components/notice'
import type { DeploymentView } from '../../services/deployments/deployment-views'

/** What the reader has to know first: what failed, what serves, what to do. */
export function Outcome({
  deployment: { state, sequence, message, stoppedBy },
  liveSequence,
  undoneBy,
}: Pick<DeploymentView, 'deployment' | 'liveSequence' | 'undoneBy'>) {
  const serves =
    liveSequence === undefined
      ? 'Nothing is live here.'
      : `Deployment ${liveSequence} serves; nothing of it was touched.`
  if (undoneBy)
    return (
      <Notice tone="bad">{`It was undone by deployment ${undoneBy.sequence}. ${undoneBy.reason}`}</Notice>
    )
  if (state === deploymentStates.FAILED && stoppedBy !== undefined)
    return <Notice tone="info">{`${message} ${serves} Retry asks for the same again.`}</Notice>
  if (state === deploymentStates.FAILED)
    return (
      <Notice tone="bad">
        <p className="font-medium">{`Deployment ${sequence} failed.`}</p>
        <p className="whitespace-pre-line">{message}</p>
        <p>{`${serves} Mend what it says, then press Retry, or deploy another version.`}</p>
      </Notice>
    )
  return null
}
