import type { ChangeEvent } from 'react'
import { Link, useSearchParams } from '@remix-run/react'
import { most } from '../../../core/text/longest'
import { ageText } from '../../components/moment'
import { declareVersionPage } from '../../components/portal-links'
import { CopyText } from '../../components/copy-text'
import { EmptyState } from '../../components/empty-state'
import { removeApplicationPage } from '../../components/environment-links'
import { SelectField } from '../../components/field'
import { useForm } from '../../components/form-context'
import { Form } from '../../components/form'
import { CostConfirmation } from '../../components/forms/cost-confirmation'
import { LinkButton } from '../../components/link-button'
import { ListFilter } from '../../components/list-filter'
import { RoleProblems } from '../../components/role-problems'
import { sourceText } from '../../components/source-link'
import { SubmitButton } from '../../components/submit-button'
import { Table } from '../../components/table'
import { messages } from '../../messages/messages'
import type { PatchApplication, PatchView } from '../../services/deployments/deployment-views'
import { NewLoadBalancers } from './new-load-balancers'
import { VersionStates } from './version-states'

interface PatchProps extends PatchView {
  /** How many applications there are, those that a filter leaves out included. */
  total: number
  isIll: boolean
  nowEpoch: number
}

/** Deploys, changes or removes applications: what is ticked is one deployment, which gives each the version beside it. */
export function Patch({
  environmentId,
  deployedApplications,
  undeployedApplications,
  total,
  isIll,
  nowEpoch,
}: PatchProps) {
  const shown = [...deployedApplications, ...undeployedApplications]
  const deployable = shown.filter(({ versions }) => versions.length > 0).slice(0, most.repeatedFields)
  const others = shown.filter(({ versions }) => versions.length === 0)
  const numLeftOut = shown.length - deployable.length - others.length
  if (total === 0) {
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
  const deployed = new Set(deployedApplications.map(({ applicationId }) => applicationId))
  const removalOf = ({ applicationId, queuedRemoval }: PatchApplication) =>
    deployed.has(applicationId) && !queuedRemoval
      ? removeApplicationPage(environmentId, applicationId)
      : undefined
  return (
    <section aria-label="Applications">
      <ListFilter list="Applications" total={total} />
      <Form name="deploy" className="space-y-4">
        <Applications
          applications={[...deployable, ...others]}
          isIll={isIll}
          nowEpoch={nowEpoch}
          removalOf={removalOf}
        />
        {numLeftOut > 0 && (
          <p className="text-muted">{`${numLeftOut} more are not shown: filter by name to find them.`}</p>
        )}
        <RoleProblems problems={shown.flatMap(({ roleProblems }) => roleProblems)} />
        <CostConfirmation of="deployment" />
        {deployable.length > 0 && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <SubmitButton pending="Deploying…">Deploy selected</SubmitButton>
            <span className="text-muted">
              Selected applications deploy together. If one fails, nothing changes.
            </span>
          </div>
        )}
      </Form>
    </section>
  )
}

interface ApplicationsProps {
  applications: PatchApplication[]
  isIll: boolean
  nowEpoch: number
  /** The page that removes an application, where it can be removed. */
  removalOf: (application: PatchApplication) => string | undefined
}

function Applications({ applications, isIll, nowEpoch, removalOf }: ApplicationsProps) {
  return (
    <Table
      caption="Applications to deploy"
      empty="No application has this in its name."
      rows={applications.map((application, row) => ({ application, row }))}
      rowKey={({ application }) => application.applicationId}
      columns={[
        {
          header: 'Application',
          long: true,
          cell: ({ application }) => <Name application={application} isAlone={applications.length === 1} />,
        },
        {
          header: 'State',
          long: true,
          cell: ({ application }) =>
            isUnknown(application) ? (
              <span className="text-muted">Not deployed</span>
            ) : (
              <VersionStates {...application} isIll={isIll} />
            ),
        },
        {
          header: 'Version to deploy',
          cell: ({ application, row }) => (
            <NextVersion application={application} row={row} nowEpoch={nowEpoch} />
          ),
        },
        {
          header: 'Adds',
          long: true,
          cell: ({ application }) =>
            application.versions.length === 0 || application.numNewLoadBalancers === 0 ? null : (
              <NewLoadBalancers {...application} />
            ),
        },
        {
          header: 'Remove',
          unlabelled: true,
          cell: ({ application }) => {
            const page = removalOf(application)
            return page === undefined ? null : (
              <LinkButton
                className="button-danger"
                to={page}
                aria-label={`Remove ${application.applicationName}`}
              >
                Remove
              </LinkButton>
            )
          },
        },
      ]}
    />
  )
}

const isUnknown = ({ liveVersionName, deployingVersionName, queuedVersionName }: PatchApplication) =>
  liveVersionName === undefined && deployingVersionName === undefined && queuedVersionName === undefined

/** The application with its tick, where it has a version; the one that the address names, or that is alone on the page, is what one came to deploy. */
function Name({
  application: { applicationId, applicationName, versions, liveImageDigest },
  isAlone,
}: {
  application: PatchApplication
  isAlone: boolean
}) {
  const { refusal } = useForm()
  const [search] = useSearchParams()
  const wanted = search.get('application')
  const isWanted = wanted === null ? isAlone : wanted === applicationId
  const isTicked = refusal ? refusal.values.ticked?.includes(applicationId) : isWanted
  return (
    <div className="space-y-1">
      {versions.length === 0 ? (
        applicationName
      ) : (
        <label className="inline-flex items-start gap-2">
          <input
            type="checkbox"
            name="ticked"
            value={applicationId}
            defaultChecked={isTicked}
            className="mt-0.5 size-4 shrink-0"
          />
          {applicationName}
        </label>
      )}
      {liveImageDigest !== undefined && (
        <p className="flex flex-wrap items-center gap-x-2 font-normal text-muted">
          Image
          <CopyText label={`image digest of ${applicationName}`} text={liveImageDigest} isShortened />
        </p>
      )}
    </div>
  )
}

function NextVersion({
  application: { applicationId, applicationName, versions },
  row,
  nowEpoch,
}: {
  application: PatchApplication
  row: number
  nowEpoch: number
}) {
  const [search] = useSearchParams()
  const sent = useForm().refusal?.values.applicationId ?? []
  const sentRow = sent.indexOf(applicationId)
  if (versions.length === 0)
    return (
      <span className="text-muted">
        {messages.versionsEmpty.text}.{' '}
        <Link className="link" to={declareVersionPage(applicationId, applicationName)}>
          Declare one
        </Link>
      </span>
    )
  return (
    <>
      <input type="hidden" name="applicationId" value={applicationId} />
      <SelectField
        name="versionId"
        // Refused, it shows what was sent for it, wherever it stands in the list by now.
        row={sentRow < 0 ? sent.length + row : sentRow}
        label={<span className="sr-only">{`Version of ${applicationName}`}</span>}
        onChange={tickRow}
        defaultValue={chosenVersion(versions, search.get('version'))?.id}
      >
        {versions.every(({ trouble }) => trouble !== undefined) && <option value="">Choose a version</option>}
        {versions.map(({ id, name, createdEpoch, sourceUrl, trouble }) => (
          <option key={id} value={id}>
            {[
              name,
              `${ageText(nowEpoch - createdEpoch)} ago`,
              ...(sourceUrl === undefined ? [] : [sourceText(sourceUrl)]),
              ...(trouble === undefined ? [] : [troubleText(trouble)]),
            ].join(' · ')}
          </option>
        ))}
      </SelectField>
    </>
  )
}

/** The version that the address names, or else the newest that did not end badly here. */
const chosenVersion = (versions: PatchApplication['versions'], wanted: string | null) =>
  versions.find(({ id }) => id === wanted) ?? versions.find(({ trouble }) => trouble === undefined)

/** How it went the last time, such as `failed in deployment 4`. */
const troubleText = ({ type, sequence }: NonNullable<PatchApplication['versions'][number]['trouble']>) =>
  type === 'failed' ? `failed in deployment ${sequence}` : `undone after deployment ${sequence}`

/** Who chooses a version means to deploy it. */
function tickRow({ currentTarget }: ChangeEvent<HTMLSelectElement>) {
  const tick = currentTarget.closest('tr')?.querySelector<HTMLInputElement>('input[name="ticked"]')
  if (tick) tick.checked = true
}
