import { EmptyState } from '../../components/empty-state'
import { Form } from '../../components/form'
import { LinkButton } from '../../components/link-button'
import { Age } from '../../components/moment'
import { SubmitButton } from '../../components/submit-button'
import { Table } from '../../components/table'

interface Token {
  id: string
  createdEpoch: number
  lastUsedEpoch: number | null
}

/** The second factors of one's login. */
export function AuthenticatorTokens({ tokens, nowEpoch }: { tokens: Token[]; nowEpoch: number }) {
  const add = (
    <Form name="addToken" className="space-y-4">
      <SubmitButton pending="Adding…">Add authenticator token</SubmitButton>
    </Form>
  )
  if (tokens.length === 0)
    return (
      <section>
        <h2 className="mb-2">Authenticator tokens</h2>
        <EmptyState action={add}>
          With an authenticator app, nobody can log in with your password alone. SDO also asks for a code from
          the app.
        </EmptyState>
      </section>
    )
  return (
    <section>
      <h2 className="mb-2">Authenticator tokens</h2>
      <Table
        caption="Your authenticator tokens"
        rows={tokens}
        rowKey={({ id }) => id}
        columns={[
          {
            header: 'Token',
            cell: ({ createdEpoch }) => (
              <>
                Added <Age epoch={createdEpoch} nowEpoch={nowEpoch} />
              </>
            ),
          },
          {
            header: 'Last used',
            cell: ({ lastUsedEpoch }) =>
              lastUsedEpoch === null ? 'Never' : <Age epoch={lastUsedEpoch} nowEpoch={nowEpoch} />,
          },
          {
            header: 'Delete',
            unlabelled: true,
            cell: ({ id }) => (
              <LinkButton to={`/portal/security/delete-token?id=${id}`} aria-label="Delete this token">
                Delete
              </LinkButton>
            ),
          },
        ]}
      />
      <div className="mt-3">{add}</div>
    </section>
  )
}
