import { StatusBadge } from '../../components/status-badge'
import type { PatchApplication } from '../../services/deployments/deployment-views'

/** Which version is where on its way. Where something is ill, none is shown as well. */
export function VersionStates({
  isIll,
  liveVersionName,
  deployingVersionName,
  queuedVersionName,
  queuedRemoval,
}: PatchApplication & { isIll: boolean }) {
  return (
    <span className="flex min-w-0 flex-wrap gap-x-4 gap-y-1">
      {liveVersionName !== undefined && (
        <StatusBadge tone={isIll ? 'neutral' : 'good'} long>{`Live: ${liveVersionName}`}</StatusBadge>
      )}
      {deployingVersionName !== undefined && (
        <StatusBadge tone="busy" long>{`Deploying: ${deployingVersionName}`}</StatusBadge>
      )}
      {queuedVersionName !== undefined && (
        <StatusBadge tone="neutral" long>{`Queued: ${queuedVersionName}`}</StatusBadge>
      )}
      {queuedRemoval && <StatusBadge tone="warn">Queued for removal</StatusBadge>}
    </span>
  )
}
