import type { DeploymentView } from '../api/wire'
import { safeLine } from '../safe-text'
import { dollars, tableOf } from './table'

/** What a deployment that waits would change, as whoever approves it has to see it. */
export function describeChange(view: DeploymentView): string {
  const { deployment, environmentName, difference, atMostPerHour, vcpuShortage, approval } = view
  const changed = difference.applications.filter(({ type }) => type !== 'same')
  const { spotStrategy } = difference
  return [
    `Deployment ${deployment.sequence} to ${environmentName}, requested by ${deployment.requestedBy ?? 'a deleted user'}:`,
    changed.length > 0 && tableOf(['APPLICATION', 'CHANGE', 'BEFORE', 'AFTER'], changed.flatMap(rowsOf)),
    spotStrategy && `Spot strategy: ${spotStrategy.before}, then ${spotStrategy.after}`,
    atMostPerHour &&
      `At most ${dollars(atMostPerHour.after)} an hour before traffic and logs, ${dollars(atMostPerHour.before)} now.`,
    vcpuShortage,
    ...(approval?.unresolvedImages ?? []).map(({ applicationName, image, tag, message }) =>
      `No digest is known of ${safeLine(`${image}:${tag} (${applicationName})`)}: SDO runs whatever the tag means when it is pulled. ${safeLine(message ?? '')}`.trim(),
    ),
  ]
    .filter(Boolean)
    .join('\n')
}

/** The version, then each other fact in a line of its own. */
const rowsOf = ({
  applicationName,
  type,
  versionName,
  previousVersionName,
  facts,
  lostPorts,
}: DeploymentView['difference']['applications'][number]): string[][] => [
  [applicationName, type, previousVersionName ?? '', versionName ?? ''],
  ...facts.map(({ fact, before, after }) => ['', fact, before ?? '', after ?? '']),
  ...lostPorts.map((port) => ['', `Port ${port}`, 'answers', 'stops answering']),
]
