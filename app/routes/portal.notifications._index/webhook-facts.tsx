import { teamNews } from '../../../core/news/news-kinds'
import { longest } from '../../../core/text/longest'
import { Choices } from '../../components/choices'
import { Details } from '../../components/details'
import { Field } from '../../components/field'
import { Form } from '../../components/form'
import { LinkButton } from '../../components/link-button'
import { Age, Epoch } from '../../components/moment'
import { newsLabels } from '../../messages/news-labels'
import { ProofField } from '../../components/proof-fields'
import { RevisionField } from '../../components/revision-field'
import { SubmitButton } from '../../components/submit-button'
import type { WebhookView } from '../../services/webhooks/webhook-views'

interface WebhookFactsProps {
  webhook: NonNullable<WebhookView['webhook']>
  isAdmin: boolean
  nowEpoch: number
}

const labels = teamNews.map((kind) => [kind, newsLabels[kind]] as const)

/** A team's webhook, and for admins what can be changed about it. */
export const WebhookFacts = ({ webhook, isAdmin, nowEpoch }: WebhookFactsProps) => {
  const { maskedUrl, teamEvents } = webhook
  const told = labels.filter(([kind]) => teamEvents.includes(kind)).map(([, label]) => label)
  return (
    <>
      <Details
        facts={[
          { term: 'Address', value: isAdmin ? <Address {...webhook} /> : <code>{maskedUrl}</code> },
          { term: 'Secret', value: <Secret webhook={webhook} isAdmin={isAdmin} nowEpoch={nowEpoch} /> },
          {
            term: 'Team-wide events',
            value: isAdmin ? (
              <Form name="setTeamEvents" className="space-y-3">
                <RevisionField revision={webhook.revision} />
                <Choices legend="Send to webhook" name="teamEvents" labels={labels} chosen={teamEvents} />
                <SubmitButton tone="plain" pending="Saving…">
                  Save
                </SubmitButton>
              </Form>
            ) : (
              told.join(', ') || 'Nothing'
            ),
          },
        ]}
      />
      {isAdmin && (
        <div className="mt-4 flex flex-wrap gap-3">
          <Form name="sendTest" className="">
            <SubmitButton pending="Sending…">Send a test</SubmitButton>
          </Form>
          <LinkButton to="/portal/notifications/delete" className="button-danger">
            Delete webhook
          </LinkButton>
        </div>
      )}
    </>
  )
}

const Address = ({ maskedUrl, revision }: Pick<WebhookFactsProps['webhook'], 'maskedUrl' | 'revision'>) => (
  <>
    <code>{maskedUrl}</code>
    <Form name="setAddress" className="mt-2 flex flex-wrap items-end gap-3">
      <RevisionField revision={revision} />
      <Field
        name="url"
        label="Another address"
        size={40}
        type="url"
        maxLength={longest.webhookUrl}
        autoComplete="off"
        required
      />
      <ProofField />
      <SubmitButton tone="plain" pending="Saving…">
        Save address
      </SubmitButton>
    </Form>
  </>
)

const Secret = ({ webhook, isAdmin, nowEpoch }: WebhookFactsProps) => (
  <>
    <p>
      Made <Age epoch={webhook.secretCreatedEpoch} nowEpoch={nowEpoch} />.
      {webhook.formerSecretUntilEpoch !== undefined && (
        <>
          {' '}
          The former one signs as well until <Epoch epoch={webhook.formerSecretUntilEpoch} />.
        </>
      )}
    </p>
    {isAdmin && (
      <Form name="rotateSecret" className="mt-2 space-y-3">
        <ProofField />
        <SubmitButton tone="plain" pending="Making…">
          Rotate secret
        </SubmitButton>
      </Form>
    )}
  </>
)
