import { invalid } from '../../../core/errors'
import { messages } from '../../messages/messages'
import { lockEnvironment } from '../access/lock-environment'
import { lockVersions } from '../access/lock-version'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { readEnvironmentContents } from '../environment-contents/environment-contents'
import type { Promoted } from './deployment-views'
import { isInState, requirePromoteSource } from './promote-sources'
import { promotedChanges } from './promoted-changes'
import { queueDeployment, type Asked } from './queue-deployment'
import { requireDeployable } from './requested-changes'
import { writeDeployment } from './write-deployment'
import { requireOwn } from '../access/own'

interface PromoteDeploymentInput {
  /** The snapshot of the source when the person chose it. */
  environmentVersionId: string
  /** `environmentVersionsState` of the view that they chose from. */
  expectedEnvironmentVersionState: string
  targetEnvironmentId: string
  firstDeployWarningApproved?: boolean
  submissionId?: string
}

/**
 * Queues a deployment after which the target runs the versions of the source and nothing else, as they are configured now, unless the
 * source has changed since the person looked: then the answer says so and nothing is queued.
 *
 * @throws DomainError `invalid`, `not-found`, `conflict`
 */
export async function promoteDeployment(
  dependencies: Dependencies,
  actor: HumanActor,
  input: PromoteDeploymentInput,
): Promise<Promoted> {
  if (!input.environmentVersionId) {
    throw invalid(messages.promoteSourceMissing, { environmentVersionId: messages.promoteSourceMissing })
  }
  const { id: targetId } = await requireOwn('environment', actor, input.targetEnvironmentId)
  const { environment } = await requirePromoteSource(actor, input.environmentVersionId)
  if (environment.id === targetId) {
    throw invalid(messages.promoteToItself, { environmentVersionId: messages.promoteToItself })
  }
  return writeDeployment(
    dependencies,
    actor,
    { isDeploying: true, input },
    async (actor, confirmation): Promise<Asked> => {
      const target = await lockEnvironment(actor, targetId, 'waits')
      const source = await lockSource(actor, input)
      if (!source) return { result: 'STATE_MISSMATCH' as const }
      const { applications, environment } = source
      const changes = promotedChanges(applications, await readEnvironmentContents(target.id))
      const promotedFrom = environment.name
      const promotion = { kind: 'promote' as const, changes, promotedFrom }
      const queued = await queueDeployment(dependencies, actor, target, promotion, confirmation)
      return { ...queued, result: 'SUCCESS' as const }
    },
  )
}

/** The source, its versions kept from being cleaned out; undefined where it no longer runs what was chosen. */
async function lockSource(actor: HumanActor, input: PromoteDeploymentInput) {
  const { environmentVersionId, expectedEnvironmentVersionState } = input
  const readSource = async () => {
    const { live } = await requirePromoteSource(actor, environmentVersionId)
    const isExpected =
      live?.environmentVersionId === environmentVersionId && isInState(live, expectedEnvironmentVersionState)
    return isExpected ? live : undefined
  }
  const source = await readSource()
  if (!source) return undefined
  const found = await lockVersions(
    actor,
    source.applications.map(({ versionId }) => versionId),
  )
  // Again, because the source may have moved on, and its versions gone, while we waited for them.
  if (!(await readSource())) return undefined
  for (const { application } of found) requireDeployable(application)
  return source
}
