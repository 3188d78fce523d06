import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DomainError } from '../../../core/errors'
import { askedLines } from '../../components/asked-lines'
import { AutoRefresh } from '../../components/auto-refresh'
import { costConfirmed } from '../../components/forms/cost-confirmation'
import { deploymentPage, environmentPage } from '../../components/environment-links'
import { EnvironmentState } from '../../components/environment-state'
import { Form } from '../../components/form'
import { Log } from '../../components/log'
import { PageHeader } from '../../components/page-header'
import { SubmitButton } from '../../components/submit-button'
import { Tabs, useTab } from '../../components/tabs'
import { title } from '../../components/title'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage, submitPage } from '../../http/pages/page'
import { requireCostConfirmation } from '../../components/forms/require-cost-confirmation'
import { DeploymentHistory } from './deployment-history'
import { messages } from '../../messages/messages'
import { queuedMessage } from '../../messages/queued-message'
import { namedLike } from '../../services/answers/lists'
import type { PatchApplication } from '../../services/deployments/deployment-views'
import { withServerProblem } from '../../http/pages/with-server-problem'
import { Patch } from './patch'
import { Promote } from './promote'
import { promote } from './promote-action'

export { shouldRevalidate } from '../../components/should-revalidate'

export const handle = {
  access: 'member',
  submits: 'member',
  docs: '/docs/deployments',
  about: { id: 'environment' },
} as const satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data ? `New deployment to ${data.patch.environmentName}` : 'New deployment', 'Environments')

const tabs = [
  { value: 'patch', label: 'Patch' },
  { value: 'promote', label: 'Promote' },
  { value: 'logs', label: 'Logs' },
]

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, async ({ services, actor, query }) => {
    const id = query('id')
    const [patch, promotion, status, { deployments, numWaiting }, log] = await Promise.all([
      services.deployments.getPatchView(actor, id, query('version')),
      query('tab') === 'promote' ? services.deployments.getPromoteView(actor, id, query('from')) : undefined,
      services.environments.getEnvironmentStatus(actor, id),
      services.deployments.getDeploymentHistory(actor, id),
      query('tab') === 'logs'
        ? services.environments.listEnvironmentLogs(actor, { id, ...askedLines(query), type: 'deployment' })
        : undefined,
    ])
    const isAskedFor = ({ applicationName: name }: PatchApplication) => namedLike(query('filter'))({ name })
    return {
      patch: {
        ...patch,
        deployedApplications: patch.deployedApplications.filter(isAskedFor),
        undeployedApplications: patch.undeployedApplications.filter(isAskedFor),
        total: patch.deployedApplications.length + patch.undeployedApplications.length,
      },
      promotion,
      status,
      deployments,
      numWaiting,
      log,
      nowEpoch: Date.now(),
      isAdmin: actor.isAdmin,
    }
  })

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    deploy: async ({ services, actor, query, form, context }) => {
      // The select of each row comes with the application that it stands beside.
      const versionIds = form.all('versionId')
      const applicationIds = form.all('applicationId')
      const wanted = form.all('ticked').flatMap((id) => versionIds[applicationIds.indexOf(id)] ?? [])
      const answer = await withServerProblem(context, messages.previousCommandFailed, () =>
        services.deployments
          .patchDeployment(actor, {
            environmentId: query('id'),
            applicationVersionIdsToDeploy: wanted,
            firstDeployWarningApproved: form.isChecked(costConfirmed),
            submissionId: form.submissionId,
          })
          .catch(inTheForm),
      )
      requireCostConfirmation(answer, form)
      context.setFlash(queuedMessage('deployment', answer))
      return redirect(deploymentPage(query('id'), query('name')))
    },
    promote: async (page) => {
      const { query, context } = page
      context.setFlash(queuedMessage('promotion', await promote(page)))
      return redirect(deploymentPage(query('id'), query('name')))
    },
    examine: async ({ services, actor, query, request, context }) => {
      await withServerProblem(context, messages.previousCommandFailed, () =>
        services.environments.examineEnvironment(actor, query('id')),
      )
      return redirect(request.url)
    },
  })

/** A version may have been cleaned out since the page was loaded: the page is still there, and so is what else was chosen. */
function inTheForm(failure: unknown): never {
  const isVersionGone =
    failure instanceof DomainError &&
    failure.code === 'not-found' &&
    failure.fields?.['applicationVersionIdToDeploy'] !== undefined
  if (isVersionGone) throw new DomainError('conflict', failure.told)
  throw failure
}

export default function CreateDeployment() {
  const { patch, promotion, status, deployments, numWaiting, log, nowEpoch, isAdmin } =
    useLoaderData<typeof loader>()
  const tab = useTab(tabs)
  const { environmentId, environmentName } = patch
  const isIll = status.statusType === 'FAILURE' && !status.needsAttention
  return (
    <>
      <PageHeader
        title={`New deployment to ${environmentName}`}
        parent={{ to: environmentPage(environmentId, environmentName), label: environmentName }}
        action={
          <Form name="examine" className="">
            <SubmitButton tone="plain" pending="Examining…">
              Examine deployed configuration
            </SubmitButton>
          </Form>
        }
      />
      {tab !== 'logs' && <AutoRefresh seconds={5} keepsForms />}
      <EnvironmentState status={status} isAdmin={isAdmin} />
      <Tabs label="Deployment" tabs={tabs} />
      {tab === 'patch' && (
        <div className="space-y-8">
          <Patch {...patch} isIll={isIll} nowEpoch={nowEpoch} />
          <DeploymentHistory
            environmentId={environmentId}
            environmentName={environmentName}
            deployments={deployments}
            numWaiting={numWaiting}
            nowEpoch={nowEpoch}
            isIll={isIll}
          />
        </div>
      )}
      {tab === 'promote' && promotion && <Promote {...promotion} />}
      {tab === 'logs' && log && (
        <Log
          environmentId={environmentId}
          type="deployment"
          log={log}
          empty="What happens during a deployment is logged here."
        />
      )}
    </>
  )
}
