import { Table } from '../../app/components/table'
import { ActionButton } from './action-button'
import type { ConsoleAccount } from './read-console'

/** The roles of an account, with what their owner may do wrong. */
export function RoleTable({ account: { accountNumber, roles } }: { account: ConsoleAccount }) {
  return (
    <Table
      caption={`Roles of account ${accountNumber}`}
      rows={roles}
      rowKey={({ name }) => name}
      columns={[
        { header: 'Role', cell: ({ name, path }) => `${path}${name}` },
        {
          header: 'Policies',
          cell: ({ name, inlinePolicies, managedPolicies }) => (
            <ul className="space-y-1">
              {Object.keys(inlinePolicies).map((policy) => (
                <li key={policy} className="flex items-center justify-between gap-3">
                  {policy}
                  <ActionButton
                    accountNumber={accountNumber}
                    action="role/remove-policy"
                    label="Remove"
                    about={`policy ${policy} from ${name}`}
                    fields={{ name, policy }}
                  />
                </li>
              ))}
              {managedPolicies.map((arn) => (
                <li key={arn}>{arn}</li>
              ))}
            </ul>
          ),
        },
        {
          header: 'Actions',
          unlabelled: true,
          cell: ({ name }) => (
            <div className="flex flex-wrap justify-end gap-2">
              <ActionButton
                accountNumber={accountNumber}
                action="role/attach-policy"
                label="Attach ReadOnlyAccess"
                about={`to ${name}`}
                fields={{ name, arn: 'arn:aws:iam::aws:policy/ReadOnlyAccess' }}
              />
              <ActionButton
                accountNumber={accountNumber}
                action="role/distrust"
                label="Trust nobody"
                about={`in ${name}`}
                fields={{ name }}
              />
              <ActionButton
                accountNumber={accountNumber}
                action="role/delete"
                label="Delete role"
                about={name}
                fields={{ name }}
                tone="danger"
              />
            </div>
          ),
        },
      ]}
    />
  )
}
