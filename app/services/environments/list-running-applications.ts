import { leadingBalancers } from '../../../core/resources/leading-balancers'
import { Application } from '../../../db/models/application'
import type { Environment } from '../../../db/models/environment'
import type { HumanActor } from '../actor/actor'
import { byText } from '../answers/lists'
import type { Dependencies } from '../dependencies'
import {
  readEnvironmentContents,
  versionsAhead,
  versionsOf,
} from '../environment-contents/environment-contents'
import { requireOwn } from '../access/own'

export interface RunningApplication {
  applicationId: string
  applicationName: string
  numProcesses: number
  /** Without a url while it is being made. */
  loadBalancers: { port: number; url?: string }[]
}

interface RunningApplications {
  environmentName: string
  applications: RunningApplication[]
}

/** Applications that an environment runs or has been asked to run, with what each has there, which goes when it goes. */
export async function listRunningApplications(
  _dependencies: Dependencies,
  actor: HumanActor,
  environmentId: string,
): Promise<RunningApplications> {
  const environment = await requireOwn('environment', actor, environmentId)
  const contents = await readEnvironmentContents(environment.id)
  const ids = new Set([
    ...versionsOf(contents.live).keys(),
    ...versionsAhead(contents).keys(),
    ...(environment.status?.processes ?? []).map(({ applicationId }) => applicationId),
  ])
  const applications = await Application.findAll({ where: { id: [...ids], teamId: actor.teamId } })
  return {
    environmentName: environment.name,
    applications: applications
      .map((application) => toRunningApplicationJson(application, environment))
      .sort(byText(({ applicationName }) => applicationName)),
  }
}

export function toRunningApplicationJson(
  { id, name }: Application,
  { status }: Environment,
): RunningApplication {
  const { processes = [] } = status ?? {}
  const loadBalancers = status ? leadingBalancers(status) : []
  const isOfIt = ({ applicationId }: { applicationId: string }) => applicationId === id
  return {
    applicationId: id,
    applicationName: name,
    numProcesses: processes.filter(isOfIt).length,
    loadBalancers: loadBalancers
      .filter(isOfIt)
      .map(({ port, url }) => ({ port, ...(url !== undefined && { url }) }))
      .sort((a, b) => a.port - b.port),
  }
}
