import { Form as RemixForm, Link } from '@remix-run/react'
import { chooseEnvironmentPage, declareVersionPage, versionsPage } from '../../components/portal-links'
import { CopyText } from '../../components/copy-text'
import { EmptyState } from '../../components/empty-state'
import { deployApplicationPage, deployQuery } from '../../components/environment-links'
import { Field } from '../../components/field'
import { Form } from '../../components/form'
import { LinkButton } from '../../components/link-button'
import { Age } from '../../components/moment'
import { sourceColumn } from '../../components/source-link'
import { SubmitButton } from '../../components/submit-button'
import { Table } from '../../components/table'
import type { ApplicationVersions } from '../../services/applications/application-views'

interface VersionsProps extends Pick<ApplicationVersions, 'versions'> {
  application: { id: string; name: string; environments: { id: string; name: string }[] }
  /** How many there are of any name. */
  total: number
  /** The version whose name is being edited, if any. */
  renamedVersionId: string
  /** The version for which an environment is being chosen, if any. */
  deployedVersionId: string
  nowEpoch: number
}

export function Versions({
  application,
  versions,
  total,
  renamedVersionId,
  deployedVersionId,
  nowEpoch,
}: VersionsProps) {
  const page = versionsPage(application.id, application.name)
  if (total === 0) {
    return (
      <EmptyState
        docs="/docs/applications#declare-a-version"
        action={
          <LinkButton primary to={declareVersionPage(application.id, application.name)}>
            Declare Version
          </LinkButton>
        }
      >
        Each image tag you push is declared here as a version before it can be deployed.
      </EmptyState>
    )
  }
  return (
    <Table
      caption="Versions"
      empty="No version has this in its name or its tag."
      rows={versions}
      rowKey={({ id }) => id}
      columns={[
        {
          header: 'Name',
          cell: ({ id, name }) =>
            id === renamedVersionId ? (
              <Form name="renameVersion" subject={id} className="flex flex-wrap items-end gap-2">
                <Field
                  name="name"
                  label={<span className="sr-only">{`New name of ${name}`}</span>}
                  defaultValue={name}
                  maxLength={100}
                />
                <SubmitButton pending="Saving…">Save</SubmitButton>
                <Link className="link py-1.5" to={page}>
                  Cancel
                </Link>
              </Form>
            ) : (
              <span className="break-words">{name}</span>
            ),
        },
        {
          header: 'Tag',
          cell: ({ dockerTag }) => <CopyText label={`tag ${dockerTag}`} text={dockerTag} isCompact />,
        },
        ...sourceColumn(versions, ({ name }) => name),
        { header: 'Auto deploy', cell: ({ autoDeploy }) => (autoDeploy ? 'yes' : 'no') },
        { header: 'Declared', cell: ({ createdEpoch }) => <Age epoch={createdEpoch} nowEpoch={nowEpoch} /> },
        {
          header: 'Deploy',
          unlabelled: true,
          cell: (version) => (
            <Deploy application={application} version={version} isChosen={version.id === deployedVersionId} />
          ),
        },
        {
          header: 'Rename',
          unlabelled: true,
          cell: ({ id, name }) => (
            <Link className="link" to={`${page}&rename=${id}`} aria-label={`Rename ${name}`}>
              Rename
            </Link>
          ),
        },
      ]}
    />
  )
}

interface DeployProps {
  application: VersionsProps['application']
  version: { id: string; name: string }
  isChosen: boolean
}

/** Leads to the deployment of a version: at once where there is one environment, else once it is chosen. */
function Deploy({ application, version, isChosen }: DeployProps) {
  const { environments } = application
  const [only, second] = environments
  if (!only) return null
  if (!second)
    return (
      <Link
        className="button"
        to={deployApplicationPage(only, application, version.id)}
        aria-label={`Deploy to ${only.name}: ${version.name}`}
      >
        {`Deploy to ${only.name}`}
      </Link>
    )
  if (!isChosen)
    return (
      <Link
        className="button"
        to={chooseEnvironmentPage(application, version.id)}
        aria-label={`Deploy to…: ${version.name}`}
      >
        Deploy to…
      </Link>
    )
  return (
    <RemixForm
      method="get"
      action="/portal/environments/create-deployment"
      className="flex flex-wrap items-end gap-2"
    >
      {Object.entries(deployQuery(application, version.id)).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <select className="input" name="id" aria-label={`Environment for ${version.name}`}>
        {environments.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <button type="submit" className="button">
        Continue
      </button>
    </RemixForm>
  )
}
