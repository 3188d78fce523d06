import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ConfirmDelete } from '../../components/confirm-delete'
import { deploymentPage } from '../../components/environment-links'
import { RunningApplications } from '../../components/running-applications'
import { messages } from '../../messages/messages'
import { queuedMessage } from '../../messages/queued-message'
import { withServerProblem } from '../../http/pages/with-server-problem'
import { title } from '../../components/title'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage, submitPage } from '../../http/pages/page'

export { shouldRevalidate } from '../../components/should-revalidate'

export const handle = {
  access: 'member',
  submits: 'member',
  docs: '/docs/deployments#patch',
  about: { id: 'environment', applicationId: 'application' },
} as const satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(
    data ? `Remove ${data.application.applicationName} from ${data.environmentName}` : 'Remove application',
    'Environments',
  )

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, async ({ services, actor, query }) => {
    const id = query('id')
    const application = await services.environments.getRunningApplication(actor, {
      environmentId: id,
      applicationId: query('applicationId'),
    })
    return { id, ...application }
  })

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    delete: async ({ services, actor, query, form, context }) => {
      const environmentId = query('id')
      const { name } = await services.environments.getEnvironment(actor, environmentId)
      const removal = {
        environmentId,
        applicationIdToRemove: query('applicationId'),
        submissionId: form.submissionId,
      }
      const answer = await withServerProblem(context, messages.previousCommandFailed, () =>
        services.deployments.patchDeployment(actor, removal),
      )
      context.setFlash(queuedMessage('removal', answer))
      return redirect(deploymentPage(environmentId, name))
    },
  })

export default function RemoveApplication() {
  const { id, environmentName, application } = useLoaderData<typeof loader>()
  const { applicationName, loadBalancers } = application
  return (
    <ConfirmDelete
      verb="Remove"
      kind="application"
      name={`${applicationName} from ${environmentName}`}
      back={deploymentPage(id, environmentName)}
    >
      <p>It stops running in this environment. This is deleted there:</p>
      <RunningApplications applications={[application]} />
      {loadBalancers.length > 0 && <p>Its addresses stop answering. Deployed again, it may get others.</p>}
      <p className="text-muted">
        The application, its versions and its overrides stay, and so do other environments.
      </p>
    </ConfirmDelete>
  )
}
