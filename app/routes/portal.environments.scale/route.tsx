import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { CostConfirmation, costConfirmed } from '../../components/forms/cost-confirmation'
import { requireCostConfirmation } from '../../components/forms/require-cost-confirmation'
import { deploymentDetailPage, environmentPage } from '../../components/environment-links'
import { Field } from '../../components/field'
import { Form } from '../../components/form'
import { LinkButton } from '../../components/link-button'
import { PageHeader } from '../../components/page-header'
import { SubmitButton } from '../../components/submit-button'
import { title } from '../../components/title'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage, submitPage } from '../../http/pages/page'
import { withServerProblem } from '../../http/pages/with-server-problem'
import { messages } from '../../messages/messages'
import { settingsMessage } from '../../messages/queued-message'

export { shouldRevalidate } from '../../components/should-revalidate'

export const handle = {
  access: 'member',
  submits: 'member',
  docs: '/docs/environments#process-overrides',
  about: { id: 'environment', applicationId: 'application' },
} as const satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(
    data ? `Scale ${data.applicationName} in ${data.environmentName}` : 'Scale an application',
    'Environments',
  )

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, async ({ services, actor, query }) => {
    const id = query('id')
    const scale = await services.environments.getScale(actor, {
      environmentId: id,
      applicationId: query('applicationId'),
    })
    return { id, ...scale }
  })

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    scale: async ({ services, actor, query, form, context }) => {
      const environmentId = query('id')
      const answer = await withServerProblem(context, messages.processValuesFailed, () =>
        services.environments.overrideApplication(actor, {
          environmentId,
          applicationId: query('applicationId'),
          override: true,
          numProcesses: form.text('numProcesses').trim(),
          firstDeployWarningApproved: form.isChecked(costConfirmed),
        }),
      )
      requireCostConfirmation(answer, form)
      const { name } = await services.environments.getEnvironment(actor, environmentId)
      context.setFlash(settingsMessage('The number of processes was saved.', answer))
      return redirect(
        answer.deploymentId === undefined
          ? environmentPage(environmentId, name)
          : deploymentDetailPage(environmentId, answer.deploymentId),
      )
    },
  })

export default function Scale() {
  const { id, environmentName, applicationName, isProtected, ...numbers } = useLoaderData<typeof loader>()
  const back = environmentPage(id, environmentName)
  return (
    <>
      <PageHeader
        title={`Scale ${applicationName} in ${environmentName}`}
        parent={{ to: back, label: environmentName }}
      />
      <p className="mb-4 max-w-form">
        {isProtected
          ? 'The environment is protected: another admin has to approve the change first.'
          : 'Takes effect at once, without downtime.'}
      </p>
      <Form name="scale">
        <Field
          name="numProcesses"
          label="Number of processes"
          hint={hintOf(numbers)}
          inputMode="numeric"
          typing="whole"
          autoComplete="off"
          defaultValue={numbers.count}
          required
        />
        <CostConfirmation />
        <div className="flex gap-3">
          <SubmitButton pending="Saving…">Scale</SubmitButton>
          <LinkButton to={back}>Cancel</LinkButton>
        </div>
      </Form>
    </>
  )
}

/** What the number means beside what changes it. */
const hintOf = ({
  defaultCount,
  maxProcesses,
  mostScheduled,
}: {
  defaultCount: number
  maxProcesses?: number
  mostScheduled?: number
}) =>
  [
    `Default: ${defaultCount}.`,
    mostScheduled === undefined
      ? '0 stops the application.'
      : `Its schedule runs up to ${mostScheduled} at certain times, also if you type 0.`,
    maxProcesses === undefined ? '' : `SDO scales from this number up to ${maxProcesses}.`,
  ]
    .join(' ')
    .trim()
