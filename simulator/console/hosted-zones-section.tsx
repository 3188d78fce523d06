import { StatusBadge } from '../../app/components/status-badge'
import { Table } from '../../app/components/table'
import type { HostedZoneSnapshot } from '../console-api'
import { ActionButton } from './action-button'
import { recordTypes } from './console-actions'
import type { Console, ConsoleAccount } from './read-console'

interface HostedZonesSectionProps {
  account: ConsoleAccount
  /** Where DNS answers for the zones. */
  dns: Console['dns']
}

/** The hosted zones of an account: what is in them, whose it is, and whether DNS leads there. */
export function HostedZonesSection({ account, dns }: HostedZonesSectionProps) {
  const { accountNumber, hostedZones } = account
  return (
    <section className="space-y-3">
      <h3 className="font-semibold">Hosted zones</h3>
      {hostedZones.length > 0 && (
        <>
          <Table
            caption={`Hosted zones of account ${accountNumber}`}
            rows={hostedZones}
            rowKey={({ id }) => id}
            columns={[
              { header: 'Name', long: true, cell: ({ name }) => name },
              { header: 'Hosted zone ID', cell: ({ id }) => <code>{id}</code> },
              { header: 'Delegation', cell: (zone) => <Delegation zone={zone} /> },
              {
                header: 'Actions',
                unlabelled: true,
                cell: (zone) => <ZoneButtons accountNumber={accountNumber} zone={zone} />,
              },
            ]}
          />
          {hostedZones.map((zone) => (
            <Records key={zone.id} accountNumber={accountNumber} zone={zone} />
          ))}
          <p className="max-w-form text-muted">
            Their names answer at <code>{`dig @${dns.host} -p ${dns.port} NAME`}</code>. Those that end in{' '}
            <code>.localhost</code> open in a browser, too.
          </p>
        </>
      )}
      <form
        method="post"
        action={`/dev/aws/${accountNumber}/hosted-zone`}
        className="flex flex-wrap items-end gap-3"
      >
        <label className="font-medium">
          Name of a new zone
          <input className="input" name="name" placeholder="example.localhost" maxLength={255} required />
        </label>
        <label className="flex items-center gap-2 py-1.5">
          <input type="checkbox" name="isPrivate" value="true" /> private
        </label>
        <button className="button">Make the hosted zone</button>
      </form>
    </section>
  )
}

function Delegation({ zone: { isPrivate, isDelegated, nameServers } }: { zone: HostedZoneSnapshot }) {
  const title = nameServers.join(', ')
  if (isPrivate) return <StatusBadge tone="neutral">Private</StatusBadge>
  return isDelegated ? (
    <StatusBadge tone="good" title={title}>
      Delegated
    </StatusBadge>
  ) : (
    <StatusBadge tone="warn" title={title}>
      Not delegated
    </StatusBadge>
  )
}

function ZoneButtons({ accountNumber, zone }: { accountNumber: string; zone: HostedZoneSnapshot }) {
  const { id, name, isPrivate, isDelegated } = zone
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {!isPrivate && (
        <ActionButton
          accountNumber={accountNumber}
          action="hosted-zone/delegation"
          label={isDelegated ? 'Take the delegation away' : 'Delegate to it'}
          about={`zone ${name} ${id}`}
          fields={{ hostedZoneId: id, delegated: String(!isDelegated) }}
        />
      )}
      <ActionButton
        accountNumber={accountNumber}
        action="delete"
        label="Delete zone"
        about={`${name} ${id}`}
        fields={{ id }}
        tone="danger"
      />
    </div>
  )
}

/** How many records are shown; `/dev/aws.json` has all. */
const mostShown = 200

function Records({ accountNumber, zone }: { accountNumber: string; zone: HostedZoneSnapshot }) {
  const { id, name, records } = zone
  return (
    <details className="panel px-3 py-2" open={records.length > 0 && records.length <= 10}>
      <summary className="[overflow-wrap:anywhere]">
        {records.length === 1 ? '1 record' : `${records.length} records`} in {name}
      </summary>
      <div className="mt-2 space-y-3">
        {records.length === 0 ? (
          <p className="text-muted">Nothing but what every zone says of itself.</p>
        ) : (
          <Table
            caption={`Records in ${name} ${id}`}
            rows={records.slice(0, mostShown)}
            rowKey={(record) => `${record.name} ${record.type}`}
            columns={[
              { header: 'Name', long: true, cell: (record) => record.name },
              { header: 'Type', cell: ({ type }) => type },
              { header: 'Value', long: true, cell: ({ value }) => value },
              { header: 'Whose', cell: ({ owner }) => (owner === 'sdo' ? 'SDO’s' : 'the customer’s') },
              {
                header: 'Actions',
                unlabelled: true,
                cell: (record) => (
                  <ActionButton
                    accountNumber={accountNumber}
                    action="delete"
                    label="Delete record"
                    about={`${record.type} ${record.name} of ${id}`}
                    fields={{ id: `${id}/record/${record.name}/${record.type}` }}
                    tone="danger"
                  />
                ),
              },
            ]}
          />
        )}
        {records.length > mostShown && (
          <p className="text-muted">{records.length - mostShown} more are in /dev/aws.json.</p>
        )}
        <RecordForm accountNumber={accountNumber} zone={zone} />
      </div>
    </details>
  )
}

function RecordForm({ accountNumber, zone }: { accountNumber: string; zone: HostedZoneSnapshot }) {
  return (
    <form
      method="post"
      action={`/dev/aws/${accountNumber}/record`}
      className="flex flex-wrap items-end gap-3"
      aria-label={`A record of the customer’s in ${zone.name} ${zone.id}`}
    >
      <input type="hidden" name="hostedZoneId" value={zone.id} />
      <label className="font-medium">
        Name
        <input className="input" name="name" defaultValue={`www.${zone.name}`} maxLength={255} required />
      </label>
      <label className="font-medium">
        Type
        <select className="input" name="type">
          {recordTypes.map((type) => (
            <option key={type}>{type}</option>
          ))}
        </select>
      </label>
      <label className="font-medium">
        Value
        <input className="input" name="value" defaultValue="192.0.2.7" maxLength={4000} required />
      </label>
      <button className="button">
        Add the customer’s record<span className="sr-only"> to {zone.id}</span>
      </button>
    </form>
  )
}
