import { Link } from '@remix-run/react'
import {
  createExternalNetworkPage,
  externalNetworkDeletePage,
} from '../../components/external-resource-links'
import { ExternalNetworkStatus } from '../../components/external-network-status'
import { LinkButton } from '../../components/link-button'
import { Said } from '../../components/remedy-link'
import { Table } from '../../components/table'
import type { ExternalResources } from '../../services/aws-accounts/aws-account-views'
import { CopyText } from '../../components/copy-text'

type Row = ExternalResources['externalNetwork'][number]

interface ExternalNetworksProps {
  rows: Row[]
  /** What is said where a filter leaves nothing. */
  empty: string | undefined
  showAdminControls: boolean
}

/** The customer's own networks, with which environments can be connected. */
export function ExternalNetworks({ rows, empty, showAdminControls }: ExternalNetworksProps) {
  return (
    <section className="mt-8">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h2>External networks</h2>
        {showAdminControls && (
          <LinkButton to={createExternalNetworkPage}>Add New External Network</LinkButton>
        )}
      </div>
      <Table
        empty={
          empty ?? (
            <>
              Add a VPC of yours: environments then reach it by private addresses.
              {!showAdminControls && ' An admin of your team can add one.'}
            </>
          )
        }
        emptyDocs="/docs/external-networks"
        caption="External networks"
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          { header: 'VPC ID', cell: ({ vpcId }) => <CopyText label="VPC ID" text={vpcId} isCompact /> },
          { header: 'Region', cell: ({ region }) => <span className="whitespace-nowrap">{region}</span> },
          {
            header: 'Account ID',
            cell: ({ accountNumber }) => <CopyText label="account ID" text={accountNumber} isCompact />,
          },
          { header: 'Status', cell: ({ statusType }) => <ExternalNetworkStatus state={statusType} /> },
          {
            header: 'Message',
            long: true,
            cell: ({ statusMessage }) =>
              statusMessage && <Said message={statusMessage} docs="/docs/external-networks#status" />,
          },
          ...(showAdminControls
            ? [
                {
                  header: 'Actions',
                  unlabelled: true,
                  cell: ({ id, vpcId }: Row) => (
                    <Link
                      className="link"
                      to={externalNetworkDeletePage(id, vpcId)}
                      aria-label={`Delete ${vpcId}`}
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
