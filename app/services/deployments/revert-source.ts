import { DomainError } from '../../../core/errors'
import type { EnvironmentSettings } from '../../../core/resources/environment'
import { deploymentStates } from '../../../core/resources/wire-states'
import { isUuid } from '../../../core/text/uuid'
import { Deployment } from '../../../db/models/deployment'
import { Environment } from '../../../db/models/environment'
import { EnvironmentVersion } from '../../../db/models/environment-version'
import type { TeamActor } from '../actor/actor'
import { deploymentMessages } from '../../messages/deployment-messages'

/**
 * A snapshot of an environment, with the deployment that brought it.
 *
 * @throws DomainError `not-found`, for another team's as well; `conflict` for what never served
 */
export async function requireRevertSource(
  { teamId }: TeamActor,
  environmentVersionId: string,
): Promise<{ environment: Environment; version: EnvironmentVersion; deployment: Deployment }> {
  const version = isUuid(environmentVersionId)
    ? await EnvironmentVersion.findByPk(environmentVersionId)
    : null
  const environment = version && (await Environment.findOne({ where: { id: version.environmentId, teamId } }))
  const deployment = environment && (await Deployment.findOne({ where: { environmentVersionId } }))
  if (!version || !environment || !deployment)
    throw new DomainError('not-found', deploymentMessages.revertSourceUnknown)
  if (!isRevertible(deployment)) throw new DomainError('conflict', deploymentMessages.neverServed)
  return { environment, version, deployment }
}

/** Whether an environment ran it: whoever goes back to something goes back to what served. */
export const isRevertible = ({
  state,
  environmentVersionId,
}: Pick<Deployment, 'state' | 'environmentVersionId'>): boolean =>
  environmentVersionId !== null && (state === deploymentStates.LIVE || state === deploymentStates.RETIRED)

/** Settings of a snapshot; the present ones where it is from before they were kept. */
export const settingsOf = (
  { settings }: EnvironmentVersion,
  present: EnvironmentSettings,
): EnvironmentSettings => settings ?? present
