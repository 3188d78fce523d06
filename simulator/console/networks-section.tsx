import { Table } from '../../app/components/table'
import { ActionButton } from './action-button'
import type { ConsoleAccount } from './read-console'

/** How a request for a connection can end without one. */
const endings = { rejected: 'Reject the request', expired: 'Let the request expire' }

/** The networks of an account, the connections of either side, and a VPC of the customer's own to make. */
export function NetworksSection({ account }: { account: ConsoleAccount }) {
  const { accountNumber, vpcs, peerings } = account
  const theirs = vpcs.filter(({ owner }) => owner === 'customer')
  return (
    <section className="space-y-3">
      <h3 className="font-semibold">Networks</h3>
      {vpcs.length > 0 && (
        <Table
          caption={`Networks of account ${accountNumber}`}
          rows={vpcs}
          rowKey={({ id }) => id}
          columns={[
            { header: 'VPC ID', cell: ({ id }) => <code>{id}</code> },
            { header: 'Of', cell: ({ owner }) => (owner === 'sdo' ? 'SDO' : 'the customer') },
            { header: 'Region', cell: ({ region }) => region },
            { header: 'Ranges', cell: ({ cidrs }) => cidrs.join(', ') },
            {
              header: 'Actions',
              unlabelled: true,
              cell: ({ id }) => (
                <ActionButton
                  accountNumber={accountNumber}
                  action="delete"
                  label="Delete VPC"
                  about={id}
                  fields={{ id }}
                  tone="danger"
                />
              ),
            },
          ]}
        />
      )}
      {peerings.length > 0 && (
        <Table
          caption={`Peering connections of account ${accountNumber}`}
          rows={peerings}
          rowKey={({ id }) => id}
          columns={[
            { header: 'Peering connection', cell: ({ id }) => <code>{id}</code> },
            { header: 'State', cell: ({ state }) => state },
            {
              header: 'Between',
              cell: ({ requesterVpcId, accepterVpcId }) => `${requesterVpcId} and ${accepterVpcId}`,
            },
            {
              header: 'Actions',
              unlabelled: true,
              cell: ({ id, state }) => (
                <span className="flex flex-wrap gap-2">
                  {(state === 'active' || state === 'pending-acceptance') && (
                    <ActionButton
                      accountNumber={accountNumber}
                      action="delete"
                      label="Delete connection"
                      about={id}
                      fields={{ id }}
                      tone="danger"
                    />
                  )}
                  {state === 'pending-acceptance' &&
                    Object.entries(endings).map(([outcome, label]) => (
                      <ActionButton
                        key={outcome}
                        accountNumber={accountNumber}
                        action="peering/end"
                        label={label}
                        about={id}
                        fields={{ peeringId: id, outcome }}
                      />
                    ))}
                </span>
              ),
            },
          ]}
        />
      )}
      <form method="post" action={`/dev/aws/${accountNumber}/vpc`} className="flex flex-wrap items-end gap-3">
        <label className="font-medium">
          Addresses of a new VPC
          <input className="input" name="cidr" placeholder="192.168.0.0/16" maxLength={40} required />
        </label>
        <button className="button">Make the VPC</button>
      </form>
      {theirs.length > 0 && (
        <form
          method="post"
          action={`/dev/aws/${accountNumber}/vpc/range`}
          className="flex flex-wrap items-end gap-3"
        >
          <label className="font-medium">
            VPC
            <select className="input" name="vpcId">
              {theirs.map(({ id }) => (
                <option key={id}>{id}</option>
              ))}
            </select>
          </label>
          <label className="font-medium">
            Further addresses of it
            <input className="input" name="cidr" placeholder="192.168.64.0/20" maxLength={40} required />
          </label>
          <button className="button">Add the range</button>
        </form>
      )}
    </section>
  )
}
