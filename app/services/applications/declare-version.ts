import { randomUUID } from 'node:crypto'
import { Op, Transaction } from 'sequelize'
import * as z from 'zod/mini'
import { dockerTagRule, sourceUrlRule } from '../../input/version-fields'
import { readInput } from '../../input/rule'
import { invalid, notFound } from '../../../core/errors'
import { Application } from '../../../db/models/application'
import { ApplicationVersion } from '../../../db/models/application-version'
import type { Environment } from '../../../db/models/environment'
import { authorizedWrite } from '../access/authorized-write'
import type { TeamActor } from '../actor/actor'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { monthlyChangeText } from '../../../core/catalogue/figures'
import { CostStepUnconfirmed } from '../deployments/cost-step'
import type { PriceDifference } from '../deployments/change-effects-views'
import { spreadNews } from '../news/spread-news'
import { queueDeployment } from '../deployments/queue-deployment'
import { requestedChanges } from '../deployments/requested-changes'
import { supersedeQueued } from '../deployments/supersede-queued'
import { requireRoom } from '../quotas/quotas'
import type { VersionDeclared } from './application-views'
import { findAutoDeployTarget } from './set-auto-deploy-target'
import { messages } from '../../messages/messages'
import { removeOldVersions } from './remove-old-versions'
import { versionNameRule } from './taken-names'
import { dayMilliseconds } from '../../../core/time/durations'

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
  /** Whether a step of the cost is confirmed, where its deployment makes one. */
  approveCost?: boolean
  submissionId?: string
}

const inputRule = z.object({
  dockerImageTag: dockerTagRule,
  versionName: z.optional(versionNameRule),
  sourceUrl: sourceUrlRule,
})

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
  const { dockerImageTag: dockerTag, versionName, sourceUrl } = readInput(inputRule, input)
  const name = versionName || dockerTag
  const { integrationId, autoDeploy = false, approveCost = false } = input
  const write = { access: 'automation', submission: { id: input.submissionId, content: input } } as const
  return authorizedWrite<'automation', VersionDeclared>(dependencies, actor, write, async (actor) => {
    const found = await Application.findOne({ where: { integrationId, teamId: actor.teamId } })
    if (!found) throw notFound('The application')
    const target = autoDeploy ? await findAutoDeployTarget(found, Transaction.LOCK.UPDATE) : undefined
    // Only now, because environments are locked before applications; it may have been deleted while we waited.
    const application = await Application.findByPk(found.id, { lock: Transaction.LOCK.NO_KEY_UPDATE })
    if (!application) throw notFound('The application')
    if (application.type !== 'GENERAL') throw invalid(messages.processTypeUnsupported(application.type))
    const present = await declareAgain(dependencies, application, dockerTag)
    if (!present)
      requireRoom(dependencies, 'versionsPerDay', await countRecentVersions(dependencies, application))
    const declared =
      present ??
      (await ApplicationVersion.create({
        id: randomUUID(),
        applicationId: application.id,
        name,
        dockerTag,
        autoDeploy,
        sourceUrl,
        createdAt: new Date(dependencies.clock.now()),
      }))
    const { id } = declared
    const isAgain = present !== null
    await recordAudit(dependencies, actor, {
      action: 'version.declare',
      target: { id, name: `${application.name} ${declared.name}` },
      after: { dockerTag, autoDeploy, ...(isAgain && { isAgain }), ...(sourceUrl && { sourceUrl }) },
    })
    const said = isAgain ? usesPresent(dockerTag, declared.name) : 'The version was declared.'
    const answer = { id, ...(isAgain && { alreadyDeclared: true as const }) }
    const applicationIds = [application.id]
    await removeOldVersions(
      dependencies.sequelize,
      { teamId: actor.teamId, applicationIds },
      dependencies.clock.now(),
    )
    if (!target) return { ...answer, autoDeployed: false, message: `${said} ${whyNotDeployed(autoDeploy)}` }
    const version = { id, name: declared.name, application }
    const { message, ...deployed } = await deploy(dependencies, actor, target, version, approveCost)
    return { ...answer, ...deployed, message: `${said} ${message}` }
  })
}

/** The version that has the tag already, as if it was declared now: it is among the newest, and kept as long as they are. */
async function declareAgain(
  { clock }: Dependencies,
  { id: applicationId }: Application,
  dockerTag: string,
): Promise<ApplicationVersion | null> {
  const present = await ApplicationVersion.findOne({
    where: { applicationId, dockerTag },
    order: [['createdAt', 'DESC']],
    // Nobody cleans it out meanwhile.
    lock: Transaction.LOCK.UPDATE,
  })
  return present && present.update({ createdAt: new Date(clock.now()) })
}

const usesPresent = (dockerTag: string, name: string): string =>
  dockerTag === name
    ? `${dockerTag} is declared already, so that version is used.`
    : `The tag ${dockerTag} is declared already, as ${name}, so that version is used.`

const countRecentVersions = ({ clock }: Dependencies, { id }: Application): Promise<number> =>
  ApplicationVersion.count({
    where: { applicationId: id, createdAt: { [Op.gt]: new Date(clock.now() - dayMilliseconds) } },
  })

interface DeclaredVersion {
  id: string
  name: string
  application: Application
}

async function deploy(
  dependencies: Dependencies,
  actor: TeamActor,
  environment: Environment,
  version: DeclaredVersion,
  isCostApproved: boolean,
): Promise<Omit<VersionDeclared, 'id'>> {
  const changes = await requestedChanges(actor, environment, { applicationVersionIdToDeploy: version.id })
  const wanted = { kind: 'auto-deploy' as const, changes }
  const queued = await queueDeployment(dependencies, actor, environment, wanted, { isCostApproved }).catch(
    (failure: unknown) => {
      if (failure instanceof CostStepUnconfirmed) return { costStep: failure.costStep }
      throw failure
    },
  )
  if ('costStep' in queued) {
    const { costStep } = queued
    await tellCostStep(dependencies, environment, version, costStep)
    const why = `it would raise the cost of ${environment.name} ${monthlyChangeText(costStep)}`
    const message = `It was not deployed, because ${why}. Deploy it in the portal, or confirm the cost.`
    return { autoDeployed: false, costStep, message }
  }
  const { id: deploymentId, awaitsApproval } = queued
  const applicationId = version.application.id
  await supersedeQueued(dependencies, actor, environment, { newerId: deploymentId, applicationId })
  const next = awaitsApproval ? 'waits for the approval of an admin' : 'was queued'
  const message = `Its deployment to ${environment.name} ${next}.`
  return { autoDeployed: true, deploymentId, message }
}

/** Nobody may look at the answer that a build gets. */
const tellCostStep = (
  dependencies: Dependencies,
  environment: Environment,
  { name, application }: DeclaredVersion,
  costStep: PriceDifference,
): Promise<void> =>
  spreadNews(
    dependencies,
    { kind: 'awaiting-approval', environment },
    {
      teamId: environment.teamId,
      path: `/portal/environments/create-deployment?${new URLSearchParams({ id: environment.id, name: environment.name, application: application.id }).toString()}`,
      link: 'Look at it, and deploy it',
      headline: `${application.name} ${name} was not deployed to ${environment.name} because of its cost`,
      details: `It would raise the cost ${monthlyChangeText(costStep)}. Auto deploy stops there until somebody confirms it.`,
      facts: { Application: application.name, Version: name },
      data: { application: { id: application.id, name: application.name }, versionName: name, costStep },
    },
  )

const whyNotDeployed = (autoDeploy: boolean): string =>
  autoDeploy
    ? 'Not deployed: the application has no auto deploy environment.'
    : 'Not deployed: auto deploy was not requested.'
