import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DomainError, invalid } from '../../../core/errors'
import { messages } from '../../messages/messages'
import { awsAccountDeletePage, rolesPage } from '../../components/external-resource-links'
import { AutoRefresh } from '../../components/auto-refresh'
import { CheckboxField } from '../../components/field'
import { ConfirmDelete } from '../../components/confirm-delete'
import { Form } from '../../components/form'
import { LinkButton } from '../../components/link-button'
import { Notice } from '../../components/notice'
import { PageHeader } from '../../components/page-header'
import { Steps } from '../../components/steps'
import { RemedyLink } from '../../components/remedy-link'
import { SubmitButton } from '../../components/submit-button'
import { title } from '../../components/title'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage, submitPage, type Page } from '../../http/pages/page'
import { withServerProblem } from '../../http/pages/with-server-problem'
import { Dependents } from './dependents'
import { groupDependents } from './group-dependents'

export { shouldRevalidate } from '../../components/should-revalidate'

export const handle = {
  access: 'admin',
  submits: 'admin',
  docs: '/docs/external-resources#delete-an-account',
  about: { id: 'awsAccount' },
} as const satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data ? `Delete ${data.name}` : 'Delete AWS account', 'External Resources')

const list = '/portal/external-resources'

/** `started` in the address tells the progress of a deletion from the question before it. */
export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, async ({ services, actor, query, context }) => {
    const started = query('started')
    try {
      const { name, status, statusMessage } = await services.awsAccounts.getAwsAccountStatus(
        actor,
        query('id'),
      )
      if (started && status !== 'DELETING' && status !== 'FAILURE') throw redirect(list)
      const dependents = started
        ? undefined
        : await services.awsAccounts.getAwsAccountDependents(actor, query('id'))
      return { name, status, statusMessage, started, dependents, back: rolesPage(query('id')) }
    } catch (failure) {
      if (!started || !(failure instanceof DomainError) || failure.code !== 'not-found') throw failure
      context.setFlash('The account was deleted.')
      throw redirect(list)
    }
  })

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    delete: (page) => startDeletion(page, false),
    forceDelete: (page) => {
      if (!page.form.isChecked('acknowledged')) {
        throw invalid(messages.awsAccountForceUnconfirmed, {
          acknowledged: 'Select this box to force the deletion.',
        })
      }
      return startDeletion(page, true)
    },
  })

async function startDeletion({ services, actor, query, context }: Page<'admin'>, force: boolean) {
  const id = query('id')
  const remove = () => services.awsAccounts.deleteAwsAccount(actor, { id, force })
  const { success, ...dependents } = await (force
    ? withServerProblem(context, messages.awsAccountForceFailed, remove)
    : remove())
  if (!success) {
    const kinds = groupDependents(dependents).map(({ kind, names }) => `${kind}: ${names.join(', ')}.`)
    const message = messages.awsAccountHasDependencies
    throw new DomainError('conflict', message.as([message.text, ...kinds].join(' ')))
  }
  return redirect(`${awsAccountDeletePage(id, query('name'))}&started=${force ? 'forced' : 'yes'}`)
}

export default function DeleteAwsAccount() {
  const { name, status, statusMessage, started, dependents, back } = useLoaderData<typeof loader>()
  if (!started) {
    return (
      <ConfirmDelete
        kind="AWS account"
        name={name}
        back={back}
        isBlocked={dependents !== undefined && groupDependents(dependents).length > 0}
      >
        <p>
          SDO forgets the account and removes everything that it set up there, except the role template.
          Delete its environments, hosted zones and external networks first.
        </p>
        <p>Afterwards you can delete the stack sdo-bootstrap in your account.</p>
        {dependents && <Dependents dependents={dependents} />}
      </ConfirmDelete>
    )
  }
  return (
    <>
      <PageHeader title={`Deleting AWS account ${name}`} parent={{ to: list, label: 'External Resources' }} />
      {status === 'DELETING' ? (
        <>
          <AutoRefresh seconds={2} />
          <Steps
            label="Progress"
            steps={[
              { label: 'Deletion requested', state: 'done' },
              { label: 'Cleaning up resources in the account', state: 'running', message: statusMessage },
            ]}
          />
        </>
      ) : (
        <CleanUpFailed message={started === 'forced' ? messages.awsAccountForceFailed.text : statusMessage} />
      )}
      <p className="mt-4">
        <LinkButton to={list}>Back to External Resources</LinkButton>
      </p>
    </>
  )
}

function CleanUpFailed({ message }: { message: string }) {
  return (
    <>
      <Notice tone="bad" role="status">
        <p>
          The clean-up failed. {message} <RemedyLink docs="/docs/external-resources#delete-an-account" />
        </p>
        <p className="mt-1">
          Restore the roles or the stack sdo-bootstrap in the account and try again, or delete the account by
          force.
        </p>
      </Notice>
      <div className="space-y-6">
        <Form name="delete">
          <SubmitButton pending="Trying again…">Try again</SubmitButton>
        </Form>
        <Form name="forceDelete">
          <CheckboxField
            name="acknowledged"
            label="I understand that resources may remain in the AWS account and that I clean them up myself."
          />
          <SubmitButton tone="danger" pending="Deleting…">
            Delete by force
          </SubmitButton>
        </Form>
      </div>
    </>
  )
}
