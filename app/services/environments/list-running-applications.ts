import { byText } from '../sorting'
import { Application } from '../../../db/models/application'
import { requireEnvironment } from '../access/require-environment'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import {
  readEnvironmentContents,
  versionsAhead,
  versionsOf,
} from '../environment-contents/environment-contents'

export interface RunningApplication {
  applicationId: string
  applicationName: string
  numProcesses: number
  /** Without a url while it is being made. */
  loadBalancers: { port: number; url?: string }[]
}

export interface RunningApplications {
  environmentName: string
  applications: RunningApplication[]
}

/** What an environment runs or has been asked to run, with what each application has there: what goes when it goes. */
export async function listRunningApplications(
  _dependencies: Dependencies,
  actor: HumanActor,
  environmentId: string,
): Promise<RunningApplications> {
  const { id, name, status } = await requireEnvironment(actor, environmentId)
  const contents = await readEnvironmentContents(id)
  const { processes = [], loadBalancers = [] } = status ?? {}
  const ids = new Set([
    ...versionsOf(contents.live).keys(),
    ...versionsAhead(contents).keys(),
    ...processes.map(({ applicationId }) => applicationId),
  ])
  const applications = await Application.findAll({ where: { id: [...ids], teamId: actor.teamId } })
  const isOf = (application: Application) => (part: { applicationId: string }) =>
    part.applicationId === application.id
  return {
    environmentName: name,
    applications: applications
      .map((application) => ({
        applicationId: application.id,
        applicationName: application.name,
        numProcesses: processes.filter(isOf(application)).length,
        loadBalancers: loadBalancers
          .filter(isOf(application))
          .map(({ port, url }) => ({ port, ...(url !== undefined && { url }) }))
          .sort((a, b) => a.port - b.port),
      }))
      .sort(byText(({ applicationName }) => applicationName)),
  }
}
