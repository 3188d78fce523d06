import { Application } from '../../../db/models/application'
import { ApplicationVersion } from '../../../db/models/application-version'
import { AwsAccount } from '../../../db/models/aws-account'
import { requireEnvironment } from '../access/require-environment'
import type { HumanActor } from '../actor/actor'
import { byText } from '../answers/sorting'
import type { Dependencies } from '../dependencies'
import { readEnvironmentContents, versionsAhead } from '../environment-contents/environment-contents'
import type { PromoteView } from './deployment-views'
import { listPromoteSources, stateOf } from './promote-sources'

type PromoteCandidate = PromoteView['promoteCandidates'][number]

const deletedVersion = 'a deleted version'

const byApplicationName = byText((row: { applicationName: string }) => row.applicationName)

/** What can be promoted to an environment, and what that would change there: the Promote tab. */
export async function getPromoteView(
  _dependencies: Dependencies,
  actor: HumanActor,
  environmentId: string,
): Promise<PromoteView> {
  const target = await requireEnvironment(actor, environmentId)
  const sources = await listPromoteSources(actor, target.id)
  const ahead = versionsAhead(await readEnvironmentContents(target.id))
  const { nameOf, versionNameOf } = await readNames([
    ...sources.flatMap(({ applications }) => applications),
    ...[...ahead].map(([applicationId, versionId]) => ({ applicationId, versionId })),
  ])
  const presentNameOf = (applicationId: string) => {
    const versionId = ahead.get(applicationId)
    return versionId === undefined ? undefined : (versionNameOf(versionId) ?? deletedVersion)
  }
  const accounts = await AwsAccount.findAll({
    where: { id: sources.map(({ environment }) => environment.awsAccountId) },
  })
  const promoteCandidates = sources.map(({ environment, environmentVersionId, applications }) => {
    const stays = new Set(applications.map(({ applicationId }) => applicationId))
    const candidate: PromoteCandidate = {
      environmentVersionId,
      environmentId: environment.id,
      environmentName: environment.name,
      awsAccountName: accounts.find(({ id }) => id === environment.awsAccountId)?.name ?? '',
      isOtherAccount: environment.awsAccountId !== target.awsAccountId,
      applications: applications.map(({ applicationId, name, versionId, versionName }) => ({
        applicationName: nameOf(applicationId) ?? name,
        versionName: versionNameOf(versionId) ?? versionName,
        presentVersionName: presentNameOf(applicationId),
        isPresent: ahead.get(applicationId) === versionId,
      })),
      applicationsToRemove: [...ahead]
        .filter(([applicationId]) => !stays.has(applicationId))
        .map(([applicationId, versionId]) => ({
          applicationName: nameOf(applicationId) ?? 'a deleted application',
          versionName: versionNameOf(versionId) ?? deletedVersion,
        })),
    }
    candidate.applications.sort(byApplicationName)
    candidate.applicationsToRemove.sort(byApplicationName)
    return candidate
  })
  return {
    environmentId: target.id,
    environmentName: target.name,
    environmentVersionsState: stateOf(sources),
    promoteCandidates,
  }
}

/** The names of applications and versions as they are now. */
async function readNames(rows: { applicationId: string; versionId: string }[]) {
  const applications = await Application.findAll({
    attributes: ['id', 'name'],
    where: { id: rows.map(({ applicationId }) => applicationId) },
  })
  const versions = await ApplicationVersion.findAll({
    attributes: ['id', 'name'],
    where: { id: rows.map(({ versionId }) => versionId) },
  })
  const names = new Map([...applications, ...versions].map(({ id, name }) => [id, name]))
  return {
    nameOf: (applicationId: string) => names.get(applicationId),
    versionNameOf: (versionId: string) => names.get(versionId),
  }
}
