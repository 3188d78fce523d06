import { Link } from '@remix-run/react'
import type { AuthenticationState } from '../../services/actor'
import type { HumanUserJson } from '../../services/users/user-views'
import { Form } from '../../components/form'
import { StatusBadge, type Tone } from '../../components/status-badge'
import { SubmitButton } from '../../components/submit-button'
import { Table } from '../../components/table'
import { userDeletePage } from '../../components/user-links'

/** What a person still has to do before using the portal. */
const looks: Record<AuthenticationState, { tone: Tone; word: string }> = {
  NOT_LOGGED_IN: { tone: 'neutral', word: 'Not logged in' },
  LOGGED_IN: { tone: 'good', word: 'Active' },
  VERIFICATION_NEEDED: { tone: 'warn', word: 'E-mail not verified' },
  FORCE_PASSWORD_CHANGE: { tone: 'warn', word: 'Must change password' },
  TERMS_UPDATE_NEEDED: { tone: 'warn', word: 'Must accept terms' },
}

/** The people of the team. The reader's own row has no controls. */
export function People({ users, showAdminControls }: { users: HumanUserJson[]; showAdminControls: boolean }) {
  return (
    <Table
      caption="People of your team"
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
  )
}

function Controls({ id, name, isAdmin, isSelf }: HumanUserJson) {
  if (isSelf) return null
  return (
    <>
      <Form name="setAdmin" subject={id} className="flex flex-wrap items-center gap-2">
        <SubmitButton
          tone="plain"
          name="isAdmin"
          value={String(!isAdmin)}
          aria-label={isAdmin ? `Remove admin from ${name}` : `Make admin: ${name}`}
        >
          {isAdmin ? 'Remove admin' : 'Make admin'}
        </SubmitButton>
      </Form>
      <Form name="endSessions" subject={id} className="flex flex-wrap items-center justify-end gap-2">
        <SubmitButton tone="plain" aria-label={`Log out ${name} everywhere`}>
          Log out
        </SubmitButton>
      </Form>
      <Link className="link" to={userDeletePage(id, name)} aria-label={`Delete ${name}`}>
        Delete
      </Link>
    </>
  )
}
