import { deploymentStates } from '../../../core/resources/wire-states'
import { deploymentLogPage } from '../../components/environment-links'
import { Notice } from '../../components/notice'
import { PageLink } from '../../components/page-link'
import { RemedyLink } from '../../components/remedy-link'
import type { DeploymentView } from '../../services/deployments/deployment-views'
import { Address } from '../../components/address'

interface OutcomeProps extends DeploymentView {
  /** Where what it brought is reached; none while it is not live. */
  addresses: { name: string; url?: string | undefined; wildcards: string[] }[]
}

/** What the reader has to know first: where to look at it, or what failed, what serves, what to do. */
export function Outcome({
  environmentId,
  environmentName,
  deployment: { state, sequence, message, stoppedBy, declinedBy, supersededBy },
  liveSequence,
  undoneBy,
  output,
  addresses,
}: OutcomeProps) {
  const serves =
    liveSequence === undefined
      ? 'Nothing is live here.'
      : `Deployment ${liveSequence} is still live and unaffected.`
  if (undoneBy)
    return (
      <Notice tone="bad">{`It was undone by deployment ${undoneBy.sequence}. ${undoneBy.reason}`}</Notice>
    )
  if (state === deploymentStates.FAILED && (stoppedBy ?? declinedBy ?? supersededBy) !== undefined)
    return <Notice tone="info">{`${message} ${serves} Retry asks for the same again.`}</Notice>
  if (state === deploymentStates.FAILED)
    return (
      <Notice tone="bad">
        <p className="font-medium">{`Deployment ${sequence} failed. ${serves}`}</p>
        <p className="whitespace-pre-line">
          {message} <RemedyLink docs="/docs/deployments#when-a-deployment-fails" />
        </p>
        {output.length > 0 && <LastLines lines={output} />}
        <p>
          {'Fix the problem, then retry, or deploy another version. '}
          <PageLink to={deploymentLogPage(environmentId, environmentName)}>Show the whole log</PageLink>
        </p>
      </Notice>
    )
  if (addresses.length > 0) return <Addresses addresses={addresses} />
  return null
}

function Addresses({ addresses }: Pick<OutcomeProps, 'addresses'>) {
  return (
    <Notice tone="good" role="status">
      <p className="font-medium">It is live.</p>
      <ul className="mt-2 space-y-2">
        {addresses.map(({ name, url, wildcards }) => (
          <li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {url === undefined ? (
              <span>{name}:</span>
            ) : (
              <>
                <a
                  className="button button-primary max-w-full whitespace-normal [overflow-wrap:anywhere]"
                  href={url}
                  rel="noopener noreferrer"
                  target="_blank"
                  aria-label={`Open ${name}`}
                >
                  {addresses.length === 1 ? 'Open' : `Open ${name}`}
                </a>
                <Address url={url} of={name} />
              </>
            )}
            {wildcards.map((wildcard) => (
              <span key={wildcard}>{wildcard}</span>
            ))}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function LastLines({ lines }: { lines: string[] }) {
  return (
    <>
      <p className="mt-2">Last output of the process:</p>
      <pre
        className="my-2 max-h-64 overflow-auto rounded-md border border-line p-2"
        aria-label="Last output of the process"
        role="region"
        tabIndex={0}
      >
        {lines.join('\n')}
      </pre>
    </>
  )
}
