import { lockEnvironment } from '../access/lock-environment'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { readEnvironmentContents, versionsAhead } from '../environment-contents/environment-contents'
import type { Patched } from './deployment-views'
import { queueDeployment } from './queue-deployment'
import { notDeployed } from './requested-changes'
import { writeDeployment } from './write-deployment'
import { requireOwn } from '../access/own'

interface RestartApplicationInput {
  environmentId: string
  applicationId: string
  /** The person has seen that deployments cost money. */
  firstDeployWarningApproved?: boolean
  submissionId?: string
}

/**
 * Queues a deployment that replaces all processes of an application in an environment by new ones of the same: rolling, without another version
 * or configuration. New processes read their secrets anew.
 *
 * @throws DomainError `not-found`; `conflict` for an application that is not deployed there
 */
export async function restartApplication(
  dependencies: Dependencies,
  actor: HumanActor,
  input: RestartApplicationInput,
): Promise<Patched> {
  await requireOwn('environment', actor, input.environmentId)
  return writeDeployment(dependencies, actor, { isDeploying: true, input }, async (actor, confirmation) => {
    const environment = await lockEnvironment(actor, input.environmentId, 'waits')
    const { id: applicationId, name } = await requireOwn('application', actor, input.applicationId)
    const versionId = versionsAhead(await readEnvironmentContents(environment.id)).get(applicationId)
    if (versionId === undefined) throw notDeployed(name, environment.name)
    const changes = [{ type: 'change' as const, applicationId, versionId }]
    const queued = await queueDeployment(
      dependencies,
      actor,
      environment,
      { kind: 'restart', changes },
      confirmation,
    )
    return { ...queued, result: 'SUCCESS' as const }
  })
}
