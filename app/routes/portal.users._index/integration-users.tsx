import type { IntegrationUserJson, TokenJson } from '../../services/users/user-views'
import { PageLink } from '../../components/page-link'
import { Table } from '../../components/table'
import { TokenExpiry } from '../../components/token-times'
import { integrationUserPage, userDeletePage } from '../../components/portal-links'

interface IntegrationUsersProps {
  users: IntegrationUserJson[]
  showAdminControls: boolean
  /** Whether some may be left out. */
  isFiltered: boolean
  nowEpoch: number
}

/** The automation of the team, with its tokens. */
export function IntegrationUsers({ users, showAdminControls, isFiltered, nowEpoch }: IntegrationUsersProps) {
  return (
    <Table
      empty={
        isFiltered
          ? 'No integration user has this in its name.'
          : 'A build system that declares versions for you belongs here.'
      }
      emptyDocs="/docs/users#add-an-integration-user"
      caption="Integration users of your team"
      rows={users}
      rowKey={({ id }) => id}
      columns={[
        {
          header: 'Name',
          cell: ({ id, name }) =>
            showAdminControls ? <PageLink to={integrationUserPage(id, name)}>{name}</PageLink> : name,
        },
        {
          header: 'Tokens and when they expire',
          cell: ({ tokens }) => <Tokens tokens={tokens} nowEpoch={nowEpoch} />,
        },
        {
          header: 'Trusted identities',
          cell: ({ trusts }) =>
            trusts.length === 0 ? <span className="text-muted">None yet</span> : trusts.length,
        },
        ...(showAdminControls ? [{ header: 'Actions', unlabelled: true, cell: Controls }] : []),
      ]}
    />
  )
}

function Tokens({ tokens, nowEpoch }: { tokens: TokenJson[]; nowEpoch: number }) {
  if (tokens.length === 0) return <span className="text-muted">None yet</span>
  return (
    <ul className="space-y-1">
      {tokens.map(({ id, maskedToken, expirationEpoch }) => (
        <li key={id} className="flex flex-wrap gap-x-4">
          <code>{maskedToken}</code>
          <TokenExpiry expirationEpoch={expirationEpoch} nowEpoch={nowEpoch} />
        </li>
      ))}
    </ul>
  )
}

const Controls = ({ id, name }: IntegrationUserJson) => (
  <>
    <PageLink to={integrationUserPage(id, name)} aria-label={`Tokens of ${name}`}>
      Tokens
    </PageLink>
    <PageLink to={userDeletePage(id, name)} aria-label={`Delete ${name}`}>
      Delete
    </PageLink>
  </>
)
