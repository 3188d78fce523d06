import { isWildcard } from '../../../core/dns/dns-names'
import { Details } from '../../components/details'
import { Notice } from '../../components/notice'
import { Price } from '../../components/price'
import { Table } from '../../components/table'
import { NetworkLinks } from './network-links'
import { ZoneLinks } from './zone-links'
import type { EnvironmentResources } from '../../services/environments/resource-views'
import { CopyText } from '../../components/copy-text'
import { Address } from '../../components/address'

interface ResourcesProps extends EnvironmentResources {
  /** Where links to hosted zones and external networks are changed. */
  linksPage: string
}

/** What the environment has in the AWS account, and what it costs there. */
export function Resources({
  hostedZones,
  externalNetworks,
  move,
  loadBalancers,
  instances,
  bill,
  linksPage,
}: ResourcesProps) {
  return (
    <div className="space-y-6">
      <ZoneLinks hostedZones={hostedZones} linksPage={linksPage} />
      <NetworkLinks externalNetworks={externalNetworks} />
      {move !== undefined && <Notice tone="busy">{move}</Notice>}
      <section>
        <h2 className="mb-2">Load balancers</h2>
        <Table
          empty="Each port that a deployed application exposes gets a load balancer, with its address here."
          emptyDocs="/docs/load-balancers"
          caption="Load balancers"
          rows={loadBalancers}
          rowKey={({ applicationId, port, url }) => `${applicationId} ${port} ${url}`}
          columns={[
            { header: 'Application', cell: ({ applicationName }) => applicationName },
            { header: 'Port', numeric: true, cell: ({ port }) => port },
            {
              header: 'Address',
              cell: ({ applicationName, urls, names }) => (
                <span className="flex flex-col gap-1">
                  {urls.map((address) => (
                    <Address key={address} url={address} of={applicationName} />
                  ))}
                  {names.map(({ name }) => isWildcard(name) && <span key={name}>{name}</span>)}
                </span>
              ),
            },
            {
              header: 'HTTPS',
              long: true,
              cell: ({ names }) =>
                names.length === 0 ? (
                  <span className="text-muted">No name</span>
                ) : (
                  <span className="flex flex-col gap-1">
                    {names.map(({ name, https }) => (
                      <span key={name}>{names.length > 1 ? `${name}: ${https}` : https}</span>
                    ))}
                  </span>
                ),
            },
          ]}
        />
      </section>
      <section>
        <h2 className="mb-2">Instances</h2>
        <Table
          empty="Instances are launched when something is deployed, and end when nothing needs them."
          caption="Instances"
          rows={instances}
          rowKey={(instance) => instance.instanceId ?? `${instance.instanceType} ${instance.zone}`}
          columns={[
            {
              header: 'Instance',
              cell: ({ instanceId }) =>
                instanceId === undefined ? (
                  'being launched'
                ) : (
                  <CopyText label="instance ID" text={instanceId} isCompact />
                ),
            },
            { header: 'Type', cell: ({ instanceType }) => instanceType },
            { header: 'Zone', cell: ({ zone }) => zone },
            { header: 'Market', cell: ({ market }) => (market === 'spot' ? 'Spot' : 'On-demand') },
            { header: 'State', cell: ({ phase }) => phase },
            { header: 'Processes', numeric: true, cell: ({ numProcesses }) => numProcesses },
            {
              header: 'Price',
              numeric: true,
              cell: ({ pricePerHour }) => <Price perHour={pricePerHour} />,
            },
          ]}
        />
        {instances.length > 0 && (
          <div className="mt-3">
            <Details
              facts={[
                {
                  term: 'Instances, with CPU above their baseline',
                  value: <Price perHour={bill.instances} />,
                },
                { term: 'Their addresses and disks', value: <Price perHour={bill.addressesAndDisks} /> },
                { term: 'Load balancers', value: <Price perHour={bill.loadBalancers} /> },
                { term: 'Together, before traffic and logs', value: <Price perHour={bill.total} /> },
              ]}
            />
          </div>
        )}
      </section>
    </div>
  )
}
