import { messages } from '../../messages/messages'
import { EmptyState } from '../../components/empty-state'
import { Form } from '../../components/form'
import { CostConfirmation } from '../../components/forms/cost-confirmation'
import { RadioList } from '../../components/radio-list'
import { SubmitButton } from '../../components/submit-button'
import { Table } from '../../components/table'
import type { PromoteView } from '../../services/deployments/deployment-views'
import { summarizePromotion } from './summarize-promotion'

type Candidate = PromoteView['promoteCandidates'][number]

/** Makes the environment run what another one runs, and nothing else. */
export function Promote({ environmentName, environmentVersionsState, promoteCandidates }: PromoteView) {
  if (promoteCandidates.length === 0) return <EmptyState>{messages.promoteNoSource}</EmptyState>
  return (
    <>
      <p className="mb-4 max-w-form">
        {`${environmentName} gets the versions that run in the environment you select, with its own overrides. What does not run there is removed from ${environmentName}.`}
      </p>
      <Form name="promote" className="space-y-4">
        <input type="hidden" name="environmentVersionsState" value={environmentVersionsState} />
        <RadioList
          name="environmentVersionId"
          legend="Promote from"
          choices={promoteCandidates.map((candidate) => ({
            value: candidate.environmentVersionId,
            label: (
              <>
                <span className="font-medium">{candidate.environmentName}</span>
                <span className="text-muted">{` ${summarizePromotion(candidate)}`}</span>
              </>
            ),
            about: (
              <About
                candidate={candidate}
                environmentName={environmentName}
                isOpen={promoteCandidates.length === 1}
              />
            ),
          }))}
        />
        <CostConfirmation />
        <SubmitButton pending="Publishing…">Publish</SubmitButton>
      </Form>
    </>
  )
}

interface AboutProps {
  candidate: Candidate
  environmentName: string
  isOpen: boolean
}

function About({ candidate, environmentName, isOpen }: AboutProps) {
  const { applications, applicationsToRemove, awsAccountName, isOtherAccount } = candidate
  return (
    <div className="space-y-2">
      {isOtherAccount && (
        <p className="text-muted">
          {`It runs in another AWS account, ${awsAccountName}. Images and additional roles have to be open to the account of ${environmentName} as well.`}
        </p>
      )}
      <details open={isOpen}>
        <summary className="link">{`What changes in ${environmentName}`}</summary>
        <div className="mt-2">
          <Table
            caption={`What promoting ${candidate.environmentName} changes`}
            rows={[
              ...applications,
              ...applicationsToRemove.map(({ applicationName, versionName }) => ({
                applicationName,
                versionName: undefined,
                presentVersionName: versionName,
                isPresent: false,
              })),
            ]}
            rowKey={({ applicationName }) => applicationName}
            columns={[
              { header: 'Application', long: true, cell: ({ applicationName }) => applicationName },
              {
                header: 'Now',
                long: true,
                cell: ({ presentVersionName }) =>
                  presentVersionName ?? <span className="text-muted">not deployed</span>,
              },
              {
                header: 'Afterwards',
                long: true,
                cell: ({ versionName, isPresent }) =>
                  versionName === undefined ? (
                    <span className="font-medium text-bad">removed</span>
                  ) : isPresent ? (
                    <span className="text-muted">the same</span>
                  ) : (
                    <span className="font-medium">{versionName}</span>
                  ),
              },
            ]}
          />
        </div>
      </details>
    </div>
  )
}
