import { deploymentStates } from '../../../core/resources/wire-states'
import { deploymentLogPage } from '../../components/environment-links'
import { Notice } from '../../components/notice'
import { PageLink } from '../../components/page-link'
import { RemedyLink } from '../../components/remedy-link'
import type { DeploymentView } from '../../services/deployments/deployment-views'

/** What the reader has to know first: what failed, what serves, what to do. */
export function Outcome({
  environmentId,
  environmentName,
  deployment: { state, sequence, message, stoppedBy, declinedBy },
  liveSequence,
  undoneBy,
  output,
}: DeploymentView) {
  const serves =
    liveSequence === undefined
      ? 'Nothing is live here.'
      : `Deployment ${liveSequence} serves; nothing of it was touched.`
  if (undoneBy)
    return (
      <Notice tone="bad">{`It was undone by deployment ${undoneBy.sequence}. ${undoneBy.reason}`}</Notice>
    )
  if (state === deploymentStates.FAILED && (stoppedBy ?? declinedBy) !== undefined)
    return <Notice tone="info">{`${message} ${serves} Retry asks for the same again.`}</Notice>
  if (state === deploymentStates.FAILED)
    return (
      <Notice tone="bad">
        <p className="font-medium">{`Deployment ${sequence} failed. ${serves}`}</p>
        <p className="whitespace-pre-line">
          {message} <RemedyLink message={message ?? ''} />
        </p>
        {output.length > 0 && <LastLines lines={output} />}
        <p>
          {'Mend what it says, then press Retry, or deploy another version. '}
          <PageLink to={deploymentLogPage(environmentId, environmentName)}>Show the whole log</PageLink>
        </p>
      </Notice>
    )
  return null
}

function LastLines({ lines }: { lines: string[] }) {
  return (
    <>
      <p className="mt-2">What the process printed last:</p>
      <pre
        className="my-2 max-h-64 overflow-auto rounded-md border border-line p-2"
        aria-label="What the process printed last"
        role="region"
        tabIndex={0}
      >
        {lines.join('\n')}
      </pre>
    </>
  )
}
