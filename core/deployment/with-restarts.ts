import { declareMessages } from '../messages/declare-messages'
import { DomainError } from '../errors'
import type { ApplicationSpec } from '../resources/application'
import type { DeploymentChange } from './deployment-state'

const { restartedGone } = declareMessages('restarts', {
  restartedGone:
    'An application that it restarts no longer runs here. Select a version of it to deploy instead.',
})

/**
 * What an environment runs, with new processes of the applications that `changes` name and nothing else changed: neither versions nor what
 * was configured since.
 *
 * @throws DomainError `conflict` where one of them does not run
 */
export function withRestarts(
  running: ApplicationSpec[],
  changes: DeploymentChange[],
  restartEpoch: number,
): ApplicationSpec[] {
  const restarted = new Set(changes.map(({ applicationId }) => applicationId))
  const found = running.filter(({ applicationId }) => restarted.has(applicationId))
  if (found.length < restarted.size) throw new DomainError('conflict', restartedGone)
  return running.map((one) => (restarted.has(one.applicationId) ? { ...one, restartEpoch } : one))
}
