import { Said } from '../../components/remedy-link'
import { StatusBadge, type Tone } from '../../components/status-badge'
import { Table } from '../../components/table'
import type { ExternalNetworkLinkView } from '../../services/environments/environment-views'
import { CopyText } from '../../components/copy-text'

interface NetworkLinksProps {
  externalNetworks: ExternalNetworkLinkView[]
}

const looks: Record<NonNullable<ExternalNetworkLinkView['connection']>, { tone: Tone; word: string }> = {
  CONNECTING: { tone: 'busy', word: 'Connecting' },
  CONNECTED: { tone: 'good', word: 'Connected' },
  DISCONNECTING: { tone: 'busy', word: 'Disconnecting' },
}

function Connection({ state }: { state: NonNullable<ExternalNetworkLinkView['connection']> }) {
  const { tone, word } = looks[state]
  return <StatusBadge tone={tone}>{word}</StatusBadge>
}

/** The customer's networks with which the environment is connected, or will be. */
export function NetworkLinks({ externalNetworks }: NetworkLinksProps) {
  return (
    <section>
      <h2 className="mb-2">External networks</h2>
      <Table
        empty="Link a VPC of yours, and applications reach it by private addresses."
        emptyDocs="/docs/external-networks#link-it-to-an-environment"
        caption="External networks"
        rows={externalNetworks.filter(({ connection }) => connection !== undefined)}
        rowKey={({ id }) => id}
        columns={[
          { header: 'VPC ID', cell: ({ vpcId }) => <CopyText label="VPC ID" text={vpcId} isCompact /> },
          { header: 'Region', cell: ({ region }) => <span className="whitespace-nowrap">{region}</span> },
          {
            header: 'Account ID',
            cell: ({ awsAccountNumber }) => <CopyText label="account ID" text={awsAccountNumber} isCompact />,
          },
          { header: 'Status', cell: ({ connection }) => connection && <Connection state={connection} /> },
          {
            header: 'Message',
            long: true,
            cell: ({ message, documentation }) => message && <Said message={message} docs={documentation} />,
          },
        ]}
      />
    </section>
  )
}
