import { most } from '../../../core/text/longest'
import { EmptyState } from '../../components/empty-state'
import { SelectField } from '../../components/field'
import { useForm } from '../../components/form-context'
import { Form } from '../../components/form'
import { CostConfirmation } from '../../components/forms/cost-confirmation'
import { SubmitButton } from '../../components/submit-button'
import { Table } from '../../components/table'
import type { PatchApplication, PatchView } from '../../services/deployments/deployment-views'
import { NewLoadBalancers } from './new-load-balancers'
import { VersionStates } from './version-states'

type SeveralProps = Pick<PatchView, 'deployedApplications' | 'undeployedApplications'> & { isIll: boolean }

/** Deploys several applications as one deployment: what is ticked gets the version beside it. */
export function Several({ deployedApplications, undeployedApplications, isIll }: SeveralProps) {
  const all = [...deployedApplications, ...undeployedApplications].filter(
    ({ versions }) => versions.length > 0,
  )
  // What is deployed comes first, and no environment runs more.
  const applications = all.slice(0, most.repeatedFields)
  if (applications.length === 0)
    return <EmptyState>Applications that have a version can be deployed together here.</EmptyState>
  return (
    <Form name="deploySeveral" className="space-y-4">
      <p className="max-w-prose text-muted">
        What is ticked is one deployment, which gives each the version beside it. When something of it fails,
        what runs now stays.
      </p>
      <Applications applications={applications} isIll={isIll} />
      {all.length > applications.length && (
        <p className="text-muted">{`${all.length - applications.length} more are on the tab Patch.`}</p>
      )}
      <CostConfirmation />
      <SubmitButton pending="Deploying…">Deploy selected</SubmitButton>
    </Form>
  )
}

function Applications({ applications, isIll }: { applications: PatchApplication[]; isIll: boolean }) {
  const { refusal } = useForm()
  const ticked = refusal?.values.row ?? []
  return (
    <Table
      caption="Applications to deploy together"
      rows={applications.map((application, row) => ({ application, row: String(row) }))}
      rowKey={({ application }) => application.applicationId}
      columns={[
        {
          header: 'Application',
          long: true,
          cell: ({ application, row }) => (
            <label className="inline-flex items-start gap-2">
              <input
                type="checkbox"
                name="row"
                value={row}
                defaultChecked={ticked.includes(row)}
                className="mt-0.5 size-4 shrink-0"
              />
              {application.applicationName}
            </label>
          ),
        },
        {
          header: 'Version to deploy',
          cell: ({ application: { applicationName, versions }, row }) => (
            <SelectField
              name="versionId"
              row={Number(row)}
              label={<span className="sr-only">{`Version of ${applicationName}`}</span>}
            >
              {versions.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
          ),
        },
        {
          header: 'Adds',
          long: true,
          cell: ({ application }) =>
            application.numNewLoadBalancers === 0 ? null : <NewLoadBalancers {...application} />,
        },
        {
          header: 'State',
          long: true,
          cell: ({ application }) =>
            application.liveVersionName === undefined &&
            application.deployingVersionName === undefined &&
            application.queuedVersionName === undefined ? (
              <span className="text-muted">Not deployed</span>
            ) : (
              <VersionStates {...application} isIll={isIll} />
            ),
        },
      ]}
    />
  )
}
