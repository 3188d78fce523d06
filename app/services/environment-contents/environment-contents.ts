import { versionsAfter } from '../../../core/deployment/apply-changes'
import { type DeploymentChange } from '../../../core/deployment/deployment-state'
import { deploymentStates } from '../../../core/resources/wire-states'
import type { ApplicationSpec } from '../../../core/resources/application'
import { Deployment } from '../../../db/models/deployment'
import { findSnapshots } from '../../../db/deployed-versions'

const { QUEUED, DEPLOYING, LIVE, AWAITING_APPROVAL } = deploymentStates

/** Contents of an environment: running, about to run, and asked for after that. */
export interface EnvironmentContents {
  live: ApplicationSpec[]
  /** Present while a deployment is under way. */
  deploying?: ApplicationSpec[]
  /** Changes of all deployments that wait, in their order. */
  queuedChanges: DeploymentChange[]
  /** Changes of all deployments that wait for an admin's approval: nobody knows whether they will come. */
  awaitingChanges: DeploymentChange[]
}

export async function readEnvironmentContents(environmentId: string): Promise<EnvironmentContents> {
  const contents = await readContentsByEnvironment([environmentId])
  return contents.get(environmentId) ?? newContents()
}

const newContents = (): EnvironmentContents => ({ live: [], queuedChanges: [], awaitingChanges: [] })

/**
 * Contents by id of the environment, for those where anything was deployed and not removed.
 *
 * @param applicationId only this application of what runs is read: all of them in all environments may take more memory than a process has
 */
export async function readContentsByEnvironment(
  environmentIds: string[],
  applicationId?: string,
): Promise<Map<string, EnvironmentContents>> {
  const deployments = await Deployment.findAll({
    where: { environmentId: environmentIds, state: [QUEUED, DEPLOYING, LIVE, AWAITING_APPROVAL] },
    order: [['sequence', 'ASC']],
  })
  const versions = await findSnapshots(
    { id: deployments.flatMap(({ environmentVersionId }) => environmentVersionId ?? []) },
    applicationId,
  )
  const applicationsByVersion = new Map(versions.map(({ id, applications }) => [id, applications]))
  const contentsByEnvironment = new Map<string, EnvironmentContents>()
  for (const { environmentId, environmentVersionId, state, changes } of deployments) {
    const contents = contentsByEnvironment.get(environmentId) ?? newContents()
    contentsByEnvironment.set(environmentId, contents)
    const applications = applicationsByVersion.get(environmentVersionId ?? '') ?? []
    if (state === LIVE) contents.live = applications
    else if (state === DEPLOYING) contents.deploying = applications
    else if (state === AWAITING_APPROVAL) contents.awaitingChanges.push(...changes)
    else contents.queuedChanges.push(...changes)
  }
  return contentsByEnvironment
}

export const versionsOf = (applications: ApplicationSpec[]): Map<string, string> =>
  new Map(applications.map(({ applicationId, versionId }) => [applicationId, versionId]))

/** Version by application once everything that was asked for has been done: what another change comes on top of. */
export const versionsAhead = ({ live, deploying, queuedChanges }: EnvironmentContents): Map<string, string> =>
  versionsAfter(versionsOf(deploying ?? live), queuedChanges)

/** Every version that runs, is on its way or is waiting. */
export const versionsInUse = ({
  live,
  deploying = [],
  queuedChanges,
  awaitingChanges,
}: EnvironmentContents): Set<string> =>
  new Set([
    ...live.map(({ versionId }) => versionId),
    ...deploying.map(({ versionId }) => versionId),
    ...[...queuedChanges, ...awaitingChanges].flatMap(({ versionId }) => versionId ?? []),
  ])
