import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { applicationPage } from '../../components/application-links'
import { CheckboxField, Field } from '../../components/field'
import { Form } from '../../components/form'
import { PageHeader } from '../../components/page-header'
import { SubmitButton } from '../../components/submit-button'
import { title } from '../../components/title'
import { loadPage, submitPage } from '../../http/pages/page'
import { messages } from '../../messages/messages'
import { withServerProblem } from '../../http/pages/with-server-problem'

export { shouldRevalidate } from '../../components/should-revalidate'

export const meta = () => title('Declare a version')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage('member', args, ({ services, actor, query }) =>
    services.applications.getVersionDeclareIndex(actor, query('id')),
  )

export const action = (args: ActionFunctionArgs) =>
  submitPage('member', args, {
    declareVersion: async ({ services, actor, form, context }) => {
      const version = {
        integrationId: form.text('integrationId'),
        dockerImageTag: form.text('dockerImageTag'),
        versionName: form.text('versionName'),
        sourceUrl: form.text('sourceUrl'),
        autoDeploy: form.isChecked('autoDeploy'),
        submissionId: form.submissionId,
      }
      const { message } = await withServerProblem(context, messages.versionDeclareFailed, () =>
        services.applications.declareVersion(actor, version),
      )
      context.setFlash(message)
      return redirect(`${applicationPage(form.text('id'), form.text('name'))}&tab=versions`)
    },
  })

export default function DeclareVersion() {
  const { id, name, integrationId, dockerBaseUrl, allowAutoDeploy, autoDeployEnvironmentName } =
    useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title={`Declare a version of ${name}`}
        parent={{ to: applicationPage(id, name), label: name }}
        description="Says that an image with another tag has been pushed and may be deployed."
      />
      <Form name="declareVersion">
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="name" value={name} />
        <input type="hidden" name="integrationId" value={integrationId} />
        <Field
          name="dockerImageTag"
          label="Docker image tag"
          hint={
            <>
              The part after the colon: <code className="break-all">{dockerBaseUrl}:tag</code>. A tag that
              always means the same image can be rolled back.
            </>
          }
          maxLength={128}
          autoComplete="off"
          spellCheck={false}
          required
        />
        <Field
          name="versionName"
          label="Version name"
          hint="Empty: the tag."
          maxLength={100}
          autoComplete="off"
        />
        <Field
          name="sourceUrl"
          label="Source"
          hint="Address of the commit that it was built from, with https://. May be empty."
          maxLength={500}
          autoComplete="off"
          spellCheck={false}
        />
        {allowAutoDeploy && (
          <CheckboxField
            name="autoDeploy"
            label={`Deploy it to ${autoDeployEnvironmentName ?? 'its environment'} at once`}
          />
        )}
        <SubmitButton pending="Declaring…">Declare Version</SubmitButton>
      </Form>
    </>
  )
}
