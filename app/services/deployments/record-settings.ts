import { randomUUID } from 'node:crypto'
import { Op } from 'sequelize'
import type { DeploymentKind } from '../../../core/deployment/deployment-state'
import { DomainError } from '../../../core/errors'
import { deploymentStates } from '../../../core/resources/wire-states'
import { addEnvironmentVersion } from '../../../db/add-environment-version'
import { readEnvironmentSettings } from '../../../db/environment-settings'
import { Deployment } from '../../../db/models/deployment'
import type { Environment } from '../../../db/models/environment'
import { EnvironmentVersion } from '../../../db/models/environment-version'
import { actorId, type TeamActor } from '../actor/actor'
import { currentOrigin } from '../actor/origin'
import type { Dependencies } from '../dependencies'
import { nextSequence } from './queue-deployment'

const { QUEUED, DEPLOYING, LIVE, RETIRED } = deploymentStates

/**
 * @param environment locked by the caller's transaction
 * @throws DomainError `conflict` while a deployment brings settings: it would take back at its end what is set now
 */
export async function requireOwnSettings({ id: environmentId }: Environment): Promise<void> {
  const bringing = await Deployment.findOne({
    where: { environmentId, state: [QUEUED, DEPLOYING], settings: { [Op.ne]: null } },
  })
  if (bringing)
    throw new DomainError(
      'conflict',
      `Deployment ${bringing.sequence} brings back the overrides and the Spot strategy of before. Wait until it has ended, or stop it.`,
    )
}

/**
 * Adds a change of settings to the history of an environment that runs something, so that people can go back to it. It takes effect at
 * once and waits in no queue.
 *
 * @param environment as it is now, locked by the caller's transaction
 */
export async function recordSettings(
  { clock }: Pick<Dependencies, 'clock'>,
  actor: TeamActor,
  environment: Environment,
  { kind, reason }: { kind: DeploymentKind; reason: string },
): Promise<void> {
  const environmentId = environment.id
  const live = await Deployment.findOne({ where: { environmentId, state: LIVE } })
  const version = live && (await EnvironmentVersion.findByPk(live.environmentVersionId ?? ''))
  if (!version) return
  const settings = await readEnvironmentSettings(environment)
  const { id: environmentVersionId } = await addEnvironmentVersion(environmentId, {
    applications: version.applications,
    settings,
  })
  const now = new Date(clock.now())
  await Deployment.create({
    id: randomUUID(),
    environmentId,
    sequence: await nextSequence(environmentId),
    state: RETIRED,
    kind,
    reason,
    changes: [],
    environmentVersionId,
    requestedBy: actorId(actor),
    sourceAddress: currentOrigin().address || null,
    message: 'Took effect at once.',
    createdAt: now,
    startedAt: now,
    finishedAt: now,
    // There is no resource of it.
    mirroredRevision: '1',
  })
}
