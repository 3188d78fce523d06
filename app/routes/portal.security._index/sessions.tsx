import { Form } from '../../components/form'
import { Age } from '../../components/moment'
import { StatusBadge } from '../../components/status-badge'
import { Table } from '../../components/table'
import type { MadeThingJson } from '../../services/made-lately/list-made-lately'
import { LogOutElsewhere } from './log-out-elsewhere'
import { describeUserAgent } from './describe-user-agent'

interface Session {
  id: string
  createdEpoch: number
  lastSeenEpoch: number
  address: string
  userAgent: string
  isCurrent: boolean
}

interface SessionsProps {
  sessions: Session[]
  madeLately: MadeThingJson[]
  nowEpoch: number
}

/** Where one is logged in. */
export function Sessions({ sessions, madeLately, nowEpoch }: SessionsProps) {
  return (
    <section className="mt-8">
      <h2 className="mb-2">Where you are logged in</h2>
      <Form name="logoutOne" formId="logoutOne" className="max-w-form [&>[role=alert]]:mb-3" />
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
          {
            header: 'Actions',
            unlabelled: true,
            cell: ({ id, userAgent, address, isCurrent }) =>
              !isCurrent && (
                <button
                  type="submit"
                  form="logoutOne"
                  name="subject"
                  value={id}
                  className="button"
                  aria-label={`Log out ${describeUserAgent(userAgent)} at ${address || 'an unknown address'}`}
                >
                  Log out
                </button>
              ),
          },
        ]}
      />
      {(sessions.length > 1 || madeLately.length > 0) && <LogOutElsewhere made={madeLately} />}
    </section>
  )
}
