import { HostedZoneLinkStatus } from '../../components/hosted-zone-status'
import { LinkButton } from '../../components/link-button'
import { Said } from '../../components/remedy-link'
import { Table } from '../../components/table'
import type { HostedZoneLinkView } from '../../services/environments/environment-views'

interface ZoneLinksProps {
  hostedZones: HostedZoneLinkView[]
  linksPage: string
}

/** The zones in which the environment has its names, or will. */
export function ZoneLinks({ hostedZones, linksPage }: ZoneLinksProps) {
  const linked = hostedZones.filter(({ status }) => status !== undefined)
  return (
    <section>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h2>Hosted zone</h2>
        <LinkButton to={linksPage}>Update Links</LinkButton>
      </div>
      <Table
        empty="Link a hosted zone to use your own domain."
        emptyDocs="/docs/external-resources#link-names-to-an-environment"
        caption="Hosted zone"
        rows={linked}
        rowKey={({ id, order }) => `${id} ${order}`}
        columns={[
          {
            header: 'Names end in',
            long: true,
            cell: ({ namesEndIn }) => namesEndIn,
          },
          {
            header: 'Status',
            cell: ({ status }) => status && <HostedZoneLinkStatus state={status} />,
          },
          {
            header: 'Message',
            long: true,
            cell: ({ message, documentation }) =>
              message ? <Said message={message} docs={documentation} /> : null,
          },
        ]}
      />
    </section>
  )
}
