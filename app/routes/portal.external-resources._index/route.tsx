import { Link, useLoaderData, useSearchParams } from '@remix-run/react'
import type { LoaderFunctionArgs } from '@remix-run/node'
import type { ReactNode } from 'react'
import { AutoRefresh } from '../../components/auto-refresh'
import { awsAccountDeletePage, rolesPage } from '../../components/external-resource-links'
import { AwsAccountStatus } from '../../components/aws-account-status'
import { FirstStepsPanel } from '../../components/first-steps-panel'
import { LinkButton } from '../../components/link-button'
import { isLongList, ListFilter } from '../../components/list-filter'
import { PageHeader } from '../../components/page-header'
import { Said } from '../../components/remedy-link'
import { Table } from '../../components/table'
import { title } from '../../components/title'
import { ExternalNetworks } from './external-networks'
import { HostedZones } from './hosted-zones'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage } from '../../http/pages/page'
import { namedLike } from '../../services/answers/lists'
import type { ExternalResources as Resources } from '../../services/aws-accounts/aws-account-views'
import { CopyText } from '../../components/copy-text'

type Row = Resources['awsAccount'][number]

export const handle = { access: 'member', docs: '/docs/external-resources' } as const satisfies PageHandle

export const meta = () => title('External Resources')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, async ({ services, actor, query }) => {
    const all = await services.awsAccounts.listExternalResources(actor)
    const { awsAccount, hostedZone, externalNetwork } = all
    const isWanted = namedLike(query('filter'))
    const hasWanted = (...texts: (string | undefined)[]) => isWanted({ name: texts.join(' ') })
    return {
      ...all,
      awsAccount: awsAccount.filter(({ name, accountNumber }) => hasWanted(name, accountNumber)),
      hostedZone: hostedZone.filter(({ displayName, awsId, accountNumber }) =>
        hasWanted(displayName, awsId, accountNumber),
      ),
      externalNetwork: externalNetwork.filter(({ vpcId, region, accountNumber }) =>
        hasWanted(vpcId, region, accountNumber),
      ),
      total: awsAccount.length + hostedZone.length + externalNetwork.length,
    }
  })

/** What a table of it says when nothing is left by the filter. */
const noneLeft = 'Nothing here has this in its name or IDs.'

const accountDocs = '/docs/external-resources#status-of-an-account'

/** Why an account is not as it should be. */
function messageOf({ statusType, statusMessage, refusedEnvironments }: Row): ReactNode {
  const isWrong = statusType === 'FAILURE' || statusType === 'CONFIGURATION_CHANGE'
  if (isWrong && statusMessage) return <Said message={statusMessage} docs={accountDocs} />
  const names = refusedEnvironments.join(', ')
  return names ? <Said message={`SDO cannot use its role for ${names}.`} docs={accountDocs} /> : null
}

export default function ExternalResources() {
  const { awsAccount, hostedZone, externalNetwork, total, showAdminControls } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const filter = search.get('filter') ?? ''
  const empty = filter === '' ? undefined : noneLeft
  const addAccount = showAdminControls && (
    <LinkButton primary to="create">
      Add New AWS Account
    </LinkButton>
  )
  return (
    <>
      <PageHeader title="External Resources" action={addAccount} />
      <FirstStepsPanel />
      <AutoRefresh seconds={10} keepsForms={isLongList({ total, filter })} />
      <ListFilter list="External resources" total={total} />
      <h2 className="mb-2">AWS accounts</h2>
      <Table
        empty={
          empty ?? (
            <>
              Your own AWS account belongs here: environments are built inside it.
              {!showAdminControls && ' An admin of your team can add one.'}
            </>
          )
        }
        caption="AWS accounts"
        rows={awsAccount}
        rowKey={({ id }) => id}
        columns={[
          {
            header: 'Name',
            cell: ({ id, name }) =>
              showAdminControls ? (
                <Link className="link" to={rolesPage(id)}>
                  {name}
                </Link>
              ) : (
                name
              ),
          },
          {
            header: 'Account ID',
            cell: ({ accountNumber }) => <CopyText label="account ID" text={accountNumber} isCompact />,
          },
          {
            header: 'Environments allowed',
            cell: ({ isEnvironmentHolder }) => (isEnvironmentHolder ? 'Yes' : 'No'),
          },
          {
            header: 'Status',
            cell: ({ statusType, refusedEnvironments }) => (
              <AwsAccountStatus state={statusType} isRefused={refusedEnvironments.length > 0} />
            ),
          },
          { header: 'Message', long: true, cell: messageOf },
          ...(showAdminControls
            ? [
                {
                  header: 'Actions',
                  unlabelled: true,
                  cell: ({ id, name }: { id: string; name: string }) => (
                    <Link className="link" to={awsAccountDeletePage(id, name)} aria-label={`Delete ${name}`}>
                      Delete
                    </Link>
                  ),
                },
              ]
            : []),
        ]}
      />
      <HostedZones rows={hostedZone} empty={empty} showAdminControls={showAdminControls} />
      <ExternalNetworks rows={externalNetwork} empty={empty} showAdminControls={showAdminControls} />
    </>
  )
}
