import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { applicationPage, chooseEnvironmentPage, versionsPage } from '../../components/portal-links'
import { CheckboxField, Field } from '../../components/field'
import { deployApplicationPage } from '../../components/environment-links'
import type { NextStep } from '../../http/request/context'
import { sampleApplication, sampleTag } from '../../../core/application/sample-application'
import { Form } from '../../components/form'
import { PageHeader } from '../../components/page-header'
import { SubmitButton } from '../../components/submit-button'
import { title } from '../../components/title'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage, submitPage } from '../../http/pages/page'
import { messages } from '../../messages/messages'
import { withServerProblem } from '../../http/pages/with-server-problem'

export { shouldRevalidate } from '../../components/should-revalidate'

export const handle = {
  access: 'member',
  submits: 'member',
  docs: '/docs/applications#declare-a-version',
  about: { id: 'application' },
} as const satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data ? `Declare a version of ${data.name}` : 'Declare a version', 'Applications')

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, ({ services, actor, query }) =>
    services.applications.getVersionDeclareIndex(actor, query('id')),
  )

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    declareVersion: async ({ services, actor, form, context }) => {
      const version = {
        integrationId: form.text('integrationId'),
        dockerImageTag: form.text('dockerImageTag'),
        versionName: form.text('versionName'),
        sourceUrl: form.text('sourceUrl'),
        autoDeploy: form.isChecked('autoDeploy'),
        submissionId: form.submissionId,
      }
      const { id, message, autoDeployed } = await withServerProblem(
        context,
        messages.versionDeclareFailed,
        () => services.applications.declareVersion(actor, version),
      )
      const { environments } = await services.navigation.getPortalFrame(actor)
      const application = { id: form.text('id'), name: form.text('name') }
      context.setFlash(
        message,
        'good',
        autoDeployed ? undefined : whereToDeploy(environments, application, id),
      )
      return redirect(versionsPage(application.id, application.name))
    },
  })

type Named = Record<'id' | 'name', string>

/** The next step: to deploy the version, where there is but one environment, to it; where there is none, to make one. */
function whereToDeploy(environments: Named[], application: Named, versionId: string): NextStep {
  const [first, second] = environments
  if (!first) return { to: '/portal/environments/create', label: 'Create an environment' }
  return second
    ? { to: chooseEnvironmentPage(application, versionId), label: 'Deploy to…' }
    : { to: deployApplicationPage(first, application, versionId), label: `Deploy to ${first.name}` }
}

export default function DeclareVersion() {
  const { id, name, integrationId, dockerBaseUrl, allowAutoDeploy, autoDeployEnvironmentName } =
    useLoaderData<typeof loader>()
  return (
    <>
      <PageHeader
        title={`Declare a version of ${name}`}
        parent={{ to: applicationPage(id, name), label: name }}
        description="Registers an image tag that you pushed, so it can be deployed."
      />
      <Form name="declareVersion">
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="name" value={name} />
        <input type="hidden" name="integrationId" value={integrationId} />
        <Field
          name="dockerImageTag"
          label="Docker image tag"
          defaultValue={dockerBaseUrl === sampleApplication.dockerBaseUrl ? sampleTag : undefined}
          hint={
            <>
              The part after the image: <code className="break-all">{dockerBaseUrl}:tag</code>, or its digest,
              sha256:…. Give each build its own tag so you can roll back.
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
          hint="Leave empty to use the tag."
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
