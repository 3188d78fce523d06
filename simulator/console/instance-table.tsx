import { Price } from '../../app/components/price'
import { Table } from '../../app/components/table'
import type { AgentProcess } from '../../core/agent/protocol'
import { ActionButton } from './action-button'
import type { ConsoleAccount, ConsoleInstance } from './read-console'

/** The instances of an account with the processes on them. */
export function InstanceTable({ account: { accountNumber, instances } }: { account: ConsoleAccount }) {
  return (
    <Table
      caption={`Instances of account ${accountNumber}`}
      rows={instances}
      rowKey={({ id }) => id}
      columns={[
        {
          header: 'Instance',
          cell: ({ id, instanceType, zone, imageId }) => (
            <>
              {id}
              <div className="font-normal text-muted">
                {instanceType} in {zone}
                {imageId && `, from ${imageId}`}
              </div>
            </>
          ),
        },
        { header: 'State', cell: (instance) => stateText(instance) },
        { header: 'Market', cell: ({ market }) => (market === 'spot' ? 'Spot' : 'on-demand') },
        { header: 'Price', numeric: true, cell: ({ pricePerHour }) => <Price perHour={pricePerHour} /> },
        { header: 'Processes', cell: ({ processes }) => <Processes processes={processes} /> },
        {
          header: 'Actions',
          unlabelled: true,
          cell: ({ id, market, state, interruptionEpoch }) =>
            state !== 'terminated' && (
              <div className="flex flex-wrap justify-end gap-2">
                {market === 'spot' && interruptionEpoch === undefined && (
                  <ActionButton
                    accountNumber={accountNumber}
                    action="interrupt"
                    label="Interrupt"
                    about={id}
                    fields={{ instanceId: id }}
                  />
                )}
                <ActionButton
                  accountNumber={accountNumber}
                  action="kill"
                  label="Kill"
                  about={id}
                  fields={{ instanceId: id }}
                  tone="danger"
                />
              </div>
            ),
        },
      ]}
    />
  )
}

function stateText({ state, interruptionEpoch, bootFailure }: ConsoleInstance): string {
  if (bootFailure) return `${state}: ${bootFailure}`
  if (interruptionEpoch !== undefined && state === 'running')
    return `running, taken back at ${new Date(interruptionEpoch).toISOString().slice(11, 19)} UTC`
  return state
}

function Processes({ processes }: { processes: AgentProcess[] | undefined }) {
  if (!processes) return <span className="text-muted">no answer</span>
  if (processes.length === 0) return <span className="text-muted">none</span>
  return (
    <ul>
      {processes.map(({ id, state, ports, restarts }) => (
        <li key={id} title={id}>
          <code>{id.slice(0, 12)}</code> {state}
          {ports.map(({ port, hostPort }) => ` ${port}→${hostPort}`)}
          {restarts > 0 && `, restarted ${restarts} times`}
        </li>
      ))}
    </ul>
  )
}
