import { mostScheduled } from '../../../core/application/scaling-bounds'
import { ApplicationOverride } from '../../../db/models/application-override'
import type { HumanActor } from '../actor/actor'
import type { Dependencies } from '../dependencies'
import { notDeployed } from '../deployments/requested-changes'
import { readEnvironmentContents, versionsAhead } from '../environment-contents/environment-contents'
import { requireOwn } from '../access/own'

interface Scale {
  environmentName: string
  applicationName: string
  /** Number of its processes that the environment wants. */
  count: number
  /** Number without an override. */
  defaultCount: number
  /** Up to which number SDO scales it; absent where its number stays. */
  maxProcesses?: number
  /** The most that its schedule wants at any time; absent without one. */
  mostScheduled?: number
  isProtected: boolean
}

/**
 * How many processes of an application an environment wants.
 *
 * @throws DomainError `not-found`; `conflict` where it is not deployed
 */
export async function getScale(
  _dependencies: Dependencies,
  actor: HumanActor,
  { environmentId, applicationId }: { environmentId: string; applicationId: string },
): Promise<Scale> {
  const environment = await requireOwn('environment', actor, environmentId)
  const application = await requireOwn('application', actor, applicationId)
  const contents = await readEnvironmentContents(environment.id)
  if (!versionsAhead(contents).has(application.id)) throw notDeployed(application.name, environment.name)
  const running = (contents.deploying ?? contents.live).find((one) => one.applicationId === application.id)
  const override = await ApplicationOverride.findOne({
    where: { environmentId: environment.id, applicationId: application.id },
  })
  const defaultCount = running?.count ?? application.count
  const maxProcesses = override?.maxProcesses ?? (running ?? application).maxProcesses ?? undefined
  const scheduled = mostScheduled(override?.schedule ?? (running ?? application).schedule)
  return {
    environmentName: environment.name,
    applicationName: application.name,
    count: override?.count ?? defaultCount,
    defaultCount,
    ...(maxProcesses !== undefined && { maxProcesses }),
    ...(scheduled > 0 && { mostScheduled: scheduled }),
    isProtected: environment.isProtected,
  }
}
