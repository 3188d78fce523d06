import { Link } from '@remix-run/react'
import { CopyText } from '../../components/copy-text'
import { environmentPage } from '../../components/environment-links'
import { Age } from '../../components/moment'
import { SourceLink } from '../../components/source-link'
import { Table } from '../../components/table'
import type { ApplicationDeployments } from '../../services/applications/application-views'

/** Where the application is live. */
export function ActiveDeployments({ deployments, nowEpoch }: ApplicationDeployments & { nowEpoch: number }) {
  return (
    <Table
      empty="The application is not live anywhere. Deploy a version from an environment’s page."
      emptyDocs="/docs/deployments#patch"
      caption="Active deployments"
      rows={deployments}
      rowKey={({ environmentId }) => environmentId}
      columns={[
        {
          header: 'Environment',
          cell: ({ environmentId, environmentName }) => (
            <Link className="link" to={environmentPage(environmentId, environmentName)}>
              {environmentName}
            </Link>
          ),
        },
        { header: 'Version', cell: ({ versionName }) => versionName },
        {
          header: 'Tag',
          cell: ({ versionTag }) => <CopyText label={`tag ${versionTag}`} text={versionTag} isCompact />,
        },
        {
          header: 'Source',
          cell: ({ sourceUrl, versionName }) => <SourceLink url={sourceUrl} of={versionName} />,
        },
        {
          header: 'Image digest',
          cell: ({ imageDigest }) =>
            imageDigest === undefined ? (
              <span className="text-muted">Not known yet</span>
            ) : (
              <CopyText label="image digest" text={imageDigest} isShortened />
            ),
        },
        {
          header: 'Deployed',
          cell: ({ deployedAtEpoch }) => <Age epoch={deployedAtEpoch} nowEpoch={nowEpoch} />,
        },
        {
          header: 'By',
          long: true,
          cell: ({ deployedBy, isAutoDeployed }) =>
            deployedBy === undefined && !isAutoDeployed ? null : (
              <>
                {deployedBy ?? <span className="text-muted">a deleted user</span>}
                {isAutoDeployed && <span className="text-muted"> (auto deploy)</span>}
              </>
            ),
        },
        { header: 'Processes', numeric: true, cell: ({ targetNumProcesses }) => targetNumProcesses },
      ]}
    />
  )
}
