import { Table } from '../../app/components/table'
import { ActionButton } from './action-button'
import type { ConsoleAccount } from './read-console'

/** The certificates of an account, and whether Certificate Manager issues any. */
export function CertificateTable({ account }: { account: ConsoleAccount }) {
  const { accountNumber, certificates, areCertificatesRefused } = account
  return (
    <div className="space-y-2">
      <Table
        caption={`Certificates of account ${accountNumber}`}
        rows={certificates}
        rowKey={({ id }) => id}
        columns={[
          { header: 'Certificate', cell: ({ domainNames }) => domainNames.join(', ') },
          {
            header: 'State',
            cell: ({ status, failure }) => (failure && failure !== status ? `${status}: ${failure}` : status),
          },
          { header: 'Used by', cell: ({ usedBy }) => usedBy.join(', ') || 'nothing' },
          {
            header: 'Delete',
            cell: ({ id, domainNames }) => (
              <ActionButton
                accountNumber={accountNumber}
                action="delete"
                fields={{ id }}
                label="Delete"
                about={`the certificate for ${domainNames.join(', ')}`}
                tone="danger"
              />
            ),
          },
        ]}
      />
      <ActionButton
        accountNumber={accountNumber}
        action="certificate/refuse"
        fields={{ refused: String(!areCertificatesRefused) }}
        label={areCertificatesRefused ? 'Issue certificates again' : 'Refuse certificates'}
        about={`in account ${accountNumber}`}
      />
    </div>
  )
}
