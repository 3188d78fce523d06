import { Link } from '@remix-run/react'
import { environmentSettingsPage } from '../../components/environment-links'
import { shortNewsLabels } from '../../messages/news-labels'
import { Table } from '../../components/table'
import type { WebhookView } from '../../services/webhooks/webhook-views'

interface EnvironmentsProps {
  environments: WebhookView['environments']
  hasWebhook: boolean
}

const listOf = (kinds: WebhookView['environments'][number]['mailEvents']) =>
  kinds.map((kind) => shortNewsLabels[kind]).join(', ') || 'nothing'

/** News that each environment tells, which are chosen in its settings. */
export const Environments = ({ environments, hasWebhook }: EnvironmentsProps) => (
  <>
    <h2 className="mb-2 mt-8">Environments</h2>
    <Table
      caption="What each environment tells"
      empty="There are no environments yet."
      rows={environments}
      rowKey={({ id }) => id}
      columns={[
        {
          header: 'Environment',
          cell: ({ id, name }) => (
            <Link className="link" to={environmentSettingsPage(id, name)}>
              {name}
            </Link>
          ),
        },
        { header: 'E-mails', long: true, cell: ({ mailEvents }) => listOf(mailEvents) },
        {
          header: 'Webhook',
          long: true,
          cell: ({ webhookEvents }) =>
            hasWebhook ? listOf(webhookEvents) : <span className="text-muted">no webhook yet</span>,
        },
      ]}
    />
  </>
)
