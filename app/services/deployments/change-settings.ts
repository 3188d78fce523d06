import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { Op } from 'sequelize'
import { z } from 'zod'
import type { DeploymentKind } from '../../../core/deployment/deployment-state'
import { DomainError } from '../../../core/errors'
import type { EnvironmentSettings } from '../../../core/resources/environment'
import { deploymentStates } from '../../../core/resources/wire-states'
import { addEnvironmentVersion } from '../../../db/add-environment-version'
import { readEnvironmentSettings, writeEnvironmentSettings } from '../../../db/environment-settings'
import { Deployment } from '../../../db/models/deployment'
import type { Environment } from '../../../db/models/environment'
import { EnvironmentVersion } from '../../../db/models/environment-version'
import { actorId, type TeamActor } from '../actor/actor'
import { currentOrigin } from '../actor/origin'
import { successSchema } from '../answers/success'
import type { Dependencies } from '../dependencies'
import { CostStepUnconfirmed, isCostStep, effectsOfChange } from './cost-step'
import { changeEffectsShape } from './change-effects-views'
import { nextSequence, queueDeployment } from './queue-deployment'
import { deploymentMessages } from '../../messages/deployment-messages'

const { QUEUED, DEPLOYING, LIVE, RETIRED } = deploymentStates

/** The answer to a change of settings. */
export const settingsChangedSchema = successSchema.extend({
  /** Present where the environment is protected: nothing is changed until another admin approves the deployment of this id. */
  awaitsApproval: z.literal(true).optional(),
  deploymentId: z.string().optional(),
  vcpuShortage: changeEffectsShape.vcpuShortage,
})
export type SettingsChanged = z.infer<typeof settingsChangedSchema>

interface SettingsChange {
  kind: DeploymentKind
  /** What is changed, for the history: `Spot strategy from ALL to NONE`. */
  reason: string
  settings: EnvironmentSettings
  /** Whether somebody has confirmed what they cost. */
  isCostApproved?: boolean
}

/**
 * Gives an environment other settings: at once and with an entry in its history, or, where it is protected, as a request that waits for
 * approval as deployments do.
 *
 * @param environment locked by the caller's transaction
 * @throws CostStepUnconfirmed; DomainError `conflict` while a deployment brings settings: it would take back at its end what is set now
 */
export async function changeSettings(
  dependencies: Dependencies,
  actor: TeamActor,
  environment: Environment,
  { kind, reason, settings, isCostApproved = false }: SettingsChange,
): Promise<SettingsChanged> {
  await requireOwnSettings(environment)
  const settingsBefore = await readEnvironmentSettings(environment)
  if (!environment.isProtected) {
    const now = dependencies.clock.now()
    const { atMostPerHour, vcpuShortage } = await effectsOfChange(
      environment,
      { kind, changes: [], settings },
      now,
    )
    if (atMostPerHour && !isCostApproved && isCostStep(atMostPerHour, environment))
      throw new CostStepUnconfirmed(atMostPerHour)
    await writeEnvironmentSettings(environment.id, settings)
    await recordSettings(dependencies, actor, environment, { kind, reason, settings })
    return { result: 'SUCCESS', vcpuShortage }
  }
  if (!isDeepStrictEqual(settings, settingsBefore)) {
    const asked = { kind, reason, changes: [], settings, settingsBefore }
    const { id, awaitsApproval } = await queueDeployment(dependencies, actor, environment, asked, {
      // The admin who approves it sees what it costs.
      isCostApproved: true,
    })
    return { result: 'SUCCESS', awaitsApproval, deploymentId: id }
  }
  return { result: 'SUCCESS' }
}

/**
 * Carries out a change of settings that waited for approval.
 *
 * @param environment locked by the caller's transaction, as `deployment` is
 * @throws DomainError `conflict` while a deployment brings settings
 */
export async function takeApprovedSettings(
  { clock }: Pick<Dependencies, 'clock'>,
  environment: Environment,
  deployment: Deployment,
  settings: EnvironmentSettings,
): Promise<void> {
  await requireOwnSettings(environment)
  const settingsBefore = await readEnvironmentSettings(environment)
  await writeEnvironmentSettings(environment.id, settings)
  await deployment.update({
    ...(await tookEffect(environment, settings, clock.now())),
    settings,
    settingsBefore,
    mirroredRevision: deployment.desiredRevision,
  })
}

async function requireOwnSettings({ id: environmentId }: Environment): Promise<void> {
  const bringing = await Deployment.findOne({
    where: { environmentId, state: [QUEUED, DEPLOYING], settings: { [Op.ne]: null } },
  })
  if (bringing) throw new DomainError('conflict', deploymentMessages.revertUnderWay(bringing.sequence))
}

/** Adds a change of settings to the history of an environment that runs something, so that people can go back to it. */
async function recordSettings(
  { clock }: Pick<Dependencies, 'clock'>,
  actor: TeamActor,
  environment: Environment,
  { kind, reason, settings }: SettingsChange,
): Promise<void> {
  const now = new Date(clock.now())
  const columns = await tookEffect(environment, settings, now.getTime())
  if (columns.environmentVersionId === null) return
  await Deployment.create({
    id: randomUUID(),
    environmentId: environment.id,
    sequence: await nextSequence(environment.id),
    kind,
    reason,
    changes: [],
    requestedBy: actorId(actor),
    sourceAddress: currentOrigin().address || null,
    createdAt: now,
    ...columns,
    // There is no resource of it.
    mirroredRevision: '1',
  })
}

/** Columns of a change of settings that took effect now, with a snapshot of what is live; there is none where nothing is. */
async function tookEffect({ id: environmentId }: Environment, settings: EnvironmentSettings, now: number) {
  const live = await Deployment.findOne({ where: { environmentId, state: LIVE } })
  const version = live && (await EnvironmentVersion.findByPk(live.environmentVersionId ?? ''))
  const snapshot = version && { applications: version.applications, settings }
  const at = new Date(now)
  return {
    state: RETIRED,
    message: 'Took effect at once.',
    environmentVersionId: snapshot ? (await addEnvironmentVersion(environmentId, snapshot)).id : null,
    startedAt: at,
    finishedAt: at,
  }
}
