import { useSearchParams } from '@remix-run/react'
import { messages } from '../../messages/messages'
import { Difference, lostPortSentences } from '../../components/difference'
import { EmptyState } from '../../components/empty-state'
import { promotePage } from '../../components/environment-links'
import { Form } from '../../components/form'
import { CostConfirmation } from '../../components/forms/cost-confirmation'
import { Notice } from '../../components/notice'
import { PageLink } from '../../components/page-link'
import { SubmitButton } from '../../components/submit-button'
import { Table } from '../../components/table'
import { Linked } from '../../components/linked'
import type { PromoteView } from '../../services/deployments/deployment-views'
import { CostAtMost } from './cost-at-most'
import type { DifferenceView } from '../../services/deployments/difference-views'

type Candidate = PromoteView['promoteCandidates'][number]

/** Makes the environment run what another one runs, and nothing else: that is chosen first, then looked at, then published. */
export function Promote(view: PromoteView) {
  const { environmentName, promoteCandidates } = view
  const [search] = useSearchParams()
  if (promoteCandidates.length === 0)
    return <EmptyState docs="/docs/deployments#promote">{messages.promoteNoSource.text}</EmptyState>
  const chosen =
    promoteCandidates.length === 1
      ? promoteCandidates[0]
      : promoteCandidates.find(({ environmentId }) => environmentId === search.get('from'))
  return (
    <>
      <p className="mb-4 max-w-form">
        {`${environmentName} gets the versions of the environment that you select and keeps its own overrides. Applications that do not run there are removed from ${environmentName}.`}
      </p>
      <Form name="promote" className="space-y-6">
        {promoteCandidates.length > 1 && <Sources {...view} chosen={chosen} />}
        {chosen && <Chosen {...view} candidate={chosen} />}
      </Form>
    </>
  )
}

function Sources({
  environmentId: id,
  environmentName: name,
  promoteCandidates,
  chosen,
}: PromoteView & { chosen: Candidate | undefined }) {
  return (
    <section>
      <h2 className="mb-2">Promote from</h2>
      <Table
        caption="Environments to promote from"
        rows={promoteCandidates}
        rowKey={({ environmentId }) => environmentId}
        columns={[
          {
            header: 'Environment',
            long: true,
            cell: (candidate) => (
              <PageLink
                to={promotePage({ id, name }, candidate)}
                aria-current={candidate === chosen ? 'page' : undefined}
                className={candidate === chosen ? 'font-medium' : 'link'}
              >
                {candidate.environmentName}
              </PageLink>
            ),
          },
          {
            header: 'What it changes',
            long: true,
            cell: (candidate) =>
              `${summarizePromotion(candidate.difference)}${candidate === chosen ? ', as below' : ''}`,
          },
          { header: 'AWS account', long: true, cell: ({ awsAccountName }) => awsAccountName },
        ]}
      />
      {!chosen && <p className="mt-2 text-muted">Select one to see what it changes, and what that costs.</p>}
    </section>
  )
}

interface ChosenProps extends PromoteView {
  candidate: Candidate
}

function Chosen({ environmentName, environmentVersionsState, candidate }: ChosenProps) {
  const { environmentVersionId, awsAccountName, isOtherAccount, difference, atMostPerHour, vcpuShortage } =
    candidate
  return (
    <section className="space-y-4">
      <input type="hidden" name="environmentVersionsState" value={environmentVersionsState} />
      <input type="hidden" name="environmentVersionId" value={environmentVersionId} />
      <h2>{`Promote ${candidate.environmentName} to ${environmentName}`}</h2>
      {isOtherAccount && (
        <p className="max-w-form text-muted">
          {`It runs in another AWS account, ${awsAccountName}. Also allow images and additional roles for the account of ${environmentName}.`}
        </p>
      )}
      {lostPortSentences(difference).map((sentence) => (
        <p key={sentence} className="text-warn">
          {sentence}
        </p>
      ))}
      <Difference
        caption={`What promoting ${candidate.environmentName} changes in ${environmentName}`}
        difference={difference}
      />
      <CostAtMost of={environmentName} atMostPerHour={atMostPerHour} />
      {vcpuShortage !== undefined && (
        <Notice tone="warn">
          <Linked text={vcpuShortage} />
        </Notice>
      )}
      <CostConfirmation of="deployment" step={candidate.costStep} />
      <SubmitButton pending="Publishing…">Publish</SubmitButton>
    </section>
  )
}

/** How much promoting something changes: `adds 1, changes 2, removes 1`. */
export function summarizePromotion({ applications }: Pick<DifferenceView, 'applications'>): string {
  const count = (wanted: string) => applications.filter(({ type }) => type === wanted).length
  const parts = [
    ['adds', count('add')],
    ['changes', count('change')],
    ['removes', count('remove')],
  ] as const
  const told = parts.filter(([, number]) => number > 0).map(([verb, number]) => `${verb} ${number}`)
  return told.length > 0 ? told.join(', ') : 'changes nothing'
}
