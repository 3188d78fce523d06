import { Link } from '@remix-run/react'
import type { TrustJson } from '../../services/users/user-views'
import { Age } from '../../components/moment'
import { StatusBadge } from '../../components/status-badge'
import { Table } from '../../components/table'
import { trustDeletePage } from '../../components/portal-links'
import { CopyText } from '../../components/copy-text'

/** Identities of build systems that log in as an integration user. */
export function Trusts({ trusts, nowEpoch }: { trusts: TrustJson[]; nowEpoch: number }) {
  return (
    <Table
      empty="A job of your build system can log in with its identity, without a stored token. No job is trusted yet."
      emptyDocs="/docs/cicd-integration#without-a-stored-token"
      caption="Trusted identities"
      rows={trusts}
      rowKey={({ id }) => id}
      columns={[
        { header: 'Issuer', cell: Issuer },
        { header: 'Subject', cell: Subject },
        {
          header: 'Audience',
          cell: ({ audience }) => <CopyText label="audience" text={audience} isCompact />,
        },
        { header: 'Created', cell: ({ createdEpoch }) => <Age epoch={createdEpoch} nowEpoch={nowEpoch} /> },
        { header: 'Last used', cell: (trust) => <LastUse trust={trust} nowEpoch={nowEpoch} /> },
        {
          header: 'Actions',
          unlabelled: true,
          cell: ({ id, subjectPattern }) => (
            <Link className="link" to={trustDeletePage(id)} aria-label={`Remove ${subjectPattern}`}>
              Remove
            </Link>
          ),
        },
      ]}
    />
  )
}

const Issuer = ({ issuerName, isIssuerTaken }: TrustJson) => (
  <>
    {issuerName}
    {!isIssuerTaken && (
      <>
        {' '}
        <StatusBadge tone="bad">No longer configured</StatusBadge>
      </>
    )}
  </>
)

const Subject = ({ subjectPattern, environment }: TrustJson) => (
  <>
    <CopyText label="subject" text={subjectPattern} isCompact />
    {environment !== null && <div className="text-muted">{`in environment ${environment}`}</div>}
  </>
)

function LastUse({ trust, nowEpoch }: { trust: TrustJson; nowEpoch: number }) {
  if (trust.lastUsedEpoch === null) return <span className="text-muted">Never</span>
  return (
    <>
      <Age epoch={trust.lastUsedEpoch} nowEpoch={nowEpoch} />
      {trust.lastSubject !== trust.subjectPattern && (
        <div className="text-muted [overflow-wrap:anywhere]">{trust.lastSubject}</div>
      )}
    </>
  )
}
