import type { Deployment } from '../../core/resources/deployment'
import type { Environment } from '../../core/resources/environment'
import { isAwaitingStatus, isToGo } from '../../core/resources/metadata'

/**
 * Names for an operator the record that must be written back before anything is decided about an environment; undefined while none is missing.
 * A resource that was lost and made again comes without its status, and a deployment may come later than its environment: to act on that
 * would be to take what runs for what nobody wants.
 */
export function findMissingRecord(environment: Environment, deployments: Deployment[]): string | undefined {
  if (isAwaitingStatus(environment)) return 'its status'
  if (isToGo(environment.metadata)) return undefined
  const awaiting = deployments.find(isAwaitingStatus)
  if (awaiting) return `the status of the deployment ${awaiting.metadata.name}`
  const serving = environment.status?.servingDeployment
  const isPresent = deployments.some(({ metadata }) => metadata.name === serving && !isToGo(metadata))
  return serving === undefined || isPresent ? undefined : `the deployment ${serving}, which is live`
}
