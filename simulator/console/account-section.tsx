import { Price } from '../../app/components/price'
import { StatusBadge } from '../../app/components/status-badge'
import { Table } from '../../app/components/table'
import { ActionButton } from './action-button'
import { CertificateTable } from './certificate-table'
import { HostedZonesSection } from './hosted-zones-section'
import { InstanceTable } from './instance-table'
import { NetworksSection } from './networks-section'
import type { Console, ConsoleAccount } from './read-console'
import { RoleTable } from './role-table'

/** Section of one account: its stack and roles, and what runs in it. */
export function AccountSection({ account, dns }: { account: ConsoleAccount; dns: Console['dns'] }) {
  const { accountNumber, name, stacks, instances, loadBalancers, spendPerHour } = account
  return (
    <section
      id={`account-${accountNumber}`}
      aria-labelledby={`heading-${accountNumber}`}
      className="space-y-4 border-t border-line pt-6"
    >
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h2 id={`heading-${accountNumber}`} className="tabular-nums">
          Account {accountNumber}
        </h2>
        <span className="text-muted">{name ?? 'not linked by any team'}</span>
        <span className="ml-auto">
          spends <Price perHour={spendPerHour} />
        </span>
      </div>
      <StackForms
        accountNumber={accountNumber}
        isInstalled={stacks.length > 0}
        isLinked={name !== undefined}
      />
      {account.roles.length > 0 && <RoleTable account={account} />}
      {instances.length > 0 && <InstanceTable account={account} />}
      {loadBalancers.length > 0 && (
        <Table
          caption={`Load balancers of account ${accountNumber}`}
          rows={loadBalancers}
          rowKey={({ id }) => id}
          columns={[
            {
              header: 'Load balancer',
              cell: ({ url, name: title, listeners }) => (
                <>
                  <a className="link" href={url}>
                    {url}
                  </a>{' '}
                  {listeners.flatMap(({ url: further }) =>
                    further === undefined
                      ? []
                      : [
                          <a key={further} className="link mr-1" href={further}>
                            {further}
                          </a>,
                        ],
                  )}
                  <span className="font-normal text-muted">{title}</span>
                </>
              ),
            },
            { header: 'State', cell: ({ state }) => state },
            {
              header: 'Targets',
              cell: ({ listeners }) =>
                listeners
                  .flatMap(({ targets }) => targets)
                  .map(({ instanceId, port, state }) => `${instanceId}:${port} ${state}`)
                  .join(', ') || 'none',
            },
          ]}
        />
      )}
      {(account.certificates.length > 0 || account.areCertificatesRefused) && (
        <CertificateTable account={account} />
      )}
      <NetworksSection account={account} />
      <HostedZonesSection account={account} dns={dns} />
    </section>
  )
}

function StackForms({
  accountNumber,
  isInstalled,
  isLinked,
}: {
  accountNumber: string
  isInstalled: boolean
  isLinked: boolean
}) {
  const field = `template-${accountNumber}`
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-3">
        <StatusBadge tone={isInstalled ? 'good' : 'warn'}>
          {isInstalled ? 'The stack is installed' : 'No stack is installed'}
        </StatusBadge>
        {isLinked && (
          <ActionButton
            accountNumber={accountNumber}
            action="stack/required"
            label={isInstalled ? 'Install it again' : 'Install the stack SDO asks for'}
            about={`in account ${accountNumber}`}
            tone={isInstalled ? undefined : 'primary'}
          />
        )}
        {isInstalled && (
          <ActionButton
            accountNumber={accountNumber}
            action="stack/delete"
            label="Delete the stack"
            about={`of account ${accountNumber}`}
            tone="danger"
          />
        )}
      </div>
      <details>
        <summary className="text-muted">Install a template of your own</summary>
        <form method="post" action={`/dev/aws/${accountNumber}/stack`} className="mt-2 max-w-form space-y-2">
          <label htmlFor={field} className="font-medium">
            Content of cloudformation.json
          </label>
          <textarea id={field} name="template" rows={6} required className="input font-mono" />
          <button className="button">Install this template</button>
        </form>
      </details>
    </div>
  )
}
