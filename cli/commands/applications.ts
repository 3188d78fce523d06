import type { Caller, ApplicationDetail, VersionDeclared, VersionList } from '../api/wire'
import { usageError } from '../cli-error'
import { exitCodes } from '../exit-codes'
import { findApplication, listApplications } from '../names/find'
import { healthOf } from '../output/deployment-text'
import { tableOf } from '../output/table'
import type { Run } from './command'
import { waitForDeployment, type WaitOptions } from './wait-for-deployment'

/** The applications of the team, and where each is live. */
export async function printApplications(run: Run): Promise<void> {
  const applications = await listApplications(run.client)
  run.print({ applications }, () =>
    applications.length === 0
      ? 'There is no application yet. Create one in the portal.'
      : tableOf(
          ['NAME', 'LIVE', 'ID'],
          applications.map(({ name, live, id }) => [
            name,
            live.map((one) => `${one.environmentName} ${one.versionName} ${healthOf(one)}`).join(', '),
            id,
          ]),
        ),
  )
}

interface DeclareOptions extends WaitOptions {
  name?: string
  source?: string
  deploy?: boolean
  approveCost?: boolean
  wait: boolean
}

/** Declares a version of an application, and with `deploy` waits until it is live. */
export async function declareVersion(run: Run, application: string, tag: string, options: DeclareOptions) {
  const answer = await run.client.post<VersionDeclared>('/v1/application/version', {
    integrationId: await integrationIdOf(run, application),
    dockerImageTag: tag,
    ...(options.name !== undefined && { versionName: options.name }),
    ...(options.source !== undefined && { sourceUrl: options.source }),
    autoDeploy: options.deploy ?? false,
    ...(options.approveCost && { approveCost: true }),
  })
  run.print(answer, ({ message }) => message)
  if (!options.deploy) return exitCodes.done
  if (answer.costStep) {
    run.surroundings.tell(
      'To deploy it anyway, confirm the cost: sdo deploy … --approve-cost, or in the portal.\n',
    )
    return exitCodes.refused
  }
  if (answer.deploymentId === undefined) {
    run.surroundings.tell('Choose the Auto Deploy Environment of the application in the portal.\n')
    return exitCodes.refused
  }
  return options.wait ? waitForDeployment(run, answer.deploymentId, options) : exitCodes.done
}

/** Integration users see no applications, so they give the integration id itself. */
async function integrationIdOf({ client }: Run, given: string): Promise<string> {
  const { kind } = await client.get<Caller>('/v1/account/caller')
  if (kind === 'integration') {
    if (/^[0-9a-f-]{36}$/i.test(given)) return given
    throw usageError(
      'Integration users have to use the integration id of an application.',
      `Give the integration id of ${given}, from its page in the portal.`,
    )
  }
  const { id } = await findApplication(client, given)
  return (await client.get<ApplicationDetail>(`/v1/view-controller/process/${id}`)).integrationId
}

/** The newest versions of an application. */
export async function printVersions(run: Run, application: string): Promise<void> {
  const { id } = await findApplication(run.client, application)
  const { versions } = await run.client.get<VersionList>(
    `/v1/view-controller/process/${id}/versions?limit=50`,
  )
  run.print({ versions }, () =>
    tableOf(
      ['NAME', 'TAG', 'DECLARED', 'ID'],
      versions.map(({ name, dockerTag, createdEpoch, id }) => [
        name,
        dockerTag,
        new Date(createdEpoch).toISOString(),
        id,
      ]),
    ),
  )
}
