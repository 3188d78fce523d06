import type { EnvironmentStatus } from '../../../core/resources/environment'

type Told = NonNullable<EnvironmentStatus['told']>

/** What the log has said of a deployment, to be added to; begun anew with each. */
export function toldOf(status: Pick<EnvironmentStatus, 'told'>, deployment: string): Told {
  if (status.told?.deployment !== deployment) status.told = { deployment, codes: [], healthy: {} }
  return status.told
}
