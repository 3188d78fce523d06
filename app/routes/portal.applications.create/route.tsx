import { useLoaderData } from '@remix-run/react'
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { sampleApplication } from '../../../core/application/sample-application'
import { ApplicationFields } from '../../components/forms/application-fields'
import { ConfigurationFault } from '../../components/forms/configuration-fault'
import { checkTypedConfig } from '../../components/forms/typed-config'
import { applicationPage, declareVersionPage } from '../../components/portal-links'
import { Field } from '../../components/field'
import { Form } from '../../components/form'
import { PageHeader } from '../../components/page-header'
import { SubmitButton } from '../../components/submit-button'
import { title } from '../../components/title'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage, submitPage } from '../../http/pages/page'
import { readApplicationConfig } from '../../components/forms/read-application-config'
import { messages } from '../../messages/messages'
import { withServerProblem } from '../../http/pages/with-server-problem'

export { shouldRevalidate } from '../../components/should-revalidate'

export const handle = {
  access: 'member',
  submits: 'member',
  docs: '/docs/applications',
} as const satisfies PageHandle

export const meta = () => title('New application', 'Applications')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, ({ query, context }) => ({
    // Only there every instance knows its image.
    hasSample: context.isStandalone && query('example') === 'sample',
  }))

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    createApplication: async ({ services, actor, form, context }) => {
      const applicationName = form.text('applicationName').trim()
      const config = readApplicationConfig(form)
      const { submissionId } = form
      const { id } = await withServerProblem(context, messages.processCreateFailed, () =>
        services.applications.createApplication(actor, { applicationName, ...config, submissionId }),
      )
      context.setFlash('The application was created. Declare its first version to deploy it.', 'good', {
        to: declareVersionPage(id, applicationName),
        label: 'Declare Version',
      })
      return redirect(applicationPage(id, applicationName))
    },
  })

const sampleConfig = { ...sampleApplication, roles: {}, environmentVariables: {}, secrets: {} }

export default function CreateApplication() {
  const { hasSample } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader title="New application" parent={{ to: '/portal/applications', label: 'Applications' }} />
      <Form name="createApplication" check={checkTypedConfig}>
        <Field
          name="applicationName"
          label="Name"
          defaultValue={hasSample ? 'sample' : undefined}
          hint="Letters, numbers, underscores and spaces; starts with a letter or underscore."
          maxLength={100}
          required
        />
        <ApplicationFields config={hasSample ? sampleConfig : undefined} />
        <SubmitButton pending="Creating…">Create</SubmitButton>
        <ConfigurationFault />
      </Form>
    </>
  )
}
