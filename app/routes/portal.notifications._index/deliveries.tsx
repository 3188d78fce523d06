import { Age } from '../../components/moment'
import { StatusBadge } from '../../components/status-badge'
import { Table } from '../../components/table'
import type { DeliveryView } from '../../services/webhooks/webhook-views'

interface DeliveriesProps {
  deliveries: DeliveryView[]
  nowEpoch: number
}

/** Outcomes of the newest messages. */
export const Deliveries = ({ deliveries, nowEpoch }: DeliveriesProps) => (
  <>
    <h2 className="mb-2 mt-8">Messages</h2>
    <Table
      caption="The newest messages to the webhook"
      empty="Nothing was sent yet. Send a test to see that messages arrive."
      emptyDocs="/docs/notifications#what-is-sent"
      rows={deliveries}
      rowKey={({ id }) => id}
      columns={[
        { header: 'Message', long: true, cell: ({ headline }) => headline },
        { header: 'When', cell: ({ createdEpoch }) => <Age epoch={createdEpoch} nowEpoch={nowEpoch} /> },
        { header: 'Outcome', cell: (delivery) => <Outcome delivery={delivery} nowEpoch={nowEpoch} /> },
        {
          header: 'Answer',
          long: true,
          cell: ({ status, failure }) => failure ?? (status === undefined ? '–' : String(status)),
        },
      ]}
    />
  </>
)

const Outcome = ({ delivery, nowEpoch }: { delivery: DeliveryView; nowEpoch: number }) => {
  const { state, numAttempts, nextAttemptEpoch } = delivery
  const attempts = numAttempts > 1 ? ` at attempt ${numAttempts}` : ''
  if (state === 'delivered') return <StatusBadge tone="good">{`Delivered${attempts}`}</StatusBadge>
  if (state === 'failed')
    return (
      <StatusBadge tone="bad">{`Given up after ${numAttempts} ${numAttempts === 1 ? 'attempt' : 'attempts'}`}</StatusBadge>
    )
  if (nextAttemptEpoch === undefined) return <StatusBadge tone="busy">On its way</StatusBadge>
  return (
    <>
      <StatusBadge tone="warn">Not taken yet</StatusBadge>{' '}
      <span className="text-muted">
        next attempt <Age epoch={nextAttemptEpoch} nowEpoch={nowEpoch} />
      </span>
    </>
  )
}
