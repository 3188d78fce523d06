import { Link } from '@remix-run/react'
import type { TokenJson } from '../../services/users/user-views'
import { Age } from '../../components/moment'
import { Table } from '../../components/table'
import { TokenExpiry } from '../../components/token-times'
import { tokenDeletePage } from '../../components/portal-links'

/** The tokens of an integration user, masked. */
export function Tokens({ tokens, nowEpoch }: { tokens: TokenJson[]; nowEpoch: number }) {
  return (
    <Table
      empty="A token is what your automation logs in with. There is none yet."
      caption="Tokens"
      rows={tokens}
      rowKey={({ id }) => id}
      columns={[
        { header: 'Token', cell: ({ maskedToken }) => <code>{maskedToken}</code> },
        { header: 'Created', cell: ({ createdEpoch }) => <Age epoch={createdEpoch} nowEpoch={nowEpoch} /> },
        {
          header: 'Expires',
          cell: ({ expirationEpoch }) => (
            <TokenExpiry expirationEpoch={expirationEpoch} nowEpoch={nowEpoch} />
          ),
        },
        {
          header: 'Last used',
          cell: ({ lastUsedEpoch }) =>
            lastUsedEpoch === null ? (
              <span className="text-muted">Never</span>
            ) : (
              <Age epoch={lastUsedEpoch} nowEpoch={nowEpoch} />
            ),
        },
        {
          header: 'Actions',
          unlabelled: true,
          cell: ({ id, maskedToken }) => (
            <Link className="link" to={tokenDeletePage(id)} aria-label={`Delete token ${maskedToken}`}>
              Delete
            </Link>
          ),
        },
      ]}
    />
  )
}
