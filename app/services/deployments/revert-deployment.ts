import { differenceBetween, isNoDifference } from '../../../core/deployment/difference'
import { DomainError } from '../../../core/errors'
import { isDeepStrictEqual } from 'node:util'
import { messages } from '../../messages/messages'
import { lockEnvironment } from '../access/lock-environment'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { readEnvironmentContents } from '../environment-contents/environment-contents'
import type { Reverted } from './deployment-views'
import { readEnvironmentState } from './environment-state'
import { promotedChanges } from './promoted-changes'
import { queueDeployment, type Asked } from './queue-deployment'
import { requireRestorable } from './require-restorable'
import { requireRevertSource, settingsOf } from './revert-source'
import { readSnapshotAhead } from './snapshot-ahead'
import { writeDeployment } from './write-deployment'

interface RevertDeploymentInput {
  /** The snapshot to go back to. */
  environmentVersionId: string
  /** `environmentVersionsState` of the view that the person decided by. */
  expectedEnvironmentVersionState: string
  firstDeployWarningApproved?: boolean
  submissionId?: string
}

/**
 * Queues a deployment after which an environment runs what it ran before, as that was configured and set then, unless the environment has
 * changed since the person looked: then the answer says so and nothing is queued.
 *
 * @throws DomainError `not-found`, `conflict`
 */
export async function revertDeployment(
  dependencies: Dependencies,
  actor: HumanActor,
  input: RevertDeploymentInput,
): Promise<Reverted> {
  const { environmentVersionId, expectedEnvironmentVersionState } = input
  const { environment: found } = await requireRevertSource(actor, environmentVersionId)
  return writeDeployment(
    dependencies,
    actor,
    { isDeploying: true, input },
    async (actor, confirmation): Promise<Asked> => {
      const environment = await lockEnvironment(actor, found.id, 'waits')
      if ((await readEnvironmentState(environment.id)) !== expectedEnvironmentVersionState)
        return { result: 'STATE_MISSMATCH' as const }
      const { version, applications } = await requireRestorable(actor, environmentVersionId)
      const ahead = await readSnapshotAhead(environment)
      const settings = settingsOf(version, ahead.settings)
      if (isNoDifference(differenceBetween(ahead, { applications, settings })))
        throw new DomainError('conflict', messages.revertToPresent)
      const queued = await queueDeployment(
        dependencies,
        actor,
        environment,
        {
          kind: 'revert',
          changes: promotedChanges(applications, await readEnvironmentContents(environment.id)),
          restoresVersionId: version.id,
          ...(!isDeepStrictEqual(settings, ahead.settings) && { settings }),
        },
        confirmation,
      )
      return { ...queued, result: 'SUCCESS' as const }
    },
  )
}
