import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { urlVariable } from '../../../core/application/environment-variables'
import { longest } from '../../../core/text/longest'
import { ApplicationFields } from '../../components/forms/application-fields'
import { ConfigurationFault } from '../../components/forms/configuration-fault'
import { checkTypedConfig } from '../../components/forms/typed-config'
import {
  applicationDeletePage,
  applicationPage,
  declareVersionPage,
  versionsPage,
} from '../../components/portal-links'
import { AwaitedConfigurations } from '../../components/awaited-configurations'
import { environmentPage } from '../../components/environment-links'
import { deployAwaited } from '../../components/forms/deploy-awaited'
import { DeletionRule } from '../../components/deletion-rule'
import { CopyText } from '../../components/copy-text'
import { Details } from '../../components/details'
import { Field } from '../../components/field'
import { Form } from '../../components/form'
import { LinkButton } from '../../components/link-button'
import { ListFilter } from '../../components/list-filter'
import { Notice } from '../../components/notice'
import { PageHeader } from '../../components/page-header'
import { PageLinks } from '../../components/page-links'
import { RevisionField } from '../../components/revision-field'
import { SubmitButton } from '../../components/submit-button'
import { tabOf, Tabs, useTab } from '../../components/tabs'
import { title } from '../../components/title'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage, submitPage } from '../../http/pages/page'
import { readApplicationConfig } from '../../components/forms/read-application-config'
import { ActiveDeployments } from './active-deployments'
import { AutoDeployTarget } from './auto-deploy-target'
import { readSize, SizeNotice } from './suggested-size'
import { Usage } from './usage'
import { Versions } from './versions'
import { usageRangeOf } from '../../services/usage/usage-views'
import { messages } from '../../messages/messages'
import { withServerProblem } from '../../http/pages/with-server-problem'

export { shouldRevalidate } from '../../components/should-revalidate'

export const handle = {
  access: 'member',
  submits: 'member',
  docs: '/docs/applications',
  about: { id: 'application' },
} as const satisfies PageHandle

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  title(data?.application.name ?? 'Application', 'Applications')

const tabs = [
  { value: 'configuration', label: 'Configuration' },
  { value: 'versions', label: 'Process Versions' },
  { value: 'deployments', label: 'Active Deployments' },
  { value: 'usage', label: 'Usage' },
]

/** Each with its curves, and the table of their figures. */
const environmentsAtOnce = 10

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, async ({ services, actor, query, context }) => {
    const id = query('id')
    const tab = query('tab')
    const about = Promise.all([
      services.applications.getApplication(actor, id),
      services.applications.getApplicationConfig(actor, id),
    ])
    // Awaited below: where both fail, what the tab lists says why.
    about.catch(() => undefined)
    const [versions, deployments, usage] = await Promise.all([
      tab === 'versions'
        ? withServerProblem(context, messages.versionsFailed, () =>
            services.applications.listApplicationVersions(actor, id, {
              cursor: query('cursor'),
              filter: query('filter'),
            }),
          )
        : undefined,
      tab === 'deployments' || tabOf(tabs, tab) === 'configuration'
        ? withServerProblem(context, messages.deploymentsFailed, () =>
            services.applications.listApplicationDeployments(actor, id),
          )
        : undefined,
      tab === 'usage'
        ? services.usage.getApplicationUsage(actor, {
            ...{ id, range: usageRangeOf(query('range')) },
            ...{ limit: environmentsAtOnce, cursor: query('cursor') || undefined },
          })
        : undefined,
    ])
    const [application, config] = await about
    return {
      application,
      config,
      versions,
      deployments: deployments?.deployments,
      usage,
      renamedVersionId: query('rename'),
      deployedVersionId: query('deploy'),
      size: readSize(query),
      nowEpoch: Date.now(),
    }
  })

export const action = (args: ActionFunctionArgs) =>
  submitPage(handle, args, {
    editConfig: async ({ services, actor, query, form, context }) => {
      const id = query('id')
      const applicationName = form.text('applicationName').trim()
      const { revision } = form
      const change = { id, applicationName, revision, ...readApplicationConfig(form) }
      await withServerProblem(context, messages.processEditFailed, () =>
        services.applications.editApplicationConfig(actor, change),
      )
      context.setFlash(
        'The configuration was saved. It takes effect with the next deployment of the application.',
      )
      return redirect(applicationPage(id, applicationName))
    },
    deployAwaited: (page) => deployAwaited(page, page.form.subject),
    setAutoDeployTarget: async ({ services, actor, query, form, context, request }) => {
      const target = { applicationId: query('id'), environmentId: form.text('environmentId') || undefined }
      await withServerProblem(context, messages.autoDeployFailed, () =>
        services.applications.setAutoDeployTarget(actor, target),
      )
      context.setFlash('The auto deploy environment was saved.')
      return redirect(request.url)
    },
    renameVersion: async ({ services, actor, query, form, context }) => {
      const change = { id: form.subject, name: form.text('name') }
      await withServerProblem(context, messages.versionRenameFailed, () =>
        services.applications.renameVersion(actor, change),
      )
      context.setFlash('The name was saved.')
      return redirect(versionsPage(query('id'), query('name')))
    },
  })

export default function ApplicationPage() {
  const {
    application,
    config,
    versions,
    deployments,
    usage,
    renamedVersionId,
    deployedVersionId,
    size,
    nowEpoch,
  } = useLoaderData<typeof loader>()
  const tab = useTab(tabs)
  const { id, name, integrationId, environments, sharesVariablesWith } = application
  return (
    <>
      <PageHeader
        title={name}
        parent={{ to: '/portal/applications', label: 'Applications' }}
        action={
          <LinkButton primary to={declareVersionPage(id, name)}>
            Declare Version
          </LinkButton>
        }
      />
      {sharesVariablesWith !== undefined && (
        <Notice tone="warn">
          <code>{urlVariable(name, 8080)}</code> and the like may lead to {sharesVariablesWith}, which is
          called the same in variables. Rename one of them.
        </Notice>
      )}
      <Details
        facts={[
          { term: 'Integration ID', value: <CopyText label="integration ID" text={integrationId} /> },
          ...(environments.length === 0
            ? []
            : [{ term: 'Auto Deploy Environment', value: <AutoDeployTarget environments={environments} /> }]),
        ]}
      />
      <div className="mt-6">
        <Tabs label="About this application" tabs={tabs} />
        {tab === 'configuration' && (
          <>
            <AwaitedConfigurations
              rows={(deployments ?? []).flatMap(({ environmentId, environmentName, awaitedConfiguration }) =>
                awaitedConfiguration === undefined
                  ? []
                  : {
                      subject: environmentId,
                      applicationName: name,
                      environmentName,
                      name: environmentName,
                      to: environmentPage(environmentId, environmentName),
                      awaited: awaitedConfiguration,
                    },
              )}
            />
            <Form name="editConfig" check={checkTypedConfig}>
              <RevisionField revision={config.revision} />
              {size && <SizeNotice config={config} size={size} />}
              <Field
                name="applicationName"
                label="Name"
                hint={
                  <>
                    Other applications find its ports in <code>SDO_URL_…</code>, which has this name in it.
                  </>
                }
                defaultValue={name}
                maxLength={longest.name}
                required
              />
              <ApplicationFields config={{ ...config, ...size }} />
              <SubmitButton pending="Saving…">Save configuration</SubmitButton>
              <ConfigurationFault />
            </Form>
          </>
        )}
        {tab === 'versions' && versions && (
          <>
            <ListFilter list="Versions" total={versions.total} />
            <Versions
              application={application}
              versions={versions.versions}
              total={versions.total}
              renamedVersionId={renamedVersionId}
              deployedVersionId={deployedVersionId}
              nowEpoch={nowEpoch}
            />
            <PageLinks
              list="versions"
              nextCursor={versions.nextCursor}
              previousCursor={versions.previousCursor}
            />
          </>
        )}
        {tab === 'deployments' && deployments && (
          <ActiveDeployments deployments={deployments} nowEpoch={nowEpoch} />
        )}
        {tab === 'usage' && usage && <Usage {...usage} />}
      </div>
      <div className="mt-8">
        {application.deletion.isPossible ? (
          <LinkButton className="button-danger" to={applicationDeletePage(id, name)}>
            Delete Application
          </LinkButton>
        ) : (
          <>
            <h2 className="mb-2">Delete Application</h2>
            <DeletionRule deletion={application.deletion} />
          </>
        )}
      </div>
    </>
  )
}
