import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { DomainError } from '../../../core/errors'
import { messages } from '../../messages/messages'
import { deployCommand } from '../../../core/roles/cloudformation'
import { examinationRoleName } from '../../../core/roles/names'
import { awsAccountDeletePage } from '../../components/external-resource-links'
import { environmentPage } from '../../components/environment-links'
import { AutoRefresh } from '../../components/auto-refresh'
import { Details } from '../../components/details'
import { EmptyState } from '../../components/empty-state'
import { Field } from '../../components/field'
import { Form } from '../../components/form'
import { Icon } from '../../components/icon'
import { LinkButton } from '../../components/link-button'
import { PageHeader } from '../../components/page-header'
import { SubmitButton } from '../../components/submit-button'
import { title } from '../../components/title'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage, submitPage } from '../../http/pages/page'
import { AccountChecks } from './account-checks'
import { ApplicationRoles } from './application-roles'
import { RolePanel } from './role-panel'
import { SetupStatus, type ConfigurationState } from './setup-status'
import { withServerProblem } from '../../http/pages/with-server-problem'
import { CopyText } from '../../components/copy-text'

export { shouldRevalidate } from '../../components/should-revalidate'

export const handle = {
  access: 'admin',
  submits: 'admin',
  docs: '/docs/external-resources#status-of-an-account',
  about: { awsAccountId: 'awsAccount' },
  showsSecrets: true,
} as const satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data?.name ?? 'AWS account', 'External Resources')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, ({ services, actor, query }) =>
    services.awsAccounts.getAwsAccountRoles(actor, query('awsAccountId')),
  )

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    updateStatus: async ({ services, actor, query, request }) => {
      await services.awsAccounts.verifyAwsAccount(actor, query('awsAccountId'))
      return redirect(request.url)
    },
    rename: async ({ services, actor, query, form, context, request }) => {
      const id = query('awsAccountId')
      const newName = form.text('newName')
      const { isDuplicate } = await withServerProblem(context, messages.awsAccountRenameFailed, () =>
        services.awsAccounts.renameAwsAccount(actor, { id, newName }),
      )
      if (isDuplicate) {
        throw new DomainError('conflict', messages.awsAccountNameDuplicate, {
          fields: { newName: messages.awsAccountNameDuplicate },
        })
      }
      context.setFlash('The name was saved.')
      return redirect(request.url)
    },
    setEnvironmentHolder: async ({ services, actor, query, form, request }) => {
      await services.awsAccounts.setEnvironmentHolder(actor, {
        id: query('awsAccountId'),
        isEnvironmentHolder: form.text('isEnvironmentHolder') === 'true',
      })
      return redirect(request.url)
    },
  })

/** How often the page looks again until the account is ready. */
const refreshSeconds = 5

export default function AwsAccountPage() {
  const account = useLoaderData<typeof loader>()
  const { status } = account
  return (
    <>
      <PageHeader
        title={account.name}
        parent={{ to: '/portal/external-resources', label: 'External Resources' }}
        action={<LinkButton to={awsAccountDeletePage(account.id, account.name)}>Delete account</LinkButton>}
      />
      {status !== 'SUCCESS' && (
        <AutoRefresh seconds={refreshSeconds} keepsForms={status !== 'INITIALIZING'} />
      )}
      {status === 'INITIALIZING' ? <Initializing /> : <Configuration account={{ ...account, status }} />}
    </>
  )
}

const Initializing = () => (
  <p role="status" className="text-accent">
    <Icon name="spinner" />
    <span className="sr-only">The account is being prepared.</span>
  </p>
)

type Account = ReturnType<typeof useLoaderData<typeof loader>>

function Configuration({ account }: { account: Account & { status: ConfigurationState } }) {
  const isLockedOut = account.isExaminationRoleIncorrect && account.roles.every(({ diffs }) => !diffs)
  const examinationOf = (name: string) =>
    !isLockedOut ? 'done' : name === examinationRoleName ? 'refused' : 'impossible'
  return (
    <div className="space-y-8">
      <SetupStatus
        awsAccountId={account.id}
        state={account.status}
        message={account.statusMessage}
        installCommand={deployCommand()}
        isFirst={account.isEnvironmentHolder && account.environments.length === 0}
        refusals={account.environments.flatMap(({ name, refusal }) =>
          refusal === undefined ? [] : { name, message: refusal },
        )}
      />
      <AccountChecks checks={account.checks} checkedEpoch={account.checkedEpoch} />
      <section aria-labelledby="roles">
        <h2 id="roles" className="mb-2">
          Required roles
        </h2>
        {account.isExaminationRoleIncorrect && (
          <div className="mb-2">
            <p className="font-medium text-bad">
              The examination role is missing or differs, so the other roles could not be looked at.
            </p>
            {isLockedOut && <p className="mt-1 [overflow-wrap:anywhere]">{account.statusMessage}</p>}
          </div>
        )}
        <div className="space-y-2">
          {account.roles.map((role) => (
            <RolePanel key={role.name} role={role} examination={examinationOf(role.name)} />
          ))}
        </div>
      </section>
      <ApplicationRoles roles={account.applicationRoles} />
      <section aria-labelledby="environments">
        <h2 id="environments" className="mb-2">
          Environments
        </h2>
        <Details
          facts={[
            {
              term: 'Account ID',
              value: <CopyText label="account ID" text={account.accountNumber} isCompact />,
            },
            {
              term: 'Environments may be created in it',
              value: account.isEnvironmentHolder ? 'Yes' : 'No',
            },
          ]}
        />
        {account.environments.length === 0 ? (
          <div className="mt-3">
            <EmptyState>Environments that are created in this account are listed here.</EmptyState>
          </div>
        ) : (
          <ul className="panel mt-3 divide-y divide-line">
            {account.environments.map(({ id, name }) => (
              <li key={id} className="px-3 py-2">
                <Link className="link" to={environmentPage(id, name)}>
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        )}
        <Form name="setEnvironmentHolder" className="mt-3">
          <input type="hidden" name="isEnvironmentHolder" value={String(!account.isEnvironmentHolder)} />
          <SubmitButton tone="plain" pending="Saving…">
            {account.isEnvironmentHolder ? 'Block new environments' : 'Allow new environments'}
          </SubmitButton>
        </Form>
      </section>
      <section aria-labelledby="name">
        <h2 id="name" className="mb-2">
          Name
        </h2>
        <Form name="rename">
          <Field name="newName" label="Name" defaultValue={account.name} maxLength={100} required />
          <SubmitButton tone="plain" pending="Saving…">
            Save Name
          </SubmitButton>
        </Form>
      </section>
    </div>
  )
}
