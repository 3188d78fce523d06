import { messages } from '../../messages/messages'
import { Difference } from '../../components/difference'
import { EmptyState } from '../../components/empty-state'
import { Form } from '../../components/form'
import { CostConfirmation } from '../../components/forms/cost-confirmation'
import { lostPortSentences } from '../../components/lost-ports'
import { RadioList } from '../../components/radio-list'
import { SubmitButton } from '../../components/submit-button'
import type { PromoteView } from '../../services/deployments/deployment-views'
import { summarizePromotion } from './summarize-promotion'

type Candidate = PromoteView['promoteCandidates'][number]

/** Makes the environment run what another one runs, and nothing else. */
export function Promote({ environmentName, environmentVersionsState, promoteCandidates }: PromoteView) {
  if (promoteCandidates.length === 0)
    return <EmptyState docs="/docs/deployments#promote">{messages.promoteNoSource}</EmptyState>
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
                <span className="text-muted">{` ${summarizePromotion(candidate.difference)}`}</span>
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
  const { awsAccountName, isOtherAccount, difference } = candidate
  return (
    <div className="space-y-2">
      {isOtherAccount && (
        <p className="text-muted">
          {`It runs in another AWS account, ${awsAccountName}. Images and additional roles have to be open to the account of ${environmentName} as well.`}
        </p>
      )}
      {lostPortSentences(difference).map((sentence) => (
        <p key={sentence} className="text-warn">
          {sentence}
        </p>
      ))}
      <details open={isOpen}>
        <summary className="link">{`What changes in ${environmentName}`}</summary>
        <div className="mt-2">
          <Difference
            caption={`What promoting ${candidate.environmentName} changes`}
            difference={difference}
          />
        </div>
      </details>
    </div>
  )
}
