import type { Kind } from '../../core/resources/kinds'
import { isUuid } from '../../core/text/uuid'
import type { MirrorDependencies } from './dependencies'
import { Strangers } from './strangers'
import { syncAwsAccount } from './sync-aws-account'
import { syncDeployment } from './sync-deployment'
import { syncEnvironment } from './sync-environment'
import { syncExternalNetwork } from './sync-external-network'
import { syncHostedZone } from './sync-hosted-zone'

/** Each resolves with whether there is a row of this id. */
const syncByKind: Record<Kind, (dependencies: MirrorDependencies, id: string) => Promise<boolean>> = {
  AwsAccount: syncAwsAccount,
  HostedZone: syncHostedZone,
  ExternalNetwork: syncExternalNetwork,
  Environment: syncEnvironment,
  Deployment: syncDeployment,
}

/** Brings the row and the resource of one name into agreement, of whichever there is. */
export function createSync(dependencies: MirrorDependencies): (kind: Kind, name: string) => Promise<void> {
  const strangers = new Strangers()
  return async (kind, name) => {
    // A name that Postgres would not take for a key is in no row.
    const hasRow = isUuid(name) && (await syncByKind[kind](dependencies, name))
    if (!hasRow) await strangers.report(dependencies, kind, name)
  }
}
