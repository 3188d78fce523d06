import { differenceBetween } from '../../../core/deployment/difference'
import { deploymentStates } from '../../../core/resources/wire-states'
import { AwsAccount } from '../../../db/models/aws-account'
import { readNames } from '../../../db/read-names'
import type { HumanActor } from '../actor/actor'
import { byText } from '../answers/lists'
import type { Dependencies } from '../dependencies'
import { readEnvironmentContents } from '../environment-contents/environment-contents'
import type { PromoteView } from './deployment-views'
import { toDifferenceJson } from './difference-json'
import { effectsOfView } from './cost-step'
import { pricesAround } from './price-difference'
import { listPromoteSources, stateOf } from './promote-sources'
import { promotedChanges } from './promoted-changes'
import { readSnapshotAhead, snapshotAfter } from './snapshot-ahead'
import { requireOwn } from '../access/own'

type PromoteCandidate = PromoteView['promoteCandidates'][number]

const byApplicationName = byText((row: { applicationName: string }) => row.applicationName)

/**
 * The Promote tab: sources that can be promoted to an environment, and the change that each would make.
 *
 * @param chosenId the environment whose promotion is told with its cost: to work that out for all of them takes too long
 */
export async function getPromoteView(
  _dependencies: Dependencies,
  actor: HumanActor,
  environmentId: string,
  chosenId?: string,
): Promise<PromoteView> {
  const target = await requireOwn('environment', actor, environmentId)
  const sources = await listPromoteSources(actor, target.id)
  const contents = await readEnvironmentContents(target.id)
  const before = await readSnapshotAhead(target)
  const names = await readNames(sources.flatMap(({ applications }) => applications))
  const accounts = await AwsAccount.findAll({
    where: { id: sources.map(({ environment }) => environment.awsAccountId) },
  })
  const promoteCandidates: PromoteCandidate[] = []
  for (const { environment, environmentVersionId, applications } of sources) {
    const promotion = {
      environmentId: target.id,
      environmentVersionId: null,
      restoresVersionId: null,
      settings: null,
      approvedDigests: null,
      kind: 'promote' as const,
      createdAt: new Date(0),
      state: deploymentStates.QUEUED,
      changes: promotedChanges(applications, contents),
    }
    const difference = differenceBetween(before, await snapshotAfter(promotion, before))
    promoteCandidates.push({
      environmentVersionId,
      environmentId: environment.id,
      environmentName: environment.name,
      awsAccountName: accounts.find(({ id }) => id === environment.awsAccountId)?.name ?? '',
      isOtherAccount: environment.awsAccountId !== target.awsAccountId,
      applications: applications
        .map(({ applicationId, name, versionId, versionName }) => ({
          applicationName: names.get(applicationId) ?? name,
          versionName: names.get(versionId) ?? versionName,
        }))
        .sort(byApplicationName),
      difference: await toDifferenceJson(difference),
      ...((sources.length === 1 || environment.id === chosenId) &&
        (await effectsOfView(difference, target, pricesAround))),
    })
  }
  return {
    environmentId: target.id,
    environmentName: target.name,
    environmentVersionsState: stateOf(sources),
    promoteCandidates,
  }
}
