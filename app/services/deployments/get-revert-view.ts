import { billOf } from '../../../core/charges/bill'
import { billedOf } from '../../../core/resources/billed'
import { differenceBetween, isNoDifference } from '../../../core/deployment/difference'
import { DomainError } from '../../../core/errors'
import { requirePresent } from '../../../db/read-restored'
import type { HumanActor } from '../actor/actor'
import { messages } from '../../messages/messages'
import type { Dependencies } from '../dependencies'
import type { RevertView } from './deployment-views'
import { toDifferenceJson } from './difference-json'
import { readEnvironmentState } from './environment-state'
import { effectsOfView } from './cost-step'
import { requireRevertSource, settingsOf } from './revert-source'
import { readSnapshotAhead } from './snapshot-ahead'
import { requireOwn } from '../access/own'
import { deploymentMessages } from '../../messages/deployment-messages'

/** The change that going back to a snapshot would make in an environment. */
export async function getRevertView(
  _dependencies: Dependencies,
  actor: HumanActor,
  { environmentId, environmentVersionId }: { environmentId: string; environmentVersionId: string },
): Promise<RevertView> {
  await requireOwn('environment', actor, environmentId)
  const { environment, version, deployment } = await requireRevertSource(actor, environmentVersionId)
  if (environment.id !== environmentId)
    throw new DomainError('not-found', deploymentMessages.revertSourceUnknown)
  const state = await readEnvironmentState(environment.id)
  const ahead = await readSnapshotAhead(environment)
  const difference = differenceBetween(ahead, {
    applications: version.applications,
    settings: settingsOf(version, ahead.settings),
  })
  return {
    environmentId: environment.id,
    environmentName: environment.name,
    environmentVersionId: version.id,
    environmentVersionsState: state,
    sequence: deployment.sequence,
    createdEpoch: version.createdAt.getTime(),
    difference: await toDifferenceJson(difference),
    ...(await effectsOfView(difference, environment)),
    hasSettings: version.settings !== null,
    refusal: isNoDifference(difference)
      ? messages.revertToPresent.text
      : await whyImpossible(version.applications),
    costPerHour: environment.status ? billOf(billedOf(environment.status)).total : undefined,
  }
}

async function whyImpossible(
  applications: Parameters<typeof requirePresent>[0],
): Promise<string | undefined> {
  try {
    await requirePresent(applications)
    return undefined
  } catch (error) {
    if (error instanceof DomainError) return error.message
    throw error
  }
}
