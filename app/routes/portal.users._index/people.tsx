import type { AuthenticationState } from '../../services/actor/actor'
import type { HumanUserJson } from '../../services/users/user-views'
import { Form } from '../../components/form'
import { PageLink } from '../../components/page-link'
import { ProofField } from '../../components/proof-field'
import { StatusBadge, type Tone } from '../../components/status-badge'
import { Table } from '../../components/table'
import { userDeletePage } from '../../components/user-links'

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
}

/** The people of the team. The reader's own row has no controls. */
export function People({ users, showAdminControls, isFiltered }: PeopleProps) {
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
            cell: ({ state }) => <StatusBadge tone={looks[state].tone}>{looks[state].word}</StatusBadge>,
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
    <Form name="setAdmin" formId="makeAdmin" className="max-w-form [&>[role=alert]]:mb-3">
      <input type="hidden" name="isAdmin" value="true" />
      <ProofField />
    </Form>
    <Form name="setAdmin" formId="removeAdmin" hasSummary={false} className="hidden">
      <input type="hidden" name="isAdmin" value="false" />
    </Form>
    <Form name="endSessions" formId="endSessions" className="max-w-form [&>[role=alert]]:mb-3" />
  </>
)

function Controls({ id, name, isAdmin, isSelf }: HumanUserJson) {
  if (isSelf) return null
  return (
    <>
      <button
        type="submit"
        form={isAdmin ? 'removeAdmin' : 'makeAdmin'}
        name="subject"
        value={id}
        className="button"
        aria-label={isAdmin ? `Remove admin from ${name}` : `Make admin: ${name}`}
      >
        {isAdmin ? 'Remove admin' : 'Make admin'}
      </button>
      <button
        type="submit"
        form="endSessions"
        name="subject"
        value={id}
        className="button"
        aria-label={`Log out ${name} everywhere`}
      >
        Log out
      </button>
      <PageLink to={userDeletePage(id, name)} aria-label={`Delete ${name}`}>
        Delete
      </PageLink>
    </>
  )
}
