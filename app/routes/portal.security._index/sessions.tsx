import { Form } from '../../components/form'
import { Age } from '../../components/moment'
import { StatusBadge } from '../../components/status-badge'
import { SubmitButton } from '../../components/submit-button'
import { Table } from '../../components/table'
import { describeUserAgent } from './describe-user-agent'

interface Session {
  id: string
  createdEpoch: number
  lastSeenEpoch: number
  address: string
  userAgent: string
  isCurrent: boolean
}

/** Where one is logged in. */
export function Sessions({ sessions, nowEpoch }: { sessions: Session[]; nowEpoch: number }) {
  return (
    <section className="mt-8">
      <h2 className="mb-2">Where you are logged in</h2>
      <Table
        caption="Where you are logged in"
        rows={sessions}
        rowKey={({ id }) => id}
        columns={[
          {
            header: 'Browser or program',
            cell: ({ userAgent }) => <span title={userAgent}>{describeUserAgent(userAgent)}</span>,
          },
          { header: 'Address', long: true, cell: ({ address }) => address || 'Unknown' },
          {
            header: 'Logged in',
            cell: ({ createdEpoch }) => (
              <>
                <Age epoch={createdEpoch} nowEpoch={nowEpoch} />
              </>
            ),
          },
          {
            header: 'Last used',
            cell: ({ lastSeenEpoch, isCurrent }) =>
              isCurrent ? (
                <StatusBadge tone="good">This session</StatusBadge>
              ) : (
                <>
                  <Age epoch={lastSeenEpoch} nowEpoch={nowEpoch} />
                </>
              ),
          },
        ]}
      />
      {sessions.length > 1 && (
        <Form name="logoutOthers" className="mt-3 space-y-4">
          <SubmitButton tone="danger" pending="Logging out…">
            Log out everywhere else
          </SubmitButton>
        </Form>
      )}
    </section>
  )
}
