import { Link } from '@remix-run/react'
import { messages } from '../../messages/messages'
import { CostConfirmation } from '../../components/forms/cost-confirmation'
import { declareVersionPage } from '../../components/application-links'
import { CopyText } from '../../components/copy-text'
import { EmptyState } from '../../components/empty-state'
import { removeApplicationPage } from '../../components/environment-links'
import { SelectField } from '../../components/field'
import { Form } from '../../components/form'
import { LinkButton } from '../../components/link-button'
import { SubmitButton } from '../../components/submit-button'
import { NewLoadBalancers } from './new-load-balancers'
import { VersionStates } from './version-states'
import type { PatchApplication, PatchView } from '../../services/deployments/deployment-views'

/** Deploys, changes or removes one application at a time. */
export function Patch({
  environmentId,
  deployedApplications,
  undeployedApplications,
  isIll,
}: PatchView & { isIll: boolean }) {
  if (deployedApplications.length + undeployedApplications.length === 0) {
    return (
      <EmptyState
        action={
          <LinkButton primary to="/portal/applications/create">
            New Application
          </LinkButton>
        }
      >
        Once your team has an application with a version, it can be deployed here.
      </EmptyState>
    )
  }
  return (
    <>
      <section aria-labelledby="deployed">
        <h2 id="deployed" className="mb-2">
          Deployed applications
        </h2>
        {deployedApplications.length === 0 ? (
          <EmptyState>Nothing is deployed in this environment yet.</EmptyState>
        ) : (
          <ApplicationList
            environmentId={environmentId}
            applications={deployedApplications}
            isDeployed
            isIll={isIll}
          />
        )}
      </section>
      {undeployedApplications.length > 0 && (
        <section aria-labelledby="undeployed">
          <h2 id="undeployed" className="mb-2">
            Add an application
          </h2>
          <ApplicationList
            environmentId={environmentId}
            applications={undeployedApplications}
            isDeployed={false}
            isIll={isIll}
          />
        </section>
      )}
    </>
  )
}

function ApplicationList({
  environmentId,
  applications,
  isDeployed,
  isIll,
}: {
  environmentId: string
  applications: PatchApplication[]
  isDeployed: boolean
  isIll: boolean
}) {
  return (
    <ul className="panel divide-y divide-line">
      {applications.map((application) => (
        <li key={application.applicationId} className="px-3 py-3" aria-label={application.applicationName}>
          <div className="mb-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
            <h3 className="min-w-0 font-medium [overflow-wrap:anywhere]">{application.applicationName}</h3>
            <VersionStates {...application} isIll={isIll} />
          </div>
          {application.liveImageDigest !== undefined && (
            <p className="mb-2 flex flex-wrap items-center gap-x-2 text-muted">
              Image
              <CopyText
                label={`image digest of ${application.applicationName}`}
                text={application.liveImageDigest}
                isShortened
              />
            </p>
          )}
          {application.versions.length > 0 && application.numNewLoadBalancers > 0 && (
            <p className="mb-2 text-muted">
              <NewLoadBalancers {...application} />
            </p>
          )}
          <div className="flex flex-wrap items-end gap-3">
            <DeployForm application={application} isDeployed={isDeployed} />
            {isDeployed && !application.queuedRemoval && (
              <LinkButton
                className="button-danger"
                to={removeApplicationPage(environmentId, application.applicationId)}
                aria-label={`Remove ${application.applicationName}`}
              >
                Remove
              </LinkButton>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

function DeployForm({ application, isDeployed }: { application: PatchApplication; isDeployed: boolean }) {
  const { applicationId, applicationName, versions } = application
  if (versions.length === 0) {
    return (
      <p className="text-muted">
        {messages.versionsEmpty}.{' '}
        <Link className="link" to={declareVersionPage(applicationId, applicationName)}>
          Declare one
        </Link>
      </p>
    )
  }
  return (
    <Form name="deploy" subject={applicationId} className="flex flex-wrap items-end gap-3">
      <SelectField
        name="applicationVersionIdToDeploy"
        label={<span className="sr-only">{`Version of ${applicationName}`}</span>}
      >
        <option value="">Select a version</option>
        {versions.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <CostConfirmation />
      <SubmitButton
        tone={isDeployed ? 'plain' : 'primary'}
        pending="Deploying…"
        aria-label={`${isDeployed ? 'Deploy another version of' : 'Deploy'} ${applicationName}`}
      >
        Deploy
      </SubmitButton>
    </Form>
  )
}
