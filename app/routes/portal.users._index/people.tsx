import type { AuthenticationState } from '../../services/actor/actor'
import type { HumanUserJson } from '../../services/users/user-views'
import { Form } from '../../components/form'
import { Age } from '../../components/moment'
import { PageLink } from '../../components/page-link'
import { StatusBadge, type Tone } from '../../components/status-badge'
import { Table } from '../../components/table'
import { adminCreatePage, userDeletePage } from '../../components/portal-links'

/** The step that a person still has to take before using the portal. */
const looks: Record<AuthenticationState, { tone: Tone; word: string }> = {
  NOT_LOGGED_IN: { tone: 'neutral', word: 'Not logged in' },
  LOGGED_IN: { tone: 'good', word: 'Active' },
  VERIFICATION_NEEDED: { tone: 'warn', word: 'E-mail not verified' },
  FORCE_PASSWORD_CHANGE: { tone: 'warn', word: 'Must change password' },
  TERMS_UPDATE_NEEDED: { tone: 'warn', word: 'Must accept terms' },
}

interface PeopleProps {
  users: HumanUserJson[]
  showAdminControls: boolean
  /** Whether some may be left out. */
  isFiltered: boolean
  nowEpoch: number
}

/** The people of the team. The reader's own row has no controls. */
export function People({ users, showAdminControls, isFiltered, nowEpoch }: PeopleProps) {
  return (
    <>
      {showAdminControls && <AdminForms />}
      <Table
        caption="People of your team"
        empty={isFiltered ? 'Nobody has this in the name or address.' : undefined}
        rows={users}
        rowKey={({ id }) => id}
        columns={[
          { header: 'Name', cell: ({ name, isSelf }) => (isSelf ? `${name} (you)` : name) },
          {
            header: 'E-mail',
            long: true,
            // An address of common length stays in one piece.
            cell: ({ email }) => <span className="block sm:min-w-[13.5rem]">{email}</span>,
          },
          { header: 'Role', cell: ({ isAdmin }) => (isAdmin ? 'Admin' : 'Member') },
          {
            header: 'State',
            cell: (person) => <State {...person} nowEpoch={nowEpoch} />,
          },
          ...(showAdminControls ? [{ header: 'Actions', unlabelled: true, cell: Controls }] : []),
        ]}
      />
    </>
  )
}

/** Forms, one for each thing to do, which the buttons of all rows send: a form in each row would be most of the page. */
const AdminForms = () => (
  <>
    <Form name="removeAdmin" formId="removeAdmin" className="max-w-form [&>[role=alert]]:mb-3" />
    <Form name="invite" formId="invite" className="max-w-form [&>[role=alert]]:mb-3" />
    <Form name="endSessions" formId="endSessions" className="max-w-form [&>[role=alert]]:mb-3" />
  </>
)

function State({
  state,
  invitationExpirationEpoch: expires,
  nowEpoch,
}: HumanUserJson & { nowEpoch: number }) {
  if (expires === null) return <StatusBadge tone={looks[state].tone}>{looks[state].word}</StatusBadge>
  if (expires <= nowEpoch) return <StatusBadge tone="warn">Invitation expired</StatusBadge>
  return (
    <>
      <StatusBadge tone="neutral">Invited</StatusBadge>
      <div className="text-muted">
        expires <Age epoch={expires} nowEpoch={nowEpoch} />
      </div>
    </>
  )
}

function Controls({ id, name, isAdmin, isSelf, state, invitationExpirationEpoch }: HumanUserJson) {
  if (isSelf) return null
  const isProven = state !== 'VERIFICATION_NEEDED'
  const invite = invitationExpirationEpoch === null ? 'Send invitation' : 'Resend invitation'
  return (
    <>
      {isAdmin && (
        <RowButton form="removeAdmin" id={id} label={`Remove admin from ${name}`}>
          Remove admin
        </RowButton>
      )}
      {!isAdmin && isProven && (
        <PageLink to={adminCreatePage(id, name)} aria-label={`Make admin: ${name}`}>
          Make admin
        </PageLink>
      )}
      {!isProven && (
        <RowButton form="invite" id={id} label={`${invite}: ${name}`}>
          {invite}
        </RowButton>
      )}
      <RowButton form="endSessions" id={id} label={`Log out ${name} everywhere`}>
        Log out
      </RowButton>
      <PageLink to={userDeletePage(id, name)} aria-label={`Delete ${name}`}>
        Delete
      </PageLink>
    </>
  )
}

/** Sends one of the forms above about the person of a row. */
const RowButton = ({
  form,
  id,
  label,
  children,
}: {
  form: string
  id: string
  label: string
  children: string
}) => (
  <button type="submit" form={form} name="subject" value={id} className="button" aria-label={label}>
    {children}
  </button>
)
