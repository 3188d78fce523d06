import { createHash } from 'node:crypto'
import { deploymentStates, type DeploymentState } from '../../../core/resources/wire-states'
import { Deployment } from '../../../db/models/deployment'

const { QUEUED, DEPLOYING, LIVE, FAILED, RETIRED } = deploymentStates
const characters = 16

/**
 * Digest of what an environment runs, is about to run and was asked for last. Whoever decides by what they saw sends it back, and is told
 * when it is another one.
 */
export async function readEnvironmentState(environmentId: string): Promise<string> {
  const standing = await Deployment.findAll({
    attributes: ['id', 'state'],
    where: { environmentId, state: [QUEUED, DEPLOYING, LIVE] },
    order: [['sequence', 'ASC']],
  })
  // Changes of settings are in the history as well.
  const latest = await Deployment.max<number | null, Deployment>('sequence', { where: { environmentId } })
  const told = [latest, ...standing.map(({ id, state }) => `${id} ${state}`)]
  return createHash('sha256').update(JSON.stringify(told)).digest('base64url').slice(0, characters)
}

/** Whether nothing more comes of a deployment that is asked about: it is or was live, or failed. */
export const hasEnded = (state: DeploymentState | undefined): boolean =>
  state === LIVE || state === FAILED || state === RETIRED

/** Where the portal shows a deployment, without its own address. */
export const deploymentPath = (environmentId: string, deploymentId: string): string =>
  `/portal/environments/deployment?${new URLSearchParams({ id: environmentId, deploymentId }).toString()}`
