import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Difference, lostPortSentences } from '../../components/difference'
import { deploymentPage } from '../../components/environment-links'
import { Form } from '../../components/form'
import { CostConfirmation, costConfirmed } from '../../components/forms/cost-confirmation'
import { requireCostConfirmation } from '../../components/forms/require-cost-confirmation'
import { LinkButton } from '../../components/link-button'
import { Epoch } from '../../components/moment'
import { Notice } from '../../components/notice'
import { PageHeader } from '../../components/page-header'
import { Price } from '../../components/price'
import { SubmitButton } from '../../components/submit-button'
import { title } from '../../components/title'
import { Linked } from '../../components/linked'
import { DomainError } from '../../../core/errors'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage, submitPage } from '../../http/pages/page'
import { withServerProblem } from '../../http/pages/with-server-problem'
import { messages } from '../../messages/messages'
import { queuedMessage } from '../../messages/queued-message'

export { shouldRevalidate } from '../../components/should-revalidate'

export const handle = {
  access: 'member',
  submits: 'member',
  docs: '/docs/deployments#revert',
  about: { id: 'environment', environmentVersionId: 'environmentVersion' },
} as const satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data ? `Revert ${data.environmentName}` : 'Revert', 'Environments')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, ({ services, actor, query }) =>
    services.deployments.getRevertView(actor, {
      environmentId: query('id'),
      environmentVersionId: query('environmentVersionId'),
    }),
  )

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    revert: async ({ services, actor, query, form, context }) => {
      const answer = await withServerProblem(context, messages.revertFailed, () =>
        services.deployments.revertDeployment(actor, {
          environmentVersionId: query('environmentVersionId'),
          expectedEnvironmentVersionState: form.text('environmentVersionsState'),
          firstDeployWarningApproved: form.isChecked(costConfirmed),
          submissionId: form.submissionId,
        }),
      )
      if (answer.result === 'STATE_MISSMATCH') throw new DomainError('conflict', messages.revertMismatch)
      requireCostConfirmation(answer, form)
      const { name } = await services.environments.getEnvironment(actor, query('id'))
      context.setFlash(queuedMessage('revert', answer))
      return redirect(deploymentPage(query('id'), name))
    },
  })

export default function Revert() {
  const view = useLoaderData<typeof loader>()
  const { environmentId, environmentName, sequence, createdEpoch, difference, refusal, costPerHour } = view
  const back = deploymentPage(environmentId, environmentName)
  return (
    <>
      <PageHeader
        title={`Revert ${environmentName} to deployment ${sequence}?`}
        parent={{ to: back, label: `Deployments of ${environmentName}` }}
      />
      <div className="mb-5 space-y-4">
        <p className="max-w-form">
          {`${environmentName} then runs what it ran from `}
          <Epoch epoch={createdEpoch} />
          {
            ', as it was configured then. This is an ordinary deployment: the current processes serve until the new ones do.'
          }
        </p>
        <Difference
          caption={`What reverting ${environmentName} changes`}
          difference={difference}
          atMostPerHour={view.atMostPerHour}
        />
        {lostPortSentences(difference).map((sentence) => (
          <Notice key={sentence} tone="warn">
            {sentence}
          </Notice>
        ))}
        {view.vcpuShortage !== undefined && (
          <Notice tone="warn">
            <Linked text={view.vcpuShortage} />
          </Notice>
        )}
        {!view.hasSettings && (
          <p className="text-muted">
            Overrides and Spot strategy were not kept at that time. They stay as they are now.
          </p>
        )}
        {costPerHour !== undefined && (
          <p className="text-muted">
            {'What runs now costs '}
            <Price perHour={costPerHour} />
            {' before traffic and logs. What it costs afterwards is known when everything has its place.'}
          </p>
        )}
      </div>
      {refusal === undefined ? (
        <Form name="revert" className="space-y-4">
          <input type="hidden" name="environmentVersionsState" value={view.environmentVersionsState} />
          <CostConfirmation of="deployment" step={view.costStep} />
          <div className="flex gap-3">
            <SubmitButton pending="Reverting…">Revert</SubmitButton>
            <LinkButton to={back}>Keep what runs now</LinkButton>
          </div>
        </Form>
      ) : (
        <Notice tone="info">{refusal}</Notice>
      )}
    </>
  )
}
