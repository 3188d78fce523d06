import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { settingKinds } from '../../../core/deployment/deployment-state'
import { DomainError } from '../../../core/errors'
import { deploymentStates } from '../../../core/resources/wire-states'
import { longest } from '../../../core/text/longest'
import { AutoRefresh } from '../../components/auto-refresh'
import { Details } from '../../components/details'
import { Difference, lostPortSentences } from '../../components/difference'
import {
  deploymentDetailPage,
  deploymentHistoryPage,
  deploymentOutputPage,
} from '../../components/environment-links'
import { costConfirmed } from '../../components/forms/cost-confirmation'
import { requireCostConfirmation } from '../../components/forms/require-cost-confirmation'
import { Epoch } from '../../components/moment'
import { Notice } from '../../components/notice'
import { PageLink } from '../../components/page-link'
import { PageHeader } from '../../components/page-header'
import { RoleProblems } from '../../components/role-problems'
import { SourceLink } from '../../components/source-link'
import { Steps } from '../../components/steps'
import { title } from '../../components/title'
import { Linked } from '../../components/linked'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage, submitPage } from '../../http/pages/page'
import { withServerProblem } from '../../http/pages/with-server-problem'
import { deploymentSentence } from '../../messages/deployment-sentence'
import { messages } from '../../messages/messages'
import { queuedMessage } from '../../messages/queued-message'
import type { DeploymentView } from '../../services/deployments/deployment-views'
import type { RequestedDeployment } from '../../services/environments/requested-deployment-views'
import { Approval } from './approval'
import { Buttons } from './buttons'
import { Headline } from './headline'
import { isWildcard } from '../../../core/dns/dns-names'
import { Outcome } from './outcome'
import { Processes } from './processes'
import { stepsOf } from './steps-of'
import { UsageComparison } from './usage-comparison'

export { shouldRevalidate } from '../../components/should-revalidate'

export const handle = {
  access: 'member',
  submits: 'member',
  docs: '/docs/deployments',
  about: { id: 'environment', deploymentId: 'deployment' },
} as const satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data
    ? title(`Deployment ${data.deployment.sequence}`, data.environmentName, 'Environments')
    : title('Deployment', 'Environments')

const { QUEUED, DEPLOYING, LIVE, AWAITING_APPROVAL } = deploymentStates

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, async ({ services, actor, query }) => {
    const view = await services.deployments.getDeployment(actor, {
      environmentId: query('id'),
      deploymentId: query('deploymentId'),
    })
    // What is live is opened next.
    const isLive = view.deployment.state === LIVE
    const { loadBalancers } = isLive
      ? await services.environments.getEnvironmentResources(actor, view.environmentId)
      : { loadBalancers: [] }
    const unansweredNames: RequestedDeployment['unansweredNames'] = isLive
      ? (await services.environments.getRequestedDeployment(actor, view.deployment.id)).unansweredNames
      : []
    const brought = new Set(
      view.difference.applications
        .filter(({ type }) => type === 'add' || type === 'change')
        .map(({ applicationId }) => applicationId),
    )
    const addresses = loadBalancers
      .filter(({ applicationId }) => brought.has(applicationId))
      .map(({ applicationName, port, urls, names }) => ({
        name: `${applicationName}, port ${port}`,
        url: urls[0],
        wildcards: names.map((one) => one.name).filter(isWildcard),
      }))
    return { ...view, addresses, unansweredNames, nowEpoch: Date.now() }
  })

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    stop: async ({ services, actor, query, context }) => {
      await withServerProblem(context, messages.previousCommandFailed, () =>
        services.deployments.stopDeployment(actor, query('deploymentId')),
      )
      context.setFlash('The deployment is being stopped.')
      return redirect(deploymentDetailPage(query('id'), query('deploymentId')))
    },
    approve: async ({ services, actor, query, form, context }) => {
      const { result } = await withServerProblem(context, messages.previousCommandFailed, () =>
        services.deployments.approveDeployment(actor, {
          deploymentId: query('deploymentId'),
          expectedEnvironmentVersionState: form.text('environmentVersionsState', longest.id),
        }),
      )
      if (result === 'STATE_MISSMATCH') throw new DomainError('conflict', messages.approvalMismatch)
      context.setFlash('The deployment was approved.')
      return redirect(deploymentDetailPage(query('id'), query('deploymentId')))
    },
    decline: async ({ services, actor, query, context }) => {
      await withServerProblem(context, messages.previousCommandFailed, () =>
        services.deployments.declineDeployment(actor, query('deploymentId')),
      )
      context.setFlash('The deployment was declined.')
      return redirect(deploymentDetailPage(query('id'), query('deploymentId')))
    },
    retry: async ({ services, actor, query, form, context }) => {
      const answer = await withServerProblem(context, messages.previousCommandFailed, () =>
        services.deployments.retryDeployment(actor, {
          deploymentId: query('deploymentId'),
          firstDeployWarningApproved: form.isChecked(costConfirmed),
          submissionId: form.submissionId,
        }),
      )
      requireCostConfirmation(answer, form)
      context.setFlash(
        answer.awaitsApproval ? queuedMessage('deployment', answer) : 'The deployment was queued again.',
      )
      return redirect(deploymentDetailPage(query('id'), answer.id ?? query('deploymentId')))
    },
  })

export default function Deployment() {
  const view = useLoaderData<typeof loader>()
  const { environmentId, environmentName, deployment, difference, processes } = view
  const facts = factsOf(view)
  const isSetting = settingKinds.includes(deployment.kind)
  const isAwaiting = deployment.state === AWAITING_APPROVAL
  const isRunning = deployment.state === QUEUED || deployment.state === DEPLOYING || isAwaiting
  return (
    <>
      <PageHeader
        title={`Deployment ${deployment.sequence}: ${deploymentSentence(deployment)}`}
        parent={{
          to: deploymentHistoryPage(environmentId, environmentName),
          label: `Deployments of ${environmentName}`,
        }}
        description={<Headline {...view} />}
        action={<Buttons {...view} />}
      />
      {isRunning && <AutoRefresh seconds={5} />}
      <Outcome {...view} />
      <Approval {...view} />
      {view.unansweredNames.map(({ name, message }) => (
        <Notice key={name} tone="bad">
          {message}
        </Notice>
      ))}
      <RoleProblems problems={view.roleProblems} />
      <div className="mt-6 space-y-8">
        {facts.length > 0 && <Details facts={facts} />}
        {!isSetting && !isAwaiting && (
          <section>
            <h2 className="mb-2">Progress</h2>
            <Steps label="Progress" steps={stepsOf(view)} />
          </section>
        )}
        {processes.length > 0 && (
          <section>
            <h2 className="mb-2">Processes</h2>
            <Processes {...view} />
          </section>
        )}
        {view.usage.length > 0 && (
          <UsageComparison environment={{ id: environmentId, name: environmentName }} usage={view.usage} />
        )}
        {!isSetting && deployment.startedEpoch !== undefined && (
          <p>
            <PageLink to={deploymentOutputPage(environmentId, deployment.id)}>
              Logs of this deployment
            </PageLink>
          </p>
        )}
        <section>
          <h2 className="mb-2">What changes</h2>
          <Difference
            caption="What changes"
            difference={difference}
            atMostPerHour={view.atMostPerHour}
            headers={{ before: 'Before', after: 'By this deployment' }}
          />
          {isRunning &&
            [...lostPortSentences(difference), view.vcpuShortage ?? []].flat().map((sentence) => (
              <div key={sentence} className="mt-3">
                <Notice tone="warn">
                  <Linked text={sentence} />
                </Notice>
              </div>
            ))}
        </section>
      </div>
    </>
  )
}

function factsOf({ deployment, sources }: DeploymentView) {
  const { kind, reason } = deployment
  return [
    ...approvalFacts(deployment),
    ...(reason === undefined || settingKinds.includes(kind) ? [] : [{ term: 'Why', value: reason }]),
    ...sources.map(({ versionName, sourceUrl }) => ({
      term: `Source of ${versionName}`,
      value: <SourceLink url={sourceUrl} of={versionName} />,
    })),
  ]
}

function approvalFacts({ approvedBy, approvedEpoch }: DeploymentView['deployment']) {
  if (approvedBy === undefined || approvedEpoch === undefined) return []
  return [
    {
      term: 'Approved by',
      value: (
        <>
          {`${approvedBy}, `}
          <Epoch epoch={approvedEpoch} />
        </>
      ),
    },
  ]
}
