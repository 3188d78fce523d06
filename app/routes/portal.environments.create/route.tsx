import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData, useSearchParams } from '@remix-run/react'
import { CostConfirmation, costConfirmed } from '../../components/forms/cost-confirmation'
import { EmptyState } from '../../components/empty-state'
import { deploymentPage, environmentPage } from '../../components/environment-links'
import { Field, SelectField } from '../../components/field'
import { Form } from '../../components/form'
import { Notice } from '../../components/notice'
import { PageHeader } from '../../components/page-header'
import { SubmitButton } from '../../components/submit-button'
import { messages } from '../../messages/messages'
import { z } from 'zod'
import { createdChoices, environmentChoices, labelOf, valuesOf } from '../../../core/environment/choices'
import { createdChoicesShape } from '../../input/environment-choices'
import { withServerProblem } from '../../http/pages/with-server-problem'
import { title } from '../../components/title'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage, submitPage } from '../../http/pages/page'
import { requireCostConfirmation } from '../../components/forms/require-cost-confirmation'

export { shouldRevalidate } from '../../components/should-revalidate'

export const handle = {
  access: 'member',
  submits: 'member',
  docs: '/docs/environments',
} as const satisfies PageHandle

export const meta = () => title('New environment', 'Environments')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(
    handle,
    args,
    ({ services, actor }) => services.environments.getEnvironmentCreateIndex(actor),
    messages.awsAccountsFailed,
  )

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    createEnvironment: async ({ services, actor, form, context }) => {
      const name = form.text('environmentName').trim()
      const environment = {
        environmentName: name,
        awsAccountId: form.text('awsAccountId'),
        ...form.parse(z.object(createdChoicesShape)),
        firstDeployMessageApproved: form.isChecked(costConfirmed),
        submissionId: form.submissionId,
      }
      const { id, showFirstEnvironmentDeployWarning } = await withServerProblem(
        context,
        messages.previousCommandFailed,
        () => services.environments.createEnvironment(actor, environment),
      )
      requireCostConfirmation({ showFirstDeployWarning: showFirstEnvironmentDeployWarning }, form)
      context.setFlash(
        'The environment is being created.',
        'good',
        id ? { to: deploymentPage(id, name), label: 'Deploy to it' } : undefined,
      )
      return redirect(id ? environmentPage(id, name) : '/portal/environments')
    },
  })

export default function CreateEnvironment() {
  const { awsAccounts } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  return (
    <>
      <PageHeader title="New environment" parent={{ to: '/portal/environments', label: 'Environments' }} />
      {awsAccounts.length === 0 ? (
        <EmptyState>
          An environment is built inside your own AWS account. Add one on the{' '}
          <Link className="link" to="/portal/external-resources">
            External Resources
          </Link>{' '}
          page first.
        </EmptyState>
      ) : (
        <Form name="createEnvironment">
          {awsAccounts.map(
            ({ id, name, vpcShortage }) =>
              vpcShortage !== undefined && (
                <Notice key={id} tone="warn">
                  {`AWS would refuse a new environment in ${name}: each needs a VPC. ${vpcShortage}`}
                </Notice>
              ),
          )}
          <Field
            name="environmentName"
            label="Name"
            hint="Letters, numbers, underscores and spaces; starts with a letter or underscore."
            maxLength={100}
            required
          />
          <SelectField
            name="awsAccountId"
            label="AWS Account"
            defaultValue={search.get('account') ?? undefined}
            required
          >
            {awsAccounts.map(({ id, name, accountNumber, statusType }) => (
              <option key={id} value={id}>
                {`${name} (${accountNumber})${statusType === 'SUCCESS' ? '' : ', not set up yet'}`}
              </option>
            ))}
          </SelectField>
          {createdChoices.map((name) => (
            <SelectField
              key={name}
              name={name}
              label={environmentChoices[name].term}
              hint={environmentChoices[name].created.hint}
              defaultValue={environmentChoices[name].created.value}
            >
              {valuesOf(name).map((value) => (
                <option key={value} value={value}>
                  {labelOf(name, value)}
                </option>
              ))}
            </SelectField>
          ))}
          <CostConfirmation of="environment" />
          <SubmitButton pending="Creating…">Create</SubmitButton>
        </Form>
      )}
    </>
  )
}
