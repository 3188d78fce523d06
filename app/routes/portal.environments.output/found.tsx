import { useSearchParams } from '@remix-run/react'
import { unsearchedText } from '../../../core/output/unsearched'
import { outputFile } from '../../components/environment-links'
import { EmptyState } from '../../components/empty-state'
import { Epoch } from '../../components/moment'
import { Notice } from '../../components/notice'
import { PageLink } from '../../components/page-link'
import { RemedyLink } from '../../components/remedy-link'
import { StatusBadge } from '../../components/status-badge'
import type { Output, PrintedLineView } from '../../services/output/output-views'
import type { AskedOutput } from './asked-output'
import { anchorOf, Lines } from './lines'

interface FoundProps {
  environmentId: string
  asked: AskedOutput
  applications: { id: string; name: string }[]
  output?: Output
  failure?: { text: string; docs?: string | undefined }
}

/** So much of what was printed after a line is shown with what was printed before it. */
const afterMilliseconds = 30_000

/** Lines that were found, or why there are none, with the ways to others. */
export function Found({ environmentId, asked, applications, output, failure }: FoundProps) {
  const [query] = useSearchParams()
  const addressWith = (changes: Record<string, string>) =>
    `?${new URLSearchParams({ ...Object.fromEntries(query), ...changes }).toString()}`
  if (failure)
    return (
      <Notice tone="warn" role="status">
        {failure.text} <RemedyLink docs={failure.docs} />
      </Notice>
    )
  if (!output || applications.length === 0)
    return <EmptyState>What your applications print appears here once you deploy them.</EmptyState>
  const { lines, fromEpoch, reachedEpoch, unsearched } = output
  const hasOlder = reachedEpoch > fromEpoch
  const around = (line: PrintedLineView) =>
    `${addressWith({
      processId: line.processId,
      text: '',
      level: '',
      deploymentId: '',
      follow: '',
      since: '1h',
      until: String(line.epoch + afterMilliseconds),
    })}#${anchorOf(line)}`
  return (
    <section aria-label="Lines">
      <p className="mb-2 flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <Follow asked={asked} addressWith={addressWith} />
        {asked.untilEpoch !== undefined && (
          <PageLink to={addressWith({ until: '', follow: '' })}>Newest lines</PageLink>
        )}
        {hasOlder && (
          <PageLink to={addressWith({ until: String(reachedEpoch), follow: '' })}>Older lines</PageLink>
        )}
        <a className="link" href={outputFile(environmentId, askedOf(asked, output))} download>
          Download
        </a>
        <span className="text-muted">
          Since <Epoch epoch={reachedEpoch} />. Times of lines are in UTC.
        </span>
      </p>
      {unsearched && <Notice tone="info">{unsearchedText(unsearched.map(({ name }) => name))}</Notice>}
      {lines.length === 0 ? (
        <EmptyState>
          {hasOlder
            ? 'Nothing matches so far back. Open older lines to search on.'
            : 'Nothing was printed that matches.'}
        </EmptyState>
      ) : (
        <Lines
          lines={lines}
          around={around}
          {...(asked.processId === undefined && {
            processOf: ({ processId }: PrintedLineView) => addressWith({ processId, deploymentId: '' }),
          })}
        />
      )}
    </section>
  )
}

/** The same search, of the time that is shown. */
const askedOf = (
  { applicationId, processId, deploymentId, text, level }: AskedOutput,
  { fromEpoch, untilEpoch }: Output,
): Record<string, string> => ({
  ...(applicationId && { applicationId }),
  ...(processId && { processId }),
  ...(deploymentId && { deploymentId }),
  ...(text && { text }),
  ...(level && { level }),
  fromEpoch: String(fromEpoch),
  untilEpoch: String(untilEpoch),
})

function Follow({
  asked,
  addressWith,
}: {
  asked: AskedOutput
  addressWith: (changes: Record<string, string>) => string
}) {
  if (asked.untilEpoch !== undefined) return null
  if (!asked.isFollowed) return <PageLink to={addressWith({ follow: 'yes' })}>Follow</PageLink>
  return (
    <>
      <StatusBadge tone="good" title="New lines appear every 5 seconds">
        Live
      </StatusBadge>
      <PageLink to={addressWith({ follow: '' })}>Stop following</PageLink>
    </>
  )
}
