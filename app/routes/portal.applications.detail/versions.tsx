import { Link } from '@remix-run/react'
import { applicationPage, declareVersionPage } from '../../components/application-links'
import { CopyText } from '../../components/copy-text'
import { EmptyState } from '../../components/empty-state'
import { Field } from '../../components/field'
import { Form } from '../../components/form'
import { LinkButton } from '../../components/link-button'
import { Age } from '../../components/moment'
import { SubmitButton } from '../../components/submit-button'
import { Table } from '../../components/table'
import type { ApplicationVersions } from '../../services/applications/application-views'

interface VersionsProps extends Pick<ApplicationVersions, 'versions'> {
  application: { id: string; name: string }
  /** How many there are of any name. */
  total: number
  /** The version whose name is being edited, if any. */
  renamedVersionId: string
  nowEpoch: number
}

export function Versions({ application, versions, total, renamedVersionId, nowEpoch }: VersionsProps) {
  const page = `${applicationPage(application.id, application.name)}&tab=versions`
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
        { header: 'Auto deploy', cell: ({ autoDeploy }) => (autoDeploy ? 'yes' : 'no') },
        { header: 'Declared', cell: ({ createdEpoch }) => <Age epoch={createdEpoch} nowEpoch={nowEpoch} /> },
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
