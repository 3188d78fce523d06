import { Link } from '@remix-run/react'
import { createHostedZonePage, hostedZoneDeletePage } from '../../components/external-resource-links'
import { HostedZoneStatus } from '../../components/hosted-zone-status'
import { LinkButton } from '../../components/link-button'
import { Said } from '../../components/remedy-link'
import { Table } from '../../components/table'
import type { ExternalResources } from '../../services/aws-accounts/aws-account-views'
import { CopyText } from '../../components/copy-text'

type Row = ExternalResources['hostedZone'][number]

interface HostedZonesProps {
  rows: Row[]
  /** What is said where a filter leaves nothing. */
  empty: string | undefined
  showAdminControls: boolean
}

/** The zones in which environments get their names. */
export function HostedZones({ rows, empty, showAdminControls }: HostedZonesProps) {
  return (
    <section className="mt-8">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h2>Hosted zones</h2>
        {showAdminControls && <LinkButton to={createHostedZonePage}>Add New Hosted Zone</LinkButton>}
      </div>
      <Table
        empty={
          empty ?? (
            <>
              Add a Route 53 hosted zone to use your own domain names.
              {!showAdminControls && ' An admin of your team can add one.'}
            </>
          )
        }
        emptyDocs="/docs/external-resources#hosted-zones"
        caption="Hosted zones"
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          {
            header: 'Name',
            long: true,
            cell: ({ displayName, awsId, statusType }) => (
              <>
                {displayName}
                {!displayName && statusType === 'INITIAL_SETUP' && (
                  <span className="font-normal text-muted">Loading its name…</span>
                )}
                <div className="font-normal text-muted">
                  <span className="sr-only">Hosted zone ID </span>
                  <CopyText label="hosted zone ID" text={awsId} isCompact />
                </div>
              </>
            ),
          },
          {
            header: 'Account ID',
            cell: ({ accountNumber }) => <CopyText label="account ID" text={accountNumber} isCompact />,
          },
          { header: 'Status', cell: ({ statusType }) => <HostedZoneStatus state={statusType} /> },
          {
            header: 'Message',
            long: true,
            cell: ({ statusType, statusMessage }) =>
              statusMessage && statusType !== 'HEALTHY' && statusType !== 'UPDATING_RECORDS' ? (
                <Said message={statusMessage} docs="/docs/external-resources#hosted-zones" />
              ) : null,
          },
          ...(showAdminControls
            ? [
                {
                  header: 'Actions',
                  unlabelled: true,
                  cell: ({ id, name, awsId }: Row) => (
                    <Link
                      className="link"
                      to={hostedZoneDeletePage(id, name ?? awsId)}
                      aria-label={`Delete ${name ?? awsId}`}
                    >
                      Delete
                    </Link>
                  ),
                },
              ]
            : []),
        ]}
      />
    </section>
  )
}
