import { randomUUID } from 'node:crypto'
import { Op, Transaction } from 'sequelize'
import { checkAll } from '../../input/check-all'
import { requireDockerTag } from '../../input/docker-image'
import { requireSourceUrl } from '../../input/source-url'
import { invalid, notFound } from '../../../core/errors'
import { Application } from '../../../db/models/application'
import { ApplicationVersion } from '../../../db/models/application-version'
import type { Environment } from '../../../db/models/environment'
import { authorizedWrite } from '../access/authorized-write'
import type { TeamActor } from '../actor/actor'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { queueDeployment } from '../deployments/queue-deployment'
import { requestedChanges } from '../deployments/requested-changes'
import { supersedeQueued } from '../deployments/supersede-queued'
import { requireRoom } from '../quotas/quotas'
import type { VersionDeclared } from './application-views'
import { typeNotSupported } from './create-application'
import { findAutoDeployTarget } from './find-auto-deploy-target'
import { removeOldVersions } from './remove-old-versions'
import { requireVersionName } from './require-version-name'

interface DeclareVersionInput {
  /** Integration id of the application. */
  integrationId: string
  dockerImageTag: string
  /** The tag, where it is left out or blank. */
  versionName?: string
  /** Deploy it to the application's auto deploy environment. */
  autoDeploy?: boolean
  /** Where what it was built from can be read: an https address. */
  sourceUrl?: string
  submissionId?: string
}

/**
 * Declares that an application has another version; people do it, and so does automation. In the same transaction its
 * deployment is queued, where that is wanted and somebody has said where to.
 *
 * @throws DomainError `invalid`, `not-found`
 */
export async function declareVersion(
  dependencies: Dependencies,
  actor: TeamActor,
  input: DeclareVersionInput,
): Promise<VersionDeclared> {
  const { dockerTag, versionName, sourceUrl } = checkAll({
    dockerTag: () => requireDockerTag(input.dockerImageTag, 'dockerImageTag'),
    versionName: () => requireVersionName(input.versionName ?? '', 'versionName'),
    sourceUrl: () => requireSourceUrl(input.sourceUrl ?? ''),
  })
  const name = versionName || dockerTag
  const { integrationId, autoDeploy = false } = input
  const write = { access: 'automation', submission: { id: input.submissionId, content: input } } as const
  return authorizedWrite<'automation', VersionDeclared>(dependencies, actor, write, async (actor) => {
    const found = await Application.findOne({ where: { integrationId, teamId: actor.teamId } })
    if (!found) throw notFound('The application')
    const target = autoDeploy ? await findAutoDeployTarget(found, Transaction.LOCK.UPDATE) : undefined
    // Only now, because environments are locked before applications; it may have been deleted while we waited.
    const application = await Application.findByPk(found.id, { lock: Transaction.LOCK.NO_KEY_UPDATE })
    if (!application) throw notFound('The application')
    if (application.type !== 'GENERAL') throw invalid(typeNotSupported(application.type))
    requireRoom(dependencies, 'versionsPerDay', await countRecentVersions(dependencies, application))
    const { id } = await ApplicationVersion.create({
      id: randomUUID(),
      applicationId: application.id,
      name,
      dockerTag,
      autoDeploy,
      sourceUrl,
      createdAt: new Date(dependencies.clock.now()),
    })
    await recordAudit(dependencies, actor, {
      action: 'version.declare',
      target: { id, name: `${application.name} ${name}` },
      after: { dockerTag, autoDeploy, ...(sourceUrl && { sourceUrl }) },
    })
    const applicationIds = [application.id]
    await removeOldVersions(
      dependencies.sequelize,
      { teamId: actor.teamId, applicationIds },
      dependencies.clock.now(),
    )
    if (!target) return { id, autoDeployed: false, message: whyNotDeployed(autoDeploy) }
    return { id, ...(await deploy(dependencies, actor, target, { id, applicationId: application.id })) }
  })
}

const dayMilliseconds = 24 * 60 * 60_000

const countRecentVersions = ({ clock }: Dependencies, { id }: Application): Promise<number> =>
  ApplicationVersion.count({
    where: { applicationId: id, createdAt: { [Op.gt]: new Date(clock.now() - dayMilliseconds) } },
  })

async function deploy(
  dependencies: Dependencies,
  actor: TeamActor,
  environment: Environment,
  { id, applicationId }: Pick<ApplicationVersion, 'id' | 'applicationId'>,
) {
  const changes = await requestedChanges(actor, environment, { applicationVersionIdToDeploy: id })
  const { id: deploymentId, awaitsApproval } = await queueDeployment(dependencies, actor, environment, {
    kind: 'auto-deploy',
    changes,
  })
  await supersedeQueued(dependencies, actor, environment, { newerId: deploymentId, applicationId })
  const next = awaitsApproval ? 'waits for the approval of an admin' : 'was queued'
  const message = `The version was declared and its deployment to ${environment.name} ${next}.`
  return { autoDeployed: true, deploymentId, message }
}

const whyNotDeployed = (autoDeploy: boolean): string =>
  autoDeploy
    ? 'The version was declared. Not deployed: the application has no auto deploy environment.'
    : 'The version was declared. Not deployed: auto deploy was not requested.'
